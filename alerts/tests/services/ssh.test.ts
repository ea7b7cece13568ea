import { connect } from "node:net";
import { once } from "node:events";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../src/context/context_item.ts";
import { checkLogin } from "../../src/context/ssh/check_login.ts";
import { checkPrivateKey } from "../../src/context/ssh/check_private_key.ts";
import { DIAGNOSTICS } from "../../src/context/ssh/diagnostic_commands.ts";
import { parseKnownHosts } from "../../src/context/ssh/known_hosts.ts";
import { openKnown } from "../../src/context/ssh/open_known.ts";
import type { OpenSocket } from "../../src/context/ssh/open_ssh.ts";
import { type DiagnosticData, runDiagnostics } from "../../src/context/ssh/run_diagnostics.ts";
import { sshGatherer, type SshGathererOptions } from "../../src/context/ssh/ssh_gatherer.ts";
import { newCaseRedactor } from "../../src/case_redactor.ts";
import { Secret } from "../../../src/secret.ts";
import { incidentOf } from "../context/incident_of.ts";
import { keyLine } from "../context/ssh/key_line.ts";
import { installed } from "../../../tests/servers/running_server.ts";
import { makeKey, run, SSHD, type Sshd, startSshd } from "./sshd.ts";

const HAS_SSHD = await installed(SSHD, ["-V"]);

describe.skipIf(!HAS_SSHD)("diagnostics by SSH, from a real OpenSSH server", () => {
  /** Most tests log in to the same server. */
  let sshd: Sshd;
  beforeAll(async () => {
    const server = await startSshd({ hostKeys: ["ed25519", "rsa", "ecdsa"] });
    sshd = server;
    return () => server[Symbol.asyncDispose]();
  });

  const listed = (key = sshd.hostKeys[0], names = `[127.0.0.1]:${sshd.port}`) => `${names} ${key}`;
  const loginTo = (server: Sshd, list: string) => ({
    user: server.user,
    privateKey: server.privateKey,
    knownHosts: parseKnownHosts(list),
    port: server.port,
  });
  const redactor = newCaseRedactor();
  const open = () => ({ signal: AbortSignal.timeout(60_000), redactor });
  const DISK = { what: "service", host: "127.0.0.1", service: "Filesystem /", state: "CRITICAL" };

  async function gather(
    list: string,
    {
      server = sshd,
      labels = DISK,
      openSocket,
      signal = AbortSignal.timeout(60_000),
      ...options
    }:
      & Partial<SshGathererOptions>
      & {
        server?: Sshd;
        labels?: Record<string, string>;
        openSocket?: OpenSocket;
        signal?: AbortSignal;
      } = {},
  ): Promise<Finding[]> {
    const gatherer = sshGatherer(
      { ...loginTo(server, list), ...options },
      openSocket ? { openSocket } : {},
    );
    return await gatherer.gather(incidentOf({ source: "hostmon", labels }), { signal, redactor });
  }
  /** Every name leads to the server. */
  const toServer = (asked: string[] = []): OpenSocket => async (host, _port, signal) => {
    asked.push(host);
    const socket = connect({ host: "127.0.0.1", port: sshd.port });
    await once(socket, "connect", { signal });
    return socket;
  };
  const connection = async (list = listed()) => {
    const opened = await openKnown(["127.0.0.1"], loginTo(sshd, list), AbortSignal.timeout(60_000));
    onTestFinished(() => opened[Symbol.asyncDispose]());
    return opened;
  };
  const runAll = async (...commands: string[]) =>
    await runDiagnostics(
      await connection(),
      commands.map((command) => ({ title: command, command, keep: "start" })),
      { host: "db1", commandTimeout: 30_000, concurrency: 2, maxBytes: 2048, ...open() },
    );

  test("shows what fits the check, over one login", async () => {
    const before = (await sshd.log()).match(/Accepted publickey/g)?.length ?? 0;
    const findings = await gather(listed());
    expect(findings.map(({ query }) => query))
      .toEqual(DIAGNOSTICS.disk.map(({ command }) => `ssh 127.0.0.1: ${command}`));
    expect(findings.every(({ kind }) => kind === "diagnostics")).toBe(true);
    const [space] = findings;
    expect(space!.title).toBe("Space of local file systems of 127.0.0.1");
    expect((space!.data as DiagnosticData).output).toMatch(/^Filesystem +Type .*\n/);
    expect((await sshd.log()).match(/Accepted publickey/g)!.length).toBe(before + 1);
  });

  describe("the host key", () => {
    test("is known as ssh-keyscan writes it, also hashed by ssh-keygen", async () => {
      const list = `${sshd.directory}/known`;
      const scanned = await run("ssh-keyscan", ["-p", String(sshd.port), "127.0.0.1"]);
      await Deno.writeTextFile(list, scanned);
      expect((await gather(scanned))[0]!.error).toBeUndefined();
      await run("ssh-keygen", ["-q", "-H", "-f", list]);
      const hashed = await Deno.readTextFile(list);
      expect(hashed).toMatch(/^\|1\|/);
      expect(hashed).not.toContain("127.0.0.1");
      expect((await gather(hashed))[0]!.error).toBeUndefined();
    });

    test.each([0, 1, 2])("of each type is taken (%i)", async (index) => {
      const { fingerprint } = await checkLogin(
        "127.0.0.1",
        loginTo(sshd, listed(sshd.hostKeys[index])),
        AbortSignal.timeout(60_000),
      );
      const [key] = parseKnownHosts(listed(sshd.hostKeys[index])).keysOf("127.0.0.1", sshd.port);
      expect(fingerprint).toBe(key!.fingerprint);
    });

    test("is not there: nothing is connected to, and it is said", async () => {
      const asked: string[] = [];
      const labels = { ...DISK, host: "db1", address: "127.0.0.1" };
      expect(await gather(listed(undefined, "other"), { labels, openSocket: toServer(asked) }))
        .toMatchObject([{
          title: "Diagnostics of db1",
          error: "Neither db1 nor 127.0.0.1 is in known_hosts: no diagnostics",
        }]);
      expect(asked).toEqual([]);
    });

    test("is another one: refused before a name or a key is shown, and said in words", async () => {
      await using server = await startSshd();
      const list = (key: string) => `[127.0.0.1]:${server.port} ${key}`;
      const wrong = list(keyLine("another"));
      const [finding, ...more] = await gather(wrong, { server });
      expect(more).toEqual([]);
      const [expected] = parseKnownHosts(wrong).keysOf("127.0.0.1", server.port);
      const [shown] = parseKnownHosts(list(server.hostKeys[0]!)).keysOf("127.0.0.1", server.port);
      expect(finding).toMatchObject({
        title: "Host key of 127.0.0.1",
        error: "127.0.0.1 was refused: its host key is not the one in known_hosts. " +
          `It shows ${shown!.fingerprint}, expected ${expected!.fingerprint}`,
      });
      await until(async () => (await server.log()).includes("Disconnected from"));
      expect(await server.log()).not.toMatch(/publickey|user/);
    });

    test("of a listed type is another one, though one of another type is right", async () => {
      // The server has an RSA key too, which is not listed: it must not be asked for it.
      const [finding] = await gather(listed(keyLine("another")));
      expect(finding!.error).toContain("its host key is not the one in known_hosts");
    });

    test("is one of several that are listed", async () => {
      const list = [keyLine("old"), ...sshd.hostKeys].map((key) => listed(key)).join("\n");
      expect((await gather(list))[0]!.error).toBeUndefined();
    });

    test("has no type that is listed", async () => {
      await using server = await startSshd({ hostKeys: ["rsa"] });
      const list = `[127.0.0.1]:${server.port} ${keyLine("a key")}`;
      expect(await gather(list, { server })).toMatchObject([{
        title: "Host key of 127.0.0.1",
        error: "127.0.0.1 was refused: it has no host key of the type in known_hosts (ssh-ed25519)",
      }]);
    });

    test("is revoked", async () => {
      const [key] = sshd.hostKeys;
      const list = [listed(key), `@revoked * ${key}`, listed(keyLine("new"))].join("\n")
        .replace("@revoked *", `@revoked [127.0.0.1]:${sshd.port}`);
      const [finding] = await gather(list);
      expect(finding!.error).toMatch(
        /^127\.0\.0\.1 was refused: the host key that it shows is revoked \(SHA256:[^)]{43}\)$/,
      );
    });
  });

  describe("the name", () => {
    test("is the host's, even if its address is listed too", async () => {
      const asked: string[] = [];
      const list = `db1 ${sshd.hostKeys[0]}\n10.0.0.5 ${keyLine("another")}`;
      const labels = { ...DISK, host: "db1", address: "10.0.0.5" };
      const [finding] = await gather(list, { labels, port: 22, openSocket: toServer(asked) });
      expect(finding!.error).toBeUndefined();
      expect(asked).toEqual(["db1"]);
    });

    test("is the address, if only that is listed", async () => {
      const asked: string[] = [];
      const labels = { ...DISK, host: "db1", address: "10.0.0.5" };
      const list = `10.0.0.5 ${sshd.hostKeys[0]}`;
      await gather(list, { labels, port: 22, openSocket: toServer(asked) });
      expect(asked).toEqual(["10.0.0.5"]);
    });

    test("is the listed address, if the listed name cannot be resolved", async () => {
      const labels = { ...DISK, host: "db1.invalid", address: "127.0.0.1" };
      const list = `db1.invalid,[127.0.0.1]:${sshd.port} ${sshd.hostKeys[0]}`;
      expect((await gather(list, { labels, port: 22 }))[0]!.error).toBeUndefined();
      const [finding] = await gather(`db1.invalid ${sshd.hostKeys[0]}`, { labels, port: 22 });
      expect(finding!.error).toBe("The name of db1.invalid:22 cannot be resolved");
    });

    test.each(["-oProxyCommand=id", "a b", "db1;id", "$(id)", "", "db1\n", "x".repeat(300)])(
      "is none: nothing is connected to (%j)",
      async (host) => {
        const asked: string[] = [];
        const list = `* ${sshd.hostKeys[0]}`;
        const [finding] = await gather(list, {
          labels: { ...DISK, host },
          port: 22,
          openSocket: toServer(asked),
        });
        expect(finding!.error).toMatch(/is not in known_hosts: no diagnostics$/);
        expect(asked).toEqual([]);
      },
    );
  });

  describe("a login", () => {
    test("is refused with a wrong key, and it is said", async () => {
      await makeKey(`${sshd.directory}/stranger`, "ed25519");
      const privateKey = new Secret(await Deno.readTextFile(`${sshd.directory}/stranger`));
      const [finding, ...more] = await gather(listed(), { privateKey });
      expect(more).toEqual([]);
      expect(finding!.error).toBe(`127.0.0.1 does not accept the key for the user ${sshd.user}`);
    });

    test("is refused to an unknown user", async () => {
      const [finding] = await gather(listed(), { user: "nobody-at-all" });
      expect(finding!.error).toBe("127.0.0.1 does not accept the key for the user nobody-at-all");
    });

    test.each(
      [
        ["rsa", []],
        ["rsa", ["-m", "PEM"]],
        ["ecdsa", ["-b", "521"]],
      ] as const,
    )("works with keys of the type %s %j", async (type, more) => {
      const file = await Deno.makeTempFile({ dir: sshd.directory });
      await Deno.remove(file);
      await makeKey(file, type, more);
      const authorized = `${sshd.directory}/authorized`;
      await Deno.writeTextFile(authorized, await Deno.readTextFile(`${file}.pub`), {
        append: true,
      });
      const privateKey = new Secret(await Deno.readTextFile(file));
      expect(await checkPrivateKey(privateKey)).toContain(type);
      expect((await gather(listed(), { privateKey }))[0]!.error).toBeUndefined();
    });

    test("cannot be made with an encrypted key, which is said beforehand", async () => {
      const file = `${sshd.directory}/encrypted`;
      await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "passphrase", "-f", file]);
      const privateKey = new Secret(await Deno.readTextFile(file));
      await expect(checkPrivateKey(privateKey)).rejects.toMatchObject({
        code: "BAD_SETTING",
        message: "The private key is encrypted",
      });
      const [finding] = await gather(listed(), { privateKey });
      expect(finding!.error).toBe("The private key is encrypted");
      const open = new Secret(await Deno.readTextFile(`${file}.pub`));
      await expect(checkPrivateKey(open)).rejects.toThrow("a public key");
    });

    test("with an ECDSA key works, or it is said beforehand that it does not", async () => {
      const ends = new Set<string>();
      // One in two: all 24 are alike once in 8 million runs.
      for (let count = 0; count < 24 && ends.size < 2; count++) {
        const file = `${sshd.directory}/ecdsa${count}`;
        await makeKey(file, "ecdsa");
        const privateKey = new Secret(await Deno.readTextFile(file));
        const authorized = `${sshd.directory}/authorized`;
        await Deno.writeTextFile(authorized, await Deno.readTextFile(`${file}.pub`), {
          append: true,
        });
        const said = await checkPrivateKey(privateKey).catch(({ message }) => message);
        const end = await checkLogin(
          "127.0.0.1",
          { ...loginTo(sshd, listed()), privateKey },
          AbortSignal.timeout(60_000),
        )
          .then(() => "ecdsa-sha2-nistp256", ({ message }) => message);
        expect(end).toBe(said);
        ends.add(said);
      }
      expect([...ends].sort()).toEqual([
        "The private key (ecdsa-sha2-nistp256) cannot be used to sign",
        "ecdsa-sha2-nistp256",
      ]);
    });

    test("is not tried where the host is down by the notification's word", async () => {
      const asked: string[] = [];
      const labels = { what: "host", host: "127.0.0.1", state: "UNREACHABLE" };
      expect(await gather(listed(), { labels, openSocket: toServer(asked) })).toMatchObject([
        { error: "127.0.0.1 is UNREACHABLE: no login is tried" },
      ]);
      expect(asked).toEqual([]);
    });

    test("is given up at a server that says nothing", async () => {
      using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = silent.addr as Deno.NetAddr;
      const accepted = silent.accept();
      accepted.catch(() => {});
      const [finding] = await gather(`[127.0.0.1]:${port} ${keyLine("x")}`, {
        port,
        connectTimeout: 200,
      });
      expect(finding!.error).toBe(
        `127.0.0.1, port ${port}, did not complete the login within 0.2 s`,
      );
      (await accepted).close();
    });

    test("is given up at something else than an SSH server", async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        () => new Response("HTTP"),
      );
      const { port } = server.addr;
      const [finding] = await gather(`[127.0.0.1]:${port} ${keyLine("x")}`, { port });
      expect(finding!.error).toMatch(/^127\.0\.0\.1, port \d+, closed the connection before/);
    });

    test("says when nothing listens", async () => {
      const [finding] = await gather(`[127.0.0.1]:1 ${keyLine("x")}`, { port: 1 });
      expect(finding!.error).toBe("Nothing listens at 127.0.0.1:1");
    });

    test("ends with the gathering", async () => {
      using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = silent.addr as Deno.NetAddr;
      const over = new AbortController();
      const gathering = gather(`[127.0.0.1]:${port} ${keyLine("x")}`, {
        port,
        connectTimeout: 50_000,
        signal: over.signal,
      });
      const accepted = await silent.accept();
      over.abort();
      expect((await gathering)[0]!.error).toBe("ended before there was an answer");
      // The connection is gone too, not only forgotten: its end is read after the greeting.
      const buffer = new Uint8Array(1024);
      while (await accepted.read(buffer).catch(() => null) !== null);
      accepted.close();
    });
  });

  describe("a command", () => {
    const run = async (command: string, options = {}) =>
      await (await connection()).run(command, {
        signal: AbortSignal.timeout(60_000),
        keep: "start",
        limit: 1000,
        ...options,
      });

    test("has no terminal, no agent, no display, and speaks the language of its manual", async () => {
      const { output } = await run(
        "tty; echo $SSH_TTY,$SSH_AUTH_SOCK,$DISPLAY,$LC_ALL",
      );
      expect(output).toBe("not a tty\n,,,C\n");
    });

    test("is shown with how it ended and what it complained about", async () => {
      expect(await run("echo out; echo oops >&2; exit 3")).toEqual({
        output: "out\n",
        complaints: "oops\n",
        exitCode: 3,
        isCut: false,
      });
      expect((await run("kill -9 $$")).exitCode).toBeNull();
    });

    test("that never stops writing is cut off at the start that is kept", async () => {
      const { output, isCut } = await run("yes");
      expect([output, isCut]).toEqual(["y\n".repeat(500), true]);
    });

    test("that writes much is read to its end, if that is kept", async () => {
      const { output, isCut, exitCode } = await run("seq 1 1000000", { keep: "end" });
      expect([isCut, exitCode]).toEqual([true, 0]);
      expect(output).toMatch(/999999\n1000000\n$/);
      expect(output.length).toBeLessThanOrEqual(1000);
    });

    test("that complains without end does not stand still", async () => {
      const { complaints, exitCode } = await run("seq 1 1000000 >&2");
      expect(exitCode).toBe(0);
      expect(complaints).toMatch(/^1\n2\n3\n/);
      expect(complaints.length).toBeLessThan(100_000);
    });

    test("that takes too long is ended, here and on the host", async () => {
      const length = `61.${Math.floor(Math.random() * 1e9)}`;
      const over = new AbortController();
      const running = run(`sleep ${length}`, { signal: over.signal });
      await until(async () => (await processes()).includes(`sleep\0${length}`));
      over.abort(new Error("too long"));
      await expect(running).rejects.toThrow("too long");
      // A server that root runs for root gets the signal, and says that it does not pass it on.
      await until(async () =>
        sshd.user === "root"
          ? (await sshd.log()).includes("session_signal_req")
          : !(await processes()).includes(`sleep\0${length}`)
      );
    });

    test("whose connection breaks has failed, not ended", async () => {
      await expect(run("echo begun; kill -9 $PPID; sleep 30")).rejects.toThrow(
        "The connection broke",
      );
    });

    test("that is missing is a finding, and so is one that may not be run", async () => {
      const findings = await runAll("no-such-command", "/dev/null", "true", "false");
      expect(findings.map(({ error }) => error?.split(":")[0])).toEqual([
        "not there",
        "may not be run",
        undefined,
        "exit code 1",
      ]);
    });

    test("shows no secret and no colours", async () => {
      const secret = "hunter2-hunter2-hunter2";
      const [finding] = await runAll(
        `printf '\\033[31mred\\033[0m password=hunt\\033[1m${secret.slice(4)}\\n%03000d' 0`,
      );
      expect(finding!.data).toEqual({ output: "red password=[PASSWORD#1]\n", isCut: true });
    });
  });

  test("commands take turns, a slow one holds up only itself", async () => {
    const slow = { title: "Slow", command: "sleep 60", keep: "start" } as const;
    const fast = { title: "Fast", command: "echo done", keep: "start" } as const;
    const findings = await runDiagnostics(await connection(), [slow, fast, fast], {
      host: "db1",
      commandTimeout: 3000,
      concurrency: 2,
      maxBytes: 2048,
      ...open(),
    });
    expect(findings.map(({ error, data }) => error ?? (data as DiagnosticData).output))
      .toEqual(["timed out after 3 s", "done\n", "done\n"]);
  });

  test("a command that the host forces is seen as what it is", async () => {
    await using server = await startSshd({ restriction: 'restrict,command="echo no entry"' });
    const list = `[127.0.0.1]:${server.port} ${server.hostKeys[0]}`;
    const findings = await gather(list, { server });
    expect(findings).toMatchObject([{
      title: "Diagnostics of 127.0.0.1",
      data: { output: "no entry\n", note: expect.stringContaining("authorized_keys") },
    }]);
  });

  describe("a host that allows nothing but alerts/deploy/host-analyzer/diag", () => {
    const DIAG = new URL("../../deploy/host-analyzer/diag", import.meta.url).pathname;
    const restriction = `restrict,command="${DIAG}"`;

    test("shows the same as any other", async () => {
      await using server = await startSshd({ restriction });
      const list = `[127.0.0.1]:${server.port} ${server.hostKeys[0]}`;
      const findings = await gather(list, { server });
      expect(findings).toHaveLength(DIAGNOSTICS.disk.length);
      expect((findings[0]!.data as DiagnosticData).output).toMatch(/^Filesystem +Type .*\n/);
    });

    test.each([
      "id",
      "",
      "uptime; id",
      "uptime\nid",
      "uptime ",
      "ps -eo pid,args",
      "cat /proc/meminfo /etc/shadow",
      "$(id)",
      "*",
    ])("refuses %j", async (command) => {
      await using server = await startSshd({ restriction });
      const list = `[127.0.0.1]:${server.port} ${server.hostKeys[0]}`;
      const signal = AbortSignal.timeout(60_000);
      await using opened = await openKnown(["127.0.0.1"], loginTo(server, list), signal);
      expect(await opened.run(command, { signal, keep: "start", limit: 1000 })).toEqual({
        output: "",
        complaints: "diag: this is none of the diagnostics\n",
        exitCode: 126,
        isCut: false,
      });
    });
  });

  test("needs no more than the network, also bundled into one file", async () => {
    const bundle = `${sshd.directory}/probe.js`;
    const probe = new URL("ssh_probe.ts", import.meta.url).pathname;
    await run(Deno.execPath(), [
      "bundle",
      ...["--platform", "deno", "--external", "*.node", "--output", bundle, probe],
    ]);
    for (const [program, ...flags] of [[probe], [bundle, "--no-config", "--cached-only"]]) {
      const output = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-prompt",
          ...flags,
          "--allow-net=127.0.0.1",
          `--allow-read=${sshd.directory}`,
          program!,
          ...[String(sshd.port), sshd.user, `${sshd.directory}/client`, listed()],
        ],
      }).output();
      expect(new TextDecoder().decode(output.stderr)).toBe("");
      expect(new TextDecoder().decode(output.stdout)).toBe("true\n");
    }
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!await isSo()) {
    if (Date.now() > deadline) throw new Error("It never came to be");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Command lines of all processes of this machine. */
async function processes(): Promise<string> {
  let all = "";
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    all += await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
  }
  return all;
}
