import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeArchive } from "../../src/archive/write_archive.ts";
import type { Config } from "../../src/config.ts";
import {
  type HouseholdEffects,
  openHousehold,
  type OpenHouseholdOptions,
} from "../../src/house/open_household.ts";
import { load } from "../notation.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";

const START = Date.UTC(2025, 5, 1);
/** Two days of a house that draws 600 W. */
const HELD = load(
  `gridbox_ha_multimeter_power_W{ain="1-1"} 600x2879
   gridbox_ha_multimeter_energy_Wh{ain="1-1"} 1000+10x2879`,
  { start: START },
);
const NOTHING: Config = { route: null };
const now = () => START + 2 * 86_400_000;

let folder: string, archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "house-"));
  archive = join(folder, "archive");
  await mkdir(archive);
  await writeArchive(archive, HELD);
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a household where the settings and files are what a test says. */
function open(options: OpenHouseholdOptions = {}, effects: HouseholdEffects = {}) {
  return openHousehold(options, {
    settings: () => NOTHING,
    findFile: () => undefined,
    warn: () => {},
    now,
    ...effects,
  });
}

/** Settings of a server that holds the two days. */
function serverSettings() {
  const server = startMetricsServer(() => HELD);
  const settings = (): Config => ({ route: { kind: "direct", url: server.url }, zone: "UTC" });
  return { settings, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const JUNE = { from: "2025-06-01", to: "2025-06-02" };
const imports = [14.39, 14.4];

describe("openHousehold()", () => {
  test("says which lines of .env were not read when it shows the demo instead", async () => {
    const warnings: string[] = [];
    const settings = () => ({ route: null, unknown: ["PROMETHEUS_URL"] });
    const findFile = (name: string) => name === "household.json" ? name : undefined;
    await using home = await open({}, { settings, findFile, warn: (text) => warnings.push(text) });
    expect(warnings[0]).toMatch(
      / household\.json is not used for it\. The file \.env sets PROMETHEUS_URL, which Wattbook/,
    );
    expect(home.notices[0]).toBe(warnings[0]);
  });

  test("without a server is the demo, and says so everywhere", async () => {
    const warnings: string[] = [];
    await using home = await open({}, { warn: (text) => warnings.push(text) });
    expect(warnings).toHaveLength(1);
    const loud = /^This is the simulated demo household, not yours: no server is configured\. Set /;
    expect(warnings[0]).toMatch(loud);
    expect(home.isDemo).toBe(true);
    expect(String(home)).toContain(warnings[0]!);
    expect(home.source.description).toBe(
      "demo household, simulated, because no server is configured",
    );
    const days = await home.days({ ...JUNE, power: "1h" });
    expect(days.source).toBe(home.source.description);
    for (const result of [days, days.power, days.rollUp("month")]) {
      expect(result.notices[0]).toMatch(loud);
      expect(String(result)).toMatch(/This is the simulated demo household/);
    }
    const samples = await home.samples("grid_power", {
      from: "2025-06-01T12:00",
      to: "2025-06-01T12:05",
    });
    expect(samples.notices[0]).toMatch(loud);
  });

  test("is the demo without a word where it was asked for", async () => {
    const warnings: string[] = [];
    await using home = await open({ demo: true }, { warn: (text) => warnings.push(text) });
    expect(warnings).toEqual([]);
    expect(home.isDemo).toBe(true);
    expect(home.notices).toEqual([]);
    expect(String(home)).toBe(
      "Demo household (Europe/Berlin, 2 strings, 9 kWp together)\n" +
        "Samples from demo household, simulated; see data/fixtures/README.md",
    );
  });

  test("is the demo household that was named", async () => {
    await using home = await open({ demo: "battery" });
    expect(home.isDemo).toBe(true);
    expect(String(home)).toBe(
      "Demo household (Europe/Vienna, 2 strings, 11.4 kWp together)\n" +
        "Samples from demo household 'battery', simulated; see data/fixtures/README.md",
    );
    const days = await home.days(JUNE);
    expect(days.source).toBe(home.source.description);
    // Only the answers to `now` and `doctor` were recorded.
    for (const asked of [home.query("up", { at: "2025-06-01" }), home.verify(JUNE)]) {
      await expect(asked).rejects.toMatchObject({ code: "NOT_RECORDED" });
    }
    expect((await home.now()).state.battery!.power.value).toBeGreaterThan(0);
  });

  test("is the configured server, with the household file and the tariff of the project", async () => {
    await using server = serverSettings();
    const file = join(folder, "kolkata.json");
    await writeFile(file, '{ "zone": "Asia/Kolkata" }');
    const asked: string[] = [];
    const findFile = (name: string) => {
      asked.push(name);
      return file;
    };
    await using home = await open({}, { ...server, findFile });
    expect(asked).toEqual(["household.json", "tariff.json"]);
    expect(home.zone).toBe("Asia/Kolkata");
    expect(home.isDemo).toBe(false);
    expect(home.client).not.toBeNull();
    expect(String(home)).toMatch(
      /^Household \(Asia\/Kolkata, no coordinates\)\nSamples from metrics server at http:/,
    );
    await using elsewhere = await open({ zone: "UTC" }, { ...server, findFile });
    const days = await elsewhere.days(JUNE);
    days.rows.forEach((row, day) => expect(row.import_kwh).toBeCloseTo(imports[day]!, 1));
  });

  test.each([
    ["an address", (url: URL) => url.href],
    ["a URL", (url: URL) => url],
    ["a route", (url: URL) => ({ kind: "direct" as const, url })],
    ["settings", (url: URL) => ({ route: { kind: "direct" as const, url }, inverterJob: "i" })],
  ])("is a server that is named by %s, whatever the settings say", async (_, server) => {
    await using named = startMetricsServer(() => HELD);
    await using home = await open({ server: server(named.url), zone: "UTC" });
    expect((await home.days(JUNE)).rows).toHaveLength(2);
    expect(home.client!.description).toContain(named.url.host);
  });

  test("is an archive, to which the server's settings do not matter", async () => {
    await using home = await open({ archive, zone: "UTC" }, {
      settings: () => ({ route: { kind: "direct", url: new URL("http://127.0.0.1:1") } }),
    });
    expect(home.client).toBeNull();
    const days = await home.days();
    expect(days.rows.map(({ date }) => date)).toEqual(["2025-06-01", "2025-06-02"]);
    expect(String(home)).toContain(`Samples from archive ${archive}`);
  });

  test("has the running day where it is asked for", async () => {
    const noon = { now: () => START + 1.5 * 86_400_000 };
    await using home = await open({ archive, zone: "UTC" }, noon);
    expect((await home.days()).rows).toHaveLength(1);
    expect((await home.days({ includeToday: true })).rows).toHaveLength(2);
    expect((await home.power({ step: "1h" })).frame.height).toBe(24);
    expect((await home.power({ step: "1h", includeToday: true })).frame.height).toBe(48);
  });

  test("is an archive that the server continues", async () => {
    await using server = serverSettings();
    await using home = await open({ archive, server: true, zone: "UTC" }, server);
    expect(home.source.kind).toBe("joined");
    expect((await home.days(JUNE)).rows).toHaveLength(2);
  });

  test("asks the configured server for an expression about an archive, if there is one", async () => {
    await using server = serverSettings();
    const expression = 'gridbox_ha_multimeter_power_W{ain="1-1"}[300s]';
    await using home = await open({ archive, zone: "UTC" }, server);
    const answered = await home.query(expression, { at: "2025-06-01T12:00" });
    expect([...answered.columns.value]).toEqual([600, 600, 600, 600, 600]);
    expect(home.client).toBeNull();
    await using alone = await open({ archive, zone: "UTC" });
    await expect(alone.query(expression)).rejects.toMatchObject({ code: "NOT_CONFIGURED" });
    await expect(alone.verify(JUNE)).rejects.toMatchObject({ code: "NOT_CONFIGURED" });
    await expect(alone.now()).rejects.toMatchObject({
      code: "NOT_CONFIGURED",
      message: "Only a server knows what the house does now; this is an archive",
    });
  });

  test.each<[string, OpenHouseholdOptions, HouseholdEffects, string]>([
    ["a server that is not configured", { server: true }, {}, "NOT_CONFIGURED"],
    ["no address", { server: "my-server" }, {}, "BAD_OPTION"],
    ["an unknown option", { source: "demo" } as OpenHouseholdOptions, {}, "BAD_OPTION"],
    ["a demo with a server", { demo: true, server: true }, {}, "BAD_OPTION"],
    ["another demo with an archive", { demo: "battery", archive: "a" }, {}, "BAD_OPTION"],
    ["a demo that is not there", { demo: "wallbox" as "battery" }, {}, "BAD_OPTION"],
    ["a demo with a wire", { demo: true, wire: "json" }, {}, "BAD_OPTION"],
    ["an archive with a wire", { archive: "a", wire: "chunks" }, {}, "BAD_OPTION"],
    ["a wire without a server", { wire: "json" }, {}, "NOT_CONFIGURED"],
    [
      "a wire that is not there",
      { server: "http://127.0.0.1:1", wire: "xml" as "json" },
      {},
      "BAD_OPTION",
    ],
    ["a folder that is no archive", { archive: "no/such/folder" }, {}, "BAD_ARCHIVE"],
    ["no zone", { server: "http://127.0.0.1:1" }, {}, "ZONE_MISSING"],
    [
      "a household file that is not there",
      { demo: true, household: "none.json" },
      {},
      "BAD_HOUSEHOLD",
    ],
    ["no zone of that name", { demo: true, zone: "Berlin" }, {}, "BAD_ZONE"],
  ])("refuses %s", async (_, options, effects, code) => {
    await expect(open(options, effects)).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  test("closes the connection of a server, at the end of its block or when told", async () => {
    await using server = serverSettings();
    const home = await open({}, server);
    await home.close();
    await expect(home.days(JUNE)).rejects.toThrow();
  });
});
