import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { doctor } from "../../src/commands/doctor.ts";
import type { CheckResult } from "../../src/terminal/findings.ts";
import { loggerOutage } from "../simulator/house/faults/logger_outage.ts";
import { formatInstant, HOUR } from "../../src/time.ts";
import { effects } from "../terminal/capture.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { ROUTE_B_RULES, startGateway } from "../standins/gateway.ts";
import { AIN, liveBatteryHouse, type LiveHouse, liveHouse, partsOf, until } from "./live_house.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const JOBS = { INVERTER_JOB: "inverter-exporter", METER_JOB: "gridbox-exporter" };
const SECRETS = { token: "glsa_canary0token", password: "canary0password" };
const METER = "gridbox_ha_multimeter_energy_Wh";
const NEIGHBOUR = "12345 0199999-1";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "wattbook-doctor-"))));
afterAll(() => rm(folder, { recursive: true }));

/** A doctor's visit: its exit code and results. Secrets must be nowhere. */
async function visit(
  settings: Record<string, string>,
  household: Record<string, unknown>,
): Promise<{ code: number; results: CheckResult[] }> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(household));
  const here = effects({ env: { ...JOBS, ...settings }, now: Date.now });
  const code = await doctor(["--json", "--household", file], here);
  expect(here.stdout.text + here.stderr.text).not.toContain("canary");
  return { code, results: JSON.parse(here.stdout.text).results };
}

/** What is not as it should be. The live house is young, which is told each time. */
const troubles = (results: CheckResult[]) =>
  results.filter(({ check, status }) => status !== "ok" && check !== "retention")
    .map(({ check, subject, status }) => [status, check, subject].filter(Boolean).join(" "));

const about = (results: CheckResult[], check: string, subject?: string) =>
  results.find((one) => one.check === check && one.subject === subject);

/** Another meter in the same building. */
function withNeighbour(series: readonly LabelledSamples[]): LabelledSamples[] {
  const others = series.filter(({ labels }) => labels["ain"]?.endsWith("-1"))
    .map((one) => ({ ...one, labels: { ...one.labels, ain: NEIGHBOUR } }));
  return [...series, ...others];
}

const START = [
  { program: PROMETHEUS, start: startPrometheus },
  { program: VICTORIA_METRICS, start: startVictoriaMetrics },
];

for (const { program, start } of START) {
  const isInstalled = await installed(program);

  describe.skipIf(!isInstalled)(program, () => {
    test("an identifier and a job that match nothing are failures", async () => {
      const { series, household } = liveHouse(12);
      await using server = await start(partsOf(series));
      const { code, results } = await visit(
        { METRICS_URL: server.url.href, METER_JOB: "gridbox" },
        { ...household, meter_ain_regex: "99999 (?i)x" },
      );
      expect(code).toBe(1);
      for (const metric of [METER, "gridbox_ha_multimeter_power_W"]) {
        expect(about(results, "metrics", metric)).toMatchObject({
          status: "failure",
          found: "series exist, but none with these labels",
          advice: expect.stringContaining("METER_AIN_REGEX"),
        });
      }
      expect(about(results, "exporters", "METER_JOB")).toMatchObject({
        status: "failure",
        found: expect.stringContaining("'gridbox'"),
      });
      expect(about(results, "exporters", "inverter-exporter")).toMatchObject({ status: "ok" });
      expect(about(results, "meter_identifier")).toMatchObject({
        status: "failure",
        advice: expect.stringContaining(AIN),
      });
      expect(results.filter(({ found }) => /\b0 series/.test(found))).toEqual([]);
    });

    test("at noon nothing is wrong", async () => {
      const { series, household } = liveHouse(12);
      await using server = await start(partsOf(series));
      const { code, results } = await visit({ METRICS_URL: server.url.href }, household);
      expect(troubles(results)).toEqual([]);
      expect(code).toBe(0);
      expect(about(results, "metrics", "inverter_dc_power_watts")!.found)
        .toMatch(/^4 series \(and 4 from before restarts\), every 60 s, last sample/);
      expect(about(results, "logger")!.found).toBe("online");
      expect(about(results, "recording_rules", "home:power_total:watts")!.found)
        .toContain("10 of its last 10");
      expect(about(results, "inverter_clock")!.found).toMatch(
        /^[34] resets .* all at midnight/,
      );
      // Only Prometheus tells how long it keeps samples; the other may keep too little.
      const told = program === PROMETHEUS;
      const { status, found } = about(results, "retention")!;
      expect({ status, told }).toEqual({ status: told ? "ok" : "warning", told });
      const [oldest] = series.filter(({ labels }) => labels["__name__"] === METER)
        .map(({ time }) => time[0]!).sort();
      const when = formatInstant(oldest!, String(household["zone"])).replace("T", " ").slice(0, 16);
      expect(found).toMatch(told ? /^the server keeps 100y; the oldest/ : /^the oldest/);
      expect(found).toContain(`is 4 days old (${when})`);
      expect(about(results, "datasource")!.found.toLowerCase()).toContain(program.slice(0, 8));
    });

    test("a house with battery, wallbox and heat pump is well", async () => {
      const { series, household } = liveBatteryHouse(10);
      await using server = await start(partsOf(series));
      const settings = { METRICS_URL: server.url.href };
      const jobs = { INVERTER_JOB: "pv-exporter", METER_JOB: "energy-manager" };
      const { code, results } = await visit({ ...settings, ...jobs }, household);
      // It has no such logger, and no rules over its own series.
      expect(troubles(results)).toEqual([
        "skipped meter_identifier",
        "skipped logger",
        "skipped recording_rules",
      ]);
      expect(code).toBe(0);
      for (
        const [metric, found] of [
          ["battery_power_watts", /every 30 s, last sample .*: -?\d+ W$/],
          ["battery_soc_percent", /every 30 s, last sample .*: 0\.\d+$/],
          ["battery_charged_wh_total", /every 30 s, last sample .*: \d+.*kWh$/],
          ["wallbox_power_watts", /every 60 s, last sample .*: \d+ W$/],
          ["heat_pump_energy_wh_total", /every 2 min, last sample .*: \d+.*kWh$/],
        ] as const
      ) {
        expect(about(results, "metrics", metric), metric)
          .toMatchObject({ status: "ok", found: expect.stringMatching(found) });
      }
    });

    test("at night a silent inverter is no failure, with and without coordinates", async () => {
      const { series, household } = liveHouse(22);
      await using server = await start(partsOf(series));
      for (const place of [{}, { latitude: undefined, longitude: undefined }]) {
        const { code, results } = await visit(
          { METRICS_URL: server.url.href },
          { ...household, ...place },
        );
        expect(troubles(results)).toEqual([]);
        expect(code).toBe(0);
        expect(about(results, "metrics", "inverter_ac_active_power_watts")!.found)
          .toMatch(/^silent for the night \(.+\), last sample [3-6] h ago/);
        expect(about(results, "logger")!.found).toMatch(/^offline, and so is the inverter/);
      }
    });

    test("a logger that fails by day is told with its advice", async () => {
      const now = Date.now();
      const outage = loggerOutage({ start: now - 2 * HOUR, end: now + HOUR });
      const { series, household } = liveHouse(14, [outage]);
      await using server = await start(partsOf(series));
      const { code, results } = await visit({ METRICS_URL: server.url.href }, household);
      expect(code).toBe(1);
      expect(about(results, "logger")).toMatchObject({
        status: "failure",
        advice: expect.stringContaining("logger stick"),
      });
      expect(about(results, "metrics", "inverter_ac_active_power_watts")!.status).toBe("failure");
      expect(about(results, "metrics", "gridbox_ha_multimeter_power_W")!.status).toBe("ok");
      expect(about(results, "recording_rules", "home:power_total:watts")!.status).toBe("skipped");
    });

    test("an empty server is told once, and nothing is built upon it", async () => {
      await using server = await start([joinSeries([])]);
      const { code, results } = await visit({ METRICS_URL: server.url.href }, { zone: "UTC" });
      expect(code).toBe(1);
      expect(results.filter(({ status }) => status === "failure").map(({ check }) => check))
        .toEqual(["exporters", "metrics"]);
      expect(about(results, "metrics")!.found).toMatch(/18 metrics .* the server scrapes nothing$/);
      expect(results.filter(({ found }) => found === "depends on 'Metrics'")).toHaveLength(7);
    });

    test("exporters that died hours ago are failures, and the rules are told", async () => {
      const { series, household } = liveHouse(13);
      const end = Date.now() - 2 * HOUR;
      const dead = series.map((one) => until(one, end)).filter(({ time }) => time.length > 0);
      await using server = await start(partsOf(dead));
      const { code, results } = await visit({ METRICS_URL: server.url.href }, household);
      expect(code).toBe(1);
      for (const name of ["gridbox_ha_multimeter_power_W", "inverter_ac_active_power_watts"]) {
        expect(about(results, "metrics", name)).toMatchObject({
          status: "failure",
          found: expect.stringMatching(/^silent, last sample (2 h|1\d\d min) ago/),
          advice: expect.stringContaining("exporter"),
        });
      }
      expect(about(results, "exporters")).toMatchObject({ status: "failure" });
      expect(about(results, "logger")).toMatchObject({ status: "warning" });
      expect(about(results, "recording_rules", "home:power_grid_import:watts"))
        .toMatchObject({ status: "warning", found: expect.stringContaining("silent now") });
    });
  });
}

describe.skipIf(!await installed(PROMETHEUS))("on the way to Prometheus", () => {
  let server: RunningServer, house: LiveHouse, upstream: URL;
  beforeAll(async () => {
    house = liveHouse(12);
    server = await startPrometheus(partsOf(withNeighbour(house.series)));
    upstream = server.url;
  });
  afterAll(() => server?.stop());
  const { token, password } = SECRETS, user = "agent";

  test("through the dashboard all is well, with few requests", async () => {
    await using dashboard = startDashboard({ upstream, token });
    const settings = { DASHBOARD_URL: dashboard.url.href, SERVICE_ACCOUNT_TOKEN: token };
    const { code, results } = await visit(settings, house.household);
    expect(troubles(results)).toEqual([]);
    expect(code).toBe(0);
    expect(about(results, "datasource")!.found).toMatch(
      /^'Metrics' \(metrics-uid\): Prometheus \d/,
    );
    expect(about(results, "access")!.found).toContain("'Wattbook' (sa-1-wattbook)");
    // Fewer than 20 for all other checks; that of the household file reads the samples of each role.
    expect(dashboard.requests.length).toBeLessThan(32);
  });

  test("a wrong token stops at the access", async () => {
    await using dashboard = startDashboard({ upstream, token: "another" });
    const settings = { DASHBOARD_URL: dashboard.url.href, SERVICE_ACCOUNT_TOKEN: token };
    const { code, results } = await visit(settings, house.household);
    expect(code).toBe(1);
    expect(results.filter(({ status }) => status === "failure")).toMatchObject([
      { check: "access", advice: expect.stringContaining("SERVICE_ACCOUNT_TOKEN") },
    ]);
    expect(about(results, "metrics")).toMatchObject({ status: "skipped" });
    // Its health, which needs no token, and the refusal.
    expect(dashboard.requests).toHaveLength(2);
  });

  test("through the gateway all is well", async () => {
    await using gateway = startGateway({ upstream, user, password });
    const settings = {
      METRICS_URL: gateway.url.href,
      AGENT_USER: user,
      AGENT_PASSWORD: password,
    };
    const { code, results } = await visit(settings, house.household);
    expect(troubles(results)).toEqual([]);
    expect(code).toBe(0);
  });

  test.each([
    ["a wrong password", { password: "another" }],
    ["a rule below the catch-all", { rules: [...ROUTE_B_RULES].reverse() }],
  ])("%s stops at the access, after one request", async (_, wrong) => {
    await using gateway = startGateway({ upstream, user, password, ...wrong });
    const settings = {
      METRICS_URL: gateway.url.href,
      AGENT_USER: user,
      AGENT_PASSWORD: password,
    };
    const { code, results } = await visit(settings, house.household);
    expect(code).toBe(1);
    expect(results.filter(({ status }) => status === "failure")).toMatchObject([
      {
        check: "access",
        advice: expect.stringMatching(/AGENT_PASSWORD.*one-factor rule must stand/s),
      },
    ]);
    expect(gateway.requests).toHaveLength(1);
  });

  test("without credentials the gateway is told", async () => {
    await using gateway = startGateway({ upstream, user, password });
    const { results } = await visit({ METRICS_URL: gateway.url.href }, house.household);
    expect(about(results, "access")).toMatchObject({
      status: "failure",
      advice: expect.stringContaining("AGENT_USER"),
    });
  });

  const withPattern = (meter_ain_regex: string | undefined) =>
    visit({ METRICS_URL: upstream.href }, { ...house.household, meter_ain_regex });

  test.each([
    ["too wide", "12345 .*", "failure", "matches 2 meters"],
    ["not set, with two meters", undefined, "failure", "there are 2 meters"],
    ["too narrow: without the sub-unit", "12345 0123456", "failure", "'12345 0123456-1'"],
    ["too narrow: the sub-unit alone", "12345 0123456-1", "warning", "not '12345 0123456'"],
    ["of nobody", "99999(-1)?", "failure", "matches none"],
  ])("a pattern %s", async (_, pattern, status, found) => {
    const { code, results } = await withPattern(pattern);
    expect(about(results, "meter_identifier")).toMatchObject({
      status,
      found: expect.stringContaining(found),
      advice: expect.stringContaining(AIN),
    });
    expect(code).toBe(status === "failure" ? 1 : 0);
  });

  test("a grid meter with the other sign contradicts its register and the rules", async () => {
    const selector = 'gridbox_ha_multimeter_power_W{ain="12345 0123456-1"}';
    const roles = { grid_power: { selector, unit: "W", sign: "export_positive" } };
    const { results } = await visit({ METRICS_URL: upstream.href }, { ...house.household, roles });
    expect(about(results, "recording_rules", "home:power_grid_import:watts"))
      .toMatchObject({ status: "failure" });
  });
});
