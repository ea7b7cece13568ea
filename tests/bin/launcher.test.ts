import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { denoEnvironment } from "../run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Stands where a command would: tells what it was given, and waits if it is told to. */
const PROBE = `
  for (const name of ["SIGINT", "SIGTERM"]) {
    Deno.addSignalListener(name, () => console.log(name));
  }
  const { state } = await Deno.permissions.query({ name: "net" });
  console.log(JSON.stringify({ args: Deno.args, cwd: Deno.cwd(), net: state, pid: Deno.pid }));
  console.error("to the other stream");
  if (Deno.args[0] === "wait") setTimeout(() => {}, 60_000);
  if (Deno.args[0] === "read") console.log(await new Response(Deno.stdin.readable).text());
  if (Deno.args[0] === "fail") Deno.exit(7);
`;

let folder: string;
/** A launcher in a folder of its own, with one command: the probe. */
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "launcher-")));
  await Deno.mkdir(join(folder, "bin"));
  for (const file of ["wattbook", "deno_arguments", "host", "end_with_launcher"]) {
    await Deno.copyFile(`${ROOT}bin/${file}.js`, join(folder, `bin/${file}.js`));
  }
  const commands = {
    probe: { about: "tells what it sees", main: "probe.js", may: ["--allow-read"] },
    other: { about: "has other packages", main: "probe.js", config: "other/deno.json", may: [] },
  };
  await Deno.writeTextFile(
    join(folder, "bin/commands.js"),
    `export const COMMANDS = ${JSON.stringify(commands)};`,
  );
  await Deno.writeTextFile(join(folder, "probe.js"), PROBE);
  await Deno.writeTextFile(join(folder, "deno.json"), "{}");
  await Deno.mkdir(join(folder, "other"));
  await Deno.writeTextFile(join(folder, "other/deno.json"), "{}");
  await Deno.writeTextFile(join(folder, "package.json"), `{"type": "module"}`);
  // Where npm would have put Deno.
  await Deno.mkdir(join(folder, "node_modules/deno"), { recursive: true });
  await Deno.writeTextFile(
    join(folder, "node_modules/deno/install_api.cjs"),
    `exports.runInstall = () => ${JSON.stringify(Deno.execPath())};`,
  );
});
afterEach(() => rm(folder, { recursive: true }));

const programs = [
  ["Deno", [Deno.execPath(), "run", "-R", "-E=INIT_CWD", "--allow-run"]],
  ["Node", ["node"]],
] as const;

describe.each(programs)("the launcher in %s", (_, [program, ...before]) => {
  function launch(...args: string[]): Deno.ChildProcess {
    return new Deno.Command(program, {
      args: [...before, join(folder, "bin/wattbook.js"), ...args],
      cwd: tmpdir(),
      clearEnv: true,
      env: denoEnvironment(),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  async function ended(child: Deno.ChildProcess) {
    const { code, stdout, stderr } = await child.output();
    const text = new TextDecoder();
    return { code, out: text.decode(stdout), err: text.decode(stderr) };
  }

  /** Starts a probe that waits, and reads its first line. */
  async function waiting() {
    const child = launch("probe", "wait");
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await lines.read()).value?.trim();
    return { child, next, probe: JSON.parse((await next())!) };
  }

  test("hands on arguments, folder, streams and exit code, and permits what the table says", async () => {
    const child = launch("probe", "fail", "--a=b c", "");
    const { code, out, err } = await ended(child);
    expect(code).toBe(7);
    expect(JSON.parse(out)).toMatchObject({
      args: ["fail", "--a=b c", ""],
      cwd: await realpath(tmpdir()),
      net: "prompt",
    });
    expect(err).toBe("to the other stream\n");
  });

  test("hands on what comes in", async () => {
    const child = launch("probe", "read");
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("some text"));
    await writer.close();
    expect((await ended(child)).out).toMatch(/\nsome text\n$/);
  });

  test("hands on signals, also a second one", async () => {
    const { child, next } = await waiting();
    for (const signal of ["SIGINT", "SIGTERM", "SIGINT"] as const) {
      child.kill(signal);
      expect(await next()).toBe(signal);
    }
    child.kill("SIGKILL");
  });

  test("leaves no process behind when it is killed", async () => {
    const { child, next } = await waiting();
    child.kill("SIGKILL");
    // The stream ends when the last process that has it ends.
    expect(await next()).toBeUndefined();
  });

  test("ends as a command does that a signal ended", async () => {
    const { child, probe } = await waiting();
    Deno.kill(probe.pid, "SIGKILL");
    expect((await child.status).code).toBe(137);
  });

  test.each([[[]], [["--help"]], [["help"]]])("lists the commands for %j", async (args) => {
    const { code, out } = await ended(launch(...args));
    expect(code).toBe(0);
    expect(out).toContain("\n  probe  tells what it sees\n");
  });

  // The npm package has no other.
  test.runIf(program !== "node")(
    "says once that it installs packages of another configuration",
    async () => {
      const first = await ended(launch("other"));
      expect(first.code).toBe(0);
      expect(first.err).toBe(
        "Installing the packages of other/, only this time …\nto the other stream\n",
      );
      await Deno.mkdir(join(folder, "other/node_modules"));
      expect((await ended(launch("other"))).err).toBe("to the other stream\n");
    },
  );

  test("refuses a command that is not there", async () => {
    const { code, out, err } = await ended(launch("prob"));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("error: There is no command 'prob'\n");
  });
});

test("the paths of a task begin where it was typed", async () => {
  const task = { tasks: { probe: "deno run -R -E=INIT_CWD --allow-run bin/wattbook.js probe" } };
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(task));
  await Deno.mkdir(join(folder, "deep/in"), { recursive: true });
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "probe"],
    cwd: join(folder, "deep/in"),
    clearEnv: true,
    env: denoEnvironment(),
    stdin: "null",
  }).output();
  expect(JSON.parse(new TextDecoder().decode(stdout)).cwd).toBe(join(folder, "deep/in"));
});

/** Runs a command on a terminal of its own, and presses Ctrl-C once the server is asked. */
test.runIf(Deno.build.os === "linux")(
  "one Ctrl-C in a terminal ends a report in good order, though it arrives three times",
  async () => {
    const asked = Promise.withResolvers<void>(), forever = new AbortController();
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: forever.signal },
      () => {
        asked.resolve();
        return new Promise<Response>(() => {});
      },
    );
    const out = join(folder, "report.csv");
    const child = new Deno.Command("script", {
      args: ["-qec", `"${Deno.execPath()}" task --quiet report --out "${out}"`, "/dev/null"],
      cwd: ROOT,
      env: {
        ...denoEnvironment(),
        METRICS_URL: `http://127.0.0.1:${server.addr.port}`,
        HOUSEHOLD_ZONE: "Europe/Berlin",
      },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await asked.promise;
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/\.partial$/));
    const keyboard = child.stdin.getWriter();
    await keyboard.write(new Uint8Array([3]));
    const { code, stdout } = await child.output();
    expect(new TextDecoder().decode(stdout).match(/Interrupted/g)).toEqual(["Interrupted"]);
    expect(code).toBe(130);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.partial$/));
    forever.abort();
  },
);
