/**
 * A real OpenSSH server on a free loopback port, with keys of its own in a temporary directory. It
 * lets in whoever runs the tests.
 *
 * @module
 */

import { Secret } from "../../../src/secret.ts";

/** How the server is set up. */
export interface SshdOptions {
  /** Types of its host keys. @default {["ed25519"]} */
  readonly hostKeys?: readonly string[];
  /** What stands before the key in authorized_keys: `restrict,command="…"`. @default nothing */
  readonly restriction?: string;
}

/** A running server. Leaving its scope ends it and removes its directory. */
export interface Sshd extends AsyncDisposable {
  /** Its port. */
  readonly port: number;
  /** Who may log in. */
  readonly user: string;
  /** The key of who may log in. */
  readonly privateKey: Secret;
  /** Types and host keys as they stand in a known-hosts list, in the order of `hostKeys`. */
  readonly hostKeys: readonly string[];
  /** Directory that goes away with it. */
  readonly directory: string;
  /** What the server has said so far. */
  log(): Promise<string>;
}

/** The server, which has to be run by its whole path. */
export const SSHD = "/usr/sbin/sshd";

/** Starts a server. */
export async function startSshd(options: SshdOptions = {}): Promise<Sshd> {
  const { hostKeys: types = ["ed25519"], restriction } = options;
  const directory = await Deno.makeTempDir({ prefix: "wattbook-sshd-" });
  const path = (name: string) => `${directory}/${name}`;
  const user = (await run("id", ["-un"])).trim();
  // For a server that root runs; others need none.
  if (user === "root") await Deno.mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  for (const type of types) await makeKey(path(`host_${type}`), type);
  await makeKey(path("client"), "ed25519");
  const client = await Deno.readTextFile(path("client.pub"));
  await Deno.writeTextFile(path("authorized"), restriction ? `${restriction} ${client}` : client);
  const port = freePort();
  await Deno.writeTextFile(
    path("config"),
    [
      `ListenAddress 127.0.0.1:${port}`,
      ...types.map((type) => `HostKey ${path(`host_${type}`)}`),
      `AuthorizedKeysFile ${path("authorized")}`,
      "StrictModes no",
      "UsePAM no",
      "PidFile none",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "PermitRootLogin prohibit-password",
      "AcceptEnv LC_*",
      "LogLevel VERBOSE",
      "",
    ].join("\n"),
  );
  const child = new Deno.Command(SSHD, {
    args: ["-D", "-f", path("config"), "-E", path("log")],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const log = () => Deno.readTextFile(path("log")).catch(() => "");
  let hasEnded = false;
  const end = child.status.finally(() => hasEnded = true);
  const deadline = Date.now() + 30_000;
  while (!(await log()).includes("Server listening")) {
    if (hasEnded || Date.now() > deadline) throw new Error(`sshd does not start: ${await log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    user,
    privateKey: new Secret(await Deno.readTextFile(path("client"))),
    hostKeys: await Promise.all(types.map((type) => publicKey(path(`host_${type}`)))),
    directory,
    log,
    async [Symbol.asyncDispose]() {
      if (!hasEnded) child.kill("SIGTERM");
      await end;
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Makes a key pair in two files. */
export async function makeKey(path: string, type: string, more: readonly string[] = []) {
  await run("ssh-keygen", ["-q", "-t", type, "-N", "", ...more, "-f", path]);
}

/** Type and key of a public key, without its comment. */
async function publicKey(path: string): Promise<string> {
  return (await Deno.readTextFile(`${path}.pub`)).split(" ").slice(0, 2).join(" ").trim();
}

/** Runs a program and gives what it says. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return text.decode(stdout);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
