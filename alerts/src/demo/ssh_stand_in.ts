/**
 * A stand-in for the SSH server of a host: a real one, with keys that are made at its start, but no
 * command is run; it knows what each would say.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import type { AuthContext, Connection, ParsedKey, ServerChannel } from "ssh2";
import { loadSsh2 } from "../context/ssh/load_ssh2.ts";

/** What the host is like. */
export interface SshStandInOptions {
  /** The one account. */
  readonly user: string;
  /** What commands say; others are not found. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** A running host. Leaving its scope (`await using`) stops it. */
export interface SshStandIn extends AsyncDisposable {
  /** Port on loopback. */
  readonly port: number;
  /** The private key that is let in. */
  readonly privateKey: string;
  /** The host's line of a known-hosts list. */
  readonly knownHost: string;
  /** Every command that was asked for, in order. */
  readonly commands: readonly string[];
}

/**
 * Starts it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { parseKnownHosts } from "../context/ssh/known_hosts.ts";
 * import { openKnown } from "../context/ssh/open_known.ts";
 * import { startSsh } from "./ssh_stand_in.ts";
 *
 * await using host = await startSsh({ user: "ops", outputs: { uptime: "up 3 days" } });
 * const signal = AbortSignal.timeout(10_000);
 * const login = {
 *   user: "ops",
 *   privateKey: new Secret(host.privateKey),
 *   knownHosts: parseKnownHosts(host.knownHost),
 * };
 * await using connection = await openKnown(["127.0.0.1"], login, signal);
 * const { output } = await connection.run("uptime", { signal, keep: "start", limit: 99 });
 * assert.equal(output, "up 3 days");
 * ```
 */
export async function startSsh({ user, outputs }: SshStandInOptions): Promise<SshStandIn> {
  const { Server, utils } = await loadSsh2();
  const hostKey = readableKeyPair(utils), userKey = readableKeyPair(utils);
  const known = parsedKey(utils.parseKey(userKey.public));
  const commands: string[] = [], connections = new Set<Connection>();

  function authenticate(context: AuthContext): void {
    const isRight = context.method === "publickey" && context.username === user &&
      context.key.algo === known.type && context.key.data.equals(known.getPublicSSH()) &&
      // Without a signature the client only asks whether the key would do.
      (context.signature === undefined || context.blob === undefined ||
        known.verify(context.blob, context.signature) === true);
    if (isRight) context.accept();
    else context.reject(["publickey"]);
  }

  function say(channel: ServerChannel, command: string): void {
    commands.push(command);
    const output = Object.hasOwn(outputs, command) ? outputs[command] : undefined;
    if (output === undefined) channel.stderr.write(`sh: ${command.split(" ")[0]}: not found\n`);
    else channel.write(output);
    channel.exit(output === undefined ? 127 : 0);
    channel.end();
  }

  const server = new Server({ hostKeys: [hostKey.private] }, (connection) => {
    connections.add(connection);
    connection.on("authentication", authenticate)
      .on("close", () => connections.delete(connection))
      // A caller that leaves early does not affect the others.
      .on("error", () => {})
      .on(
        "session",
        (accept) =>
          void accept().on("exec", (accept, _reject, { command }) => say(accept(), command)),
      );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    privateKey: userKey.private,
    knownHost: `[127.0.0.1]:${port} ${hostKey.public}`,
    commands,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.end();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A key pair; `passphrase` encrypts its private half. One in 256 that the library makes lacks a byte. */
export function readableKeyPair(
  { generateKeyPairSync, parseKey }: typeof import("ssh2").utils,
  passphrase?: string,
): { public: string; private: string } {
  for (;;) {
    const pair = passphrase === undefined
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ed25519", { passphrase, cipher: "aes256-ctr", rounds: 1 });
    if (!(parseKey(pair.public) instanceof Error)) return pair;
  }
}

function parsedKey(parsed: ParsedKey | Error): ParsedKey {
  if (parsed instanceof Error) throw parsed;
  return parsed;
}
