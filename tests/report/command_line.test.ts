import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import denoJson from "../../deno.json" with { type: "json" };
import { denoEnvironment, withoutDownloads } from "../run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const JUNE = ["--source", "demo", "--from", "2025-06-01", "--to", "2025-06-02"];

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "command-"))));
afterEach(() => rm(folder, { recursive: true }));

const env = denoEnvironment();
const pipes = { clearEnv: true, stdin: "null", stdout: "piped", stderr: "piped" } as const;

/** The task itself, in the project's folder. */
function task(name: string, args: string[]): Deno.ChildProcess {
  const command = ["task", "--quiet", name, ...args];
  return new Deno.Command(Deno.execPath(), { args: command, cwd: ROOT, env, ...pipes }).spawn();
}

/** What the task runs, with its permissions, but in a folder where no `.env` is. */
function elsewhere(
  name: "report" | "now" | "verify",
  args: string[],
  settings: Record<string, string> = {},
): Deno.ChildProcess {
  const [deno, run, ...rest] = denoJson.tasks[name].split(" ");
  expect([deno, run]).toEqual(["deno", "run"]);
  const absolute = rest.map((arg) =>
    arg.replace(/^src\//, `${ROOT}src/`).replace("=node_modules", `=${ROOT}node_modules`)
  );
  return new Deno.Command(Deno.execPath(), {
    args: ["run", `--config=${ROOT}deno.json`, ...absolute, ...args],
    cwd: folder,
    env: { ...env, ...settings },
    ...pipes,
  }).spawn();
}

async function ended(child: Deno.ChildProcess) {
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: withoutDownloads(text.decode(stderr)) };
}

/** A server that never answers. */
function silentServer() {
  const asked = Promise.withResolvers<void>(), forever = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: forever.signal },
    () => {
      asked.resolve();
      return new Promise<Response>(() => {});
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked: asked.promise,
    stop: () => forever.abort(),
  };
}

describe("deno task report", () => {
  test.each([["csv"], ["json"], ["parquet"]])("has the permissions to write %s", async (format) => {
    const out = join(folder, `june.${format}`);
    const { code, stdout, stderr } = await ended(task("report", ["--", ...JUNE, "--out", out]));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Wrote ${out} (2 days)`);
    expect(await readdir(folder)).toEqual([`june.${format}`]);
  });

  test("leaves in silence when the reader of its output has left", async () => {
    const child = task("report", [...JUNE, "--out", "-", "--quiet"]);
    await child.stdout.cancel();
    const stderr = withoutDownloads(await new Response(child.stderr).text());
    expect({ ...await child.status, stderr }).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([["SIGINT", 130], ["SIGTERM", 143]] as const)(
    "ends with %s in good order, exit code %i, and leaves nothing behind",
    async (signal, exitCode) => {
      const server = silentServer();
      const child = elsewhere("report", [], {
        METRICS_URL: server.url,
        HOUSEHOLD_ZONE: "Europe/Berlin",
      });
      await server.asked;
      expect(await readdir(folder)).toEqual([expect.stringMatching(/\.partial$/)]);
      child.kill(signal);
      expect(await ended(child)).toMatchObject({ code: exitCode, stderr: "Interrupted\n" });
      expect(await readdir(folder)).toEqual([]);
      server.stop();
    },
  );

  test("refuses wrong usage with exit code 2", async () => {
    const { code, stderr } = await ended(task("report", ["--period", "quarter"]));
    expect(code).toBe(2);
    expect(stderr).toContain("day, week, month, year");
  });
});

describe("deno task now", () => {
  test("has the permissions to ask a server", async () => {
    const empty = { status: "success", data: { resultType: "vector", result: [] } };
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => Response.json(empty),
    );
    const settings = {
      METRICS_URL: `http://127.0.0.1:${server.addr.port}`,
      HOUSEHOLD_ZONE: "Europe/Berlin",
    };
    const { code, stdout, stderr } = await ended(elsewhere("now", [], settings));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Source  metrics server at ${settings.METRICS_URL}`);
  });

  test("says that it needs a server", async () => {
    const { code, stderr } = await ended(elsewhere("now", []));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: No metrics server is configured\nhint: /);
  });
});

describe("deno task verify", () => {
  test("has the permissions to ask a server and to compute", async () => {
    const none = { resultType: "matrix", result: [] };
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => Response.json({ status: "success", data: none }),
    );
    const settings = {
      METRICS_URL: `http://127.0.0.1:${server.addr.port}`,
      HOUSEHOLD_ZONE: "Europe/Berlin",
    };
    const { code, stdout, stderr } = await ended(elsewhere("verify", [], settings));
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        "notice: The server has no samples at all; check METER_AIN_REGEX and the household file\n",
    });
    expect(stdout).toContain(`Source   metrics server at ${settings.METRICS_URL}`);
  });

  test("says that it needs a server", async () => {
    const { code, stderr } = await ended(elsewhere("verify", []));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: No metrics server is configured\nhint: /);
  });
});
