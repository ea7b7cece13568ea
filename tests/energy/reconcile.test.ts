import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { DETAIL_COLUMNS } from "../../src/catalogue.ts";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/analysis.ts";
import { reconciledFrame, rollUpReconciled } from "../../src/energy/reconciled.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { parseHousehold, readHousehold } from "../../src/household.ts";
import { demoHouse } from "../../src/simulator/demo_house.ts";
import { loggerOutage } from "../../src/simulator/faults/logger_outage.ts";
import { meterOutage } from "../../src/simulator/faults/meter_outage.ts";
import { simulate, type SimulationOptions } from "../../src/simulator/simulate.ts";
import { MINUTE, SECOND } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const DEMO = "data/fixtures/demo";
const BANDS = ["export_kwh", "self_consumed_kwh", "consumption_kwh", "autarky"] as const;
type Truth = Record<typeof BANDS[number], number>;

/** Share of the complete days on which the truth lies within each band. */
function shares(
  { table, reconciled }: Awaited<ReturnType<typeof analyseDays>>,
  truth: ReadonlyMap<string, Truth>,
) {
  const complete = table.rows.flatMap((row: EnergyRow, i) => row.complete ? [reconciled[i]!] : []);
  return Object.fromEntries(BANDS.map((name) => {
    const inside = complete.filter((day) => {
      const low = day[`${name}_low`]!, high = day[`${name}_high`]!, is = truth.get(day.date)![name];
      return is >= low - 1e-9 && is <= high + 1e-9;
    });
    return [name, inside.length / complete.length];
  }));
}

const truthOf = (day: { import_kwh: number; export_kwh: number; yield_kwh: number }): Truth => {
  const self_consumed_kwh = day.yield_kwh - day.export_kwh;
  const consumption_kwh = self_consumed_kwh + day.import_kwh;
  return {
    export_kwh: day.export_kwh,
    self_consumed_kwh,
    consumption_kwh,
    autarky: 1 - day.import_kwh / consumption_kwh,
  };
};

describe("the bands hold the truth on at least 95 % of complete days", () => {
  test("of the demo year", async () => {
    const household = await readHousehold(`${DEMO}/household.json`);
    const range = { from: "2025-01-01", to: "2025-12-31" };
    const analysis = await analyseDays(await openArchive(DEMO), household, range);
    const [head, ...lines] = (await Deno.readTextFile(`${DEMO}/truth.csv`)).trim().split(/\r?\n/);
    const names = head!.split(",");
    const truth = new Map(lines.map((line) => {
      const cells = line.split(","), of = (name: string) => Number(cells[names.indexOf(name)]);
      return [
        cells[0]!,
        truthOf({
          import_kwh: of("import_kwh"),
          export_kwh: of("export_kwh"),
          yield_kwh: of("yield_kwh"),
        }),
      ];
    }));
    const found = shares(analysis, truth);
    console.info("demo year: share of days within the bands", found);
    for (const name of BANDS) expect(found[name], name).toBeGreaterThanOrEqual(0.95);
    expect(analysis.calibration.isMean).toBe(false);
  });

  const range = { from: "2025-04-10", to: "2025-06-08" };
  const gap = (start: string, hours: number) => (
    { start: Date.parse(start), end: Date.parse(start) + hours * 60 * MINUTE }
  );
  const variations: [string, Partial<SimulationOptions>][] = [
    ["scraped each 15 s", { scrape: { interval: 15 * SECOND } }],
    ["scraped each 2 min", { scrape: { interval: 2 * MINUTE } }],
    ["scraped each 5 min", { scrape: { interval: 5 * MINUTE } }],
    ["one scrape of five late", { scrape: { late: 0.2 } }],
    ["interval means each 15 s", { scrape: { interval: 15 * SECOND }, meterReport: "mean" }],
    ["interval means each minute", { meterReport: "mean" }],
    ["interval means each 5 min", { scrape: { interval: 5 * MINUTE }, meterReport: "mean" }],
    ["with outages of meter and logger", {
      faults: [
        meterOutage(gap("2025-04-20T09:00:00Z", 3)),
        loggerOutage(gap("2025-05-06T10:00:00Z", 2)),
        meterOutage(gap("2025-05-25T22:00:00Z", 1)),
      ],
    }],
  ];
  test.each(variations)("of two months %s", async (name, options) => {
    const { series, truth } = simulate({ ...demoHouse, seed: name }, { ...range, ...options });
    const household = parseHousehold({ zone: demoHouse.zone, latitude: 50.56, longitude: 9.68 });
    const analysis = await analyseDays(memorySource(joinSeries(series)), household, range);
    const days = new Map(truth.map((day) => [day.label, truthOf(day)]));
    const found = shares(analysis, days);
    const complete = analysis.table.rows.filter((row) => row.complete).length;
    console.info(`${name}: ${complete} days, share within the bands`, found);
    expect(complete).toBeGreaterThan(50);
    for (const band of BANDS) expect(found[band], band).toBeGreaterThanOrEqual(0.95);
    expect(analysis.calibration.isMean).toBe(options.meterReport === "mean");
  });
});

describe("reconcile()", () => {
  test("lays every way side by side, also DC against AC, by day and by month", async () => {
    const household = await readHousehold(`${DEMO}/household.json`);
    const { reconciled } = await analyseDays(await openArchive(DEMO), household, {
      from: "2025-06-01",
      to: "2025-06-30",
      strings: true,
    });
    for (const day of reconciled) {
      // Two counters of one inverter: their steps are 0.01 and 0.1 kWh.
      expect(Math.abs(day.yield_day_counter_kwh! - day.yield_lifetime_kwh!)).toBeLessThan(0.11);
      // An inverter gives less than its strings do, and most of it.
      const efficiency = day.yield_integral_kwh! / day.dc_integral_kwh!;
      expect(efficiency).toBeGreaterThan(0.9);
      expect(efficiency).toBeLessThan(1);
      expect(day.import_residual_kwh)
        .toBeCloseTo(day.import_integral_kwh! - day.import_counter_kwh!, 9);
    }
    const [june, ...others] = rollUpReconciled(reconciled, "month");
    expect(others).toEqual([]);
    expect(june!.date).toBe("2025-06");
    const sum = reconciled.reduce((kwh, day) => kwh + day.import_counter_kwh!, 0);
    expect(june!.import_counter_kwh).toBeCloseTo(sum, 9);
    expect(june!.autarky_low!).toBeLessThan(june!.autarky_high!);
  });

  test("has a frame with the columns of the detail", () => {
    expect(reconciledFrame([]).columns).toEqual([
      "date",
      ...DETAIL_COLUMNS.map(({ name }) => name),
    ]);
  });
});
