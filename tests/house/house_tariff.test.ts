import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeArchive } from "../../src/archive/write_archive.ts";
import { runMcp } from "../../src/commands/mcp/run_mcp.ts";
import { parseReportOptions } from "../../src/commands/report.ts";
import { computeReport } from "../../src/commands/report/run_report.ts";
import {
  type HouseholdEffects,
  openHousehold,
  type OpenHouseholdOptions,
} from "../../src/house/open_household.ts";
import { load } from "../notation.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";
import { effects } from "../terminal/capture.ts";

const START = Date.UTC(2025, 5, 1);
/** Two days of a house that draws 600 W: 14.4 kWh each. */
const HELD = load(
  `gridbox_ha_multimeter_power_W{ain="1-1"} 600x2879
   gridbox_ha_multimeter_energy_Wh{ain="1-1"} 1000+10x2879`,
  { start: START },
);
const now = () => START + 2 * 86_400_000;
const JUNE = { from: "2025-06-01", to: "2025-06-01" };

const iso = (time: number) => new Date(time).toISOString();

const tariff = (ct: number) => {
  const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 };
  return JSON.stringify({
    name: `${ct} ct`,
    tz: "UTC",
    currency: "EUR",
    components: [
      { id: "energy", flow: "import", price: ct, ...common },
      { id: "feed-in", flow: "export", price: 8, ...common },
    ],
  });
};

/** Archives of the same samples, and what lies beside their household file. */
let folder: string, priced: string, plain: string, broken: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tariff-"));
  [priced, plain, broken] = ["priced", "plain", "broken"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const dir of [priced, plain, broken]) {
    await mkdir(dir);
    await writeArchive(dir, HELD);
    await writeFile(join(dir, "household.json"), '{"zone":"UTC"}');
  }
  await writeFile(join(priced, "tariff.json"), tariff(30));
  await writeFile(join(broken, "tariff.json"), tariff(30).replace("ct/kWh", "EUR/kWh"));
  await writeFile(join(folder, "offer.json"), tariff(40));
});
afterAll(() => rm(folder, { recursive: true }));

function open(options: OpenHouseholdOptions, effects: HouseholdEffects = {}) {
  return openHousehold(options, {
    settings: () => ({ route: null }),
    findFile: () => undefined,
    warn: () => {},
    now,
    ...effects,
  });
}

describe("the tariff of a house", () => {
  test("lies in its archive, and days have money if it is asked for", async () => {
    await using home = await open({ archive: priced });
    expect(home.tariff).toBe(join(priced, "tariff.json"));
    const money = await home.money(JUNE);
    expect(money.total!.cost).toBeCloseTo(14.4 * 0.3, 2);
    expect((await home.days(JUNE)).hasMoney).toBe(false);
    const days = await home.days({ ...JUNE, tariff: true });
    expect(days.money.total!.cost).toBe(money.total!.cost);
    // An empty name is a mistake, not a wish for no money.
    await expect(home.days({ ...JUNE, tariff: "" })).rejects.toMatchObject({ code: "BAD_TARIFF" });
    // What is named wins.
    const other = await home.money({ ...JUNE, tariff: join(folder, "offer.json") });
    expect(other.total!.cost).toBeCloseTo(14.4 * 0.4, 2);
  });

  test("lies beside the household file of the project, or of the one that is named", async () => {
    await using server = startMetricsServer(() => HELD);
    const findFile = (name: string) => join(priced, name);
    const options = { server: server.url };
    await using own = await open(options, { findFile });
    expect(own.tariff).toBe(join(priced, "tariff.json"));
    await using named = await open(
      { ...options, household: join(plain, "household.json") },
      { findFile },
    );
    expect(named.tariff).toBeNull();
    await using other = await open({
      archive: plain,
      household: join(priced, "household.json"),
    });
    expect(other.tariff).toBe(join(priced, "tariff.json"));
  });

  test("is not that of another folder, and the demo has none", async () => {
    const findFile = (name: string) => join(priced, name);
    await using archived = await open({ archive: plain }, { findFile });
    expect(archived.tariff).toBeNull();
    await expect(archived.money(JUNE)).rejects.toMatchObject({
      code: "NOT_CONFIGURED",
      hint: expect.stringContaining("tariff.json beside household.json"),
    });
    expect((await archived.days({ ...JUNE, tariff: true })).hasMoney).toBe(false);
    await using demo = await open({ demo: true }, { findFile });
    expect(demo.tariff).toBeNull();
    const warned: string[] = [];
    await using unasked = await open({}, { findFile, warn: (text) => warned.push(text) });
    expect(unasked.tariff).toBeNull();
    expect(warned[0]).toContain("household.json and tariff.json are not used for it.");
  });

  test("is compared with an offer, and prices a battery", async () => {
    await using home = await open({ archive: priced });
    const { tariffs } = await home.compareTariffs({
      ...JUNE,
      tariffs: [join(folder, "offer.json")],
    });
    expect(tariffs.map(({ tariff }) => tariff)).toEqual(["30 ct", "40 ct"]);
    await expect(home.whatIf({ ...JUNE, battery: { kwh: 5, kw: 2 }, optimum: false })).resolves
      .toMatchObject({ batteries: [{ tariff: "30 ct" }] });
  });

  test("the running day needs prices up to now only", async () => {
    const noon = START + 1.5 * 86_400_000;
    const hours = Array.from({ length: 36 }, (_, hour) => `${iso(START + hour * 3_600_000)},30`);
    await writeFile(join(folder, "prices.csv"), ["start,price", ...hours].join("\n"));
    const common = { flow: "import", from: "2025-01-01", unit: "ct/kWh", vat: 0 };
    await writeFile(
      join(folder, "series.json"),
      JSON.stringify({
        ...{ tz: "UTC", currency: "EUR" },
        components: [{ id: "energy", ...common, series: "spot" }],
        series: { spot: { csv: "prices.csv", unit: "ct/kWh", step: "PT1H" } },
      }),
    );
    const days = { from: "2025-06-01", to: "2025-06-02", includeToday: true };
    const priced = async (at: number) => {
      await using home = await open({ archive: plain }, { now: () => at });
      return (await home.money({ ...days, tariff: join(folder, "series.json") })).total!.cost;
    };
    expect(await priced(noon)).toBeCloseTo(1.5 * 4.32, 2);
    await using home = await open({ archive: plain }, { now: () => noon });
    const tariffs = ["series.json", "offer.json"].map((name) => join(folder, name));
    const compared = await home.compareTariffs({ ...days, tariffs });
    expect(compared.tariffs[1]!.cost).toBeCloseTo(1.5 * 5.76, 2);
    await expect(priced(noon + 3_600_000)).rejects.toThrow("its prices end at 2025-06-02T12:00Z");
  });

  test("a file that is wrong is an error, which says why it counts", async () => {
    await using home = await open({ archive: broken }, { asFlags: true });
    await expect(home.days({ ...JUNE, tariff: true })).rejects.toMatchObject({
      code: "BAD_TARIFF",
      message: expect.stringContaining("30 EUR/kWh"),
      hint: expect.stringMatching(/because of its name and place; --no-tariff leaves it out\.$/),
    });
    expect((await home.days(JUNE)).rows).toHaveLength(1);
  });
});

describe("deno task report", () => {
  const compute = async (...args: string[]) => {
    const days = ["--from", "2025-06-01", "--to", "2025-06-01", "--quiet"];
    const parsed = parseReportOptions([...days, ...args]);
    if (!("options" in parsed)) throw new Error(parsed.text);
    const { money } = await computeReport(parsed.options, effects({ now }));
    return money && [money.tariff, money.rows[0]!.cost];
  };

  test("prices with the tariff of the house, with a named one, or not", async () => {
    const source = ["--source", `archive:${priced}`];
    expect(await compute(...source)).toEqual(["30 ct", expect.closeTo(4.32, 2)]);
    expect(await compute(...source, "--tariff", join(folder, "offer.json")))
      .toEqual(["40 ct", expect.closeTo(5.76, 2)]);
    expect(await compute(...source, "--no-tariff")).toBeNull();
    expect(await compute("--source", `archive:${plain}`)).toBeNull();
  });
});

test("deno task mcp answers with the money of the house's tariff", async () => {
  const ending = new AbortController(), token = "0123456789abcdef0123456789abcdef";
  const own = effects({ now, signal: ending.signal, env: { MCP_TOKEN: token } });
  const serving = runMcp({
    source: { archive: priced },
    ...{ tariff: [], http: 0, tokenInUrl: false, debug: false },
  }, own).catch((error) => error);
  await expect.poll(() => own.stderr.text).toMatch(/Listening on \S+/);
  const [, url] = /Listening on (\S+)/.exec(own.stderr.text)!;
  const answer = await fetch(url!, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "energy_totals", arguments: { period: "2025-06-01" } },
    }),
  });
  expect((await answer.text()).replaceAll("\\", "")).toContain('"tariff":"30 ct"');
  ending.abort();
  await serving;
});
