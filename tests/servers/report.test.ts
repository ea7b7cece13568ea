import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { readHousehold } from "../../src/household.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { startGateway } from "../standins/gateway.ts";
import { DEMO, WEEKS } from "./demo_weeks.ts";
import { describeEachServer, describePrometheus } from "./each_server.ts";
import { run } from "../run.ts";

const HOUSEHOLD = `--household=${DEMO}/household.json`;
const SECRETS = { token: "glsa_canary0token", password: "canary0password" };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "wattbook-report-"))));
afterEach(() => rm(folder, { recursive: true }));

const report = (args: string[], settings: Record<string, string> = {}) =>
  run("commands/report.ts", args, { cwd: folder, settings });

/** Rows of a report as CSV. */
async function rows(args: string[], settings: Record<string, string> = {}): Promise<string[]> {
  const file = join(folder, "report.csv");
  const { code, stdout, stderr } = await report([...args, "--out", file], settings);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  for (const secret of Object.values(SECRETS)) expect(stdout + stderr).not.toContain(secret);
  return (await readFile(file, "utf8")).trimEnd().split("\r\n");
}

const range = (from: string, to: string) => ["--from", from, "--to", to];
const SERVER = ["--source", "server", HOUSEHOLD];
const ALL = range(WEEKS.from, WEEKS.to), WEEK = range("2025-10-22", "2025-10-28");

describeEachServer(({ url }) => {
  test("the report of 67 days equals the archive's, row by row and to the last digit", async () => {
    const fromArchive = await rows(["--source", `archive:${DEMO}`, ...ALL]);
    const fromServer = await rows([...SERVER, ...ALL], { METRICS_URL: url.href });
    expect(fromArchive).toHaveLength(1 + 67);
    expect(fromServer).toEqual(fromArchive);
  });

  test("the table behind it is the same without any rounding", async () => {
    const household = await readHousehold(`${DEMO}/household.json`);
    await using client = await connect({ route: { kind: "direct", url } });
    const { table: fromServer } = await analyseDays(serverSource(client), household, WEEKS);
    const { table: fromArchive } = await analyseDays(await openArchive(DEMO), household, WEEKS);
    expect(fromServer.rows).toEqual(fromArchive.rows);
    expect(fromServer.notices).toEqual(fromArchive.notices);
  });

  test.each(["week", "month"])("so does the report per %s", async (period) => {
    const args = [...ALL, "--period", period];
    const fromArchive = await rows(["--source", `archive:${DEMO}`, ...args]);
    expect(fromArchive.length).toBeGreaterThan(3);
    expect(await rows([...SERVER, ...args], { METRICS_URL: url.href })).toEqual(fromArchive);
  });

  test("without a usable binding it ends with what finds one", async () => {
    const file = join(folder, "household.json");
    const nowhere = { selector: "no_such_series", unit: "W" };
    await writeFile(
      file,
      JSON.stringify({
        zone: "Europe/Berlin",
        roles: {
          grid_power: nowhere,
          import_energy: null,
          generation_power: null,
          yield_today: null,
          yield_total: null,
          string_power: null,
          logger_online: null,
        },
      }),
    );
    const args = ["--source", "server", `--household=${file}`, ...WEEK];
    const { stderr } = await report(args, { METRICS_URL: url.href });
    expect(stderr).toContain("run 'deno task setup', which finds the series of your house");
  });

  test("a configured server is the default, and the report says that it was asked", async () => {
    const { code, stdout } = await report([HOUSEHOLD, ...WEEK], { METRICS_URL: url.href });
    expect(code).toBe(0);
    expect(stdout).toContain(`Source  metrics server at ${url.origin}`);
  });
});

describePrometheus((upstream) => {
  describe("through the dashboard (Route A)", () => {
    const { token } = SECRETS;

    test("the report equals the archive's", async () => {
      await using dashboard = startDashboard({ upstream, token });
      const fromArchive = await rows(["--source", `archive:${DEMO}`, ...WEEK]);
      const fromServer = await rows([...SERVER, ...WEEK], {
        DASHBOARD_URL: dashboard.url.href,
        SERVICE_ACCOUNT_TOKEN: token,
      });
      expect(fromServer).toEqual(fromArchive);
      const [list, ...queries] = dashboard.requests;
      expect(list!.path).toBe("/api/datasources");
      expect(queries.length).toBeGreaterThan(3);
      for (const { path, method, headers } of dashboard.requests.slice(1)) {
        expect(path).toBe("/api/datasources/proxy/uid/metrics-uid/api/v1/query");
        expect(method).toBe("POST");
        expect(headers.get("authorization")).toBe(`Bearer ${token}`);
      }
    });

    test("a wrong token is refused with 401, asked once, and never shown", async () => {
      await using dashboard = startDashboard({ upstream, token: "another" });
      const { code, stdout, stderr } = await report([...SERVER, ...WEEK], {
        DASHBOARD_URL: dashboard.url.href,
        SERVICE_ACCOUNT_TOKEN: token,
      });
      expect(code).toBe(1);
      expect(stderr).toContain("SERVICE_ACCOUNT_TOKEN");
      expect(stdout + stderr).not.toContain(token);
      expect(dashboard.requests).toHaveLength(1);
    });
  });

  describe("through the gateway (Route B)", () => {
    const user = "agent", { password } = SECRETS;

    test("the report equals the archive's", async () => {
      await using gateway = startGateway({ upstream, user, password });
      const fromArchive = await rows(["--source", `archive:${DEMO}`, ...WEEK]);
      const fromServer = await rows([...SERVER, ...WEEK], {
        METRICS_URL: gateway.url.href,
        AGENT_USER: user,
        AGENT_PASSWORD: password,
      });
      expect(fromServer).toEqual(fromArchive);
      expect(gateway.requests.length).toBeGreaterThan(3);
      for (const { path, method } of gateway.requests) {
        expect({ path, method }).toEqual({ path: "/api/v1/query", method: "POST" });
      }
    });

    test("a wrong password is refused with 401, asked once, and never shown", async () => {
      await using gateway = startGateway({ upstream, user, password: "another" });
      const { code, stdout, stderr } = await report([...SERVER, ...WEEK], {
        METRICS_URL: gateway.url.href,
        AGENT_USER: user,
        AGENT_PASSWORD: password,
      });
      expect(code).toBe(1);
      expect(stderr).toContain("AGENT_PASSWORD");
      expect(stdout + stderr).not.toContain(password);
      // A gateway bans an account after three failures.
      expect(gateway.requests).toHaveLength(1);
    });

    test("without credentials the report tells what to set", async () => {
      await using gateway = startGateway({ upstream, user, password });
      const { code, stderr } = await report([...SERVER, ...WEEK], {
        METRICS_URL: gateway.url.href,
      });
      expect(code).toBe(1);
      expect(stderr).toContain("AGENT_USER");
      // One that goes alone has to say it only once, behind the question for remote read.
      expect(gateway.requests.map(({ path }) => path)).toEqual(["/api/v1/read", "/api/v1/query"]);
    });

    test.each([["GET", "redirect", 302], ["POST", "redirect", 303]])(
      "a %s that asks for a page gets a %s (%d), as the stand-in's original does",
      async (method, _, status) => {
        await using gateway = startGateway({ upstream, user, password });
        const answer = await fetch(new URL("/api/v1/query?query=up", gateway.url), {
          method,
          headers: { accept: "text/html" },
          redirect: "manual",
        });
        await answer.body?.cancel();
        expect(answer.status).toBe(status);
        expect(new URL(answer.headers.get("location")!).searchParams.get("rd"))
          .toContain("/api/v1/query");
      },
    );
  });
});
