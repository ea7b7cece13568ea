import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { localDay } from "../../../src/time.ts";
import { denoEnvironment } from "../../run.ts";
import { serveOneSeries } from "../../standins/one_series.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
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

/** What the task runs, but in a folder where no `.env` is. */
function elsewhere(
  name: "report" | "now" | "sync" | "verify",
  args: string[],
  settings: Record<string, string> = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-R", "--allow-run", `${ROOT}bin/wattbook.js`, name, ...args],
    cwd: folder,
    env: { ...env, ...settings },
    ...pipes,
  }).spawn();
}

async function ended(child: Deno.ChildProcess) {
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
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
  test.each([["csv"], ["json"], ["parquet"], ["html"]])(
    "has the permissions to write %s",
    async (format) => {
      const out = join(folder, `june.${format}`);
      const { code, stdout, stderr } = await ended(task("report", ["--", ...JUNE, "--out", out]));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Wrote ${out} (2 days)`);
      expect(await readdir(folder)).toEqual([`june.${format}`]);
    },
  );

  test("leaves in silence when the reader of its output has left", async () => {
    const child = task("report", [...JUNE, "--out", "-", "--quiet"]);
    await child.stdout.cancel();
    const stderr = await new Response(child.stderr).text();
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

describe("deno task sync", () => {
  const settings = (url: string) => ({ METRICS_URL: url, HOUSEHOLD_ZONE: "Europe/Berlin" });

  test("has the permissions to lock, read, write and ask a server", async () => {
    await using server = serveOneSeries();
    const url = `http://127.0.0.1:${server.addr.port}`;
    for (const added of [1, 0]) {
      const { code, stdout, stderr } = await ended(
        elsewhere(
          "sync",
          ["--from", localDay(Date.now() - 172_800_000, "Europe/Berlin")],
          settings(url),
        ),
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`^inverter_logger_online +${added} `, "m"));
    }
  });

  test.each([["SIGINT", 130], ["SIGTERM", 143]] as const)(
    "ends with %s in good order, exit code %i",
    async (signal, exitCode) => {
      const server = silentServer();
      const child = elsewhere("sync", ["--dir", "samples"], settings(server.url));
      await server.asked;
      child.kill(signal);
      expect(await ended(child)).toMatchObject({ code: exitCode, stderr: "Interrupted\n" });
      expect(await readdir(join(folder, "samples"))).toEqual([".sync.lock"]);
      server.stop();
    },
  );
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
    const notice = "notice: The server has no current reading of this household. " +
      "'deno task doctor' says why.\n";
    expect({ code, stderr }).toEqual({ code: 0, stderr: notice });
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
      stderr: "notice: The server has no samples of this household on these days. " +
        "'deno task doctor' shows what it has\n",
    });
    expect(stdout).toContain(`Source   metrics server at ${settings.METRICS_URL}`);
  });

  test("says that it needs a server", async () => {
    const { code, stderr } = await ended(elsewhere("verify", []));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: No metrics server is configured\nhint: /);
  });
});
