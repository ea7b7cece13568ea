import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import {
  currentExport,
  currentGeneration,
  currentGrid,
  currentLoad,
  dailyExport,
  dailyImport,
  dailyYield,
  dataFlowing,
  exportedSinceMidnight,
  selfSufficiency,
  stringPower,
  yieldToday,
} from "../../src/client/promql.ts";
import { eachSeries, seriesAt } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { readHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";
import { HOUR, localDay, localDays, MINUTE, startOfDay } from "../../src/time.ts";
import { DEMO, ZONE } from "./demo_weeks.ts";
import { describeEachServer } from "./each_server.ts";

const DAY = 24 * HOUR;
const AIN = "12345 0123456(-1)?";
const archive = await openArchive(DEMO);

/** Sunny noon, exporting; evening, importing; both half a minute after the rules' evaluation. */
const NOON = Date.parse("2025-10-15T12:30:30+02:00");
const EVENING = Date.parse("2025-10-15T20:30:30+02:00");
/** The day with 25 hours, at 18:00. */
const CLOCK_CHANGE = Date.parse("2025-10-26T18:00:30+01:00");

/** What the archive has for a metric at an instant, per series: the latest of five minutes. */
async function inArchive(metric: string, time: number): Promise<Map<string, number>> {
  const { columns } = await archive.samples(selector(metric), {
    start: time - 5 * MINUTE + 1,
    end: time,
  });
  return new Map(
    [...eachSeries(columns)].map(({ labels, value }) => [labels.string ?? "", value.at(-1)!]),
  );
}

async function single(metric: string, time: number): Promise<number> {
  const values = await inArchive(metric, time);
  expect(values.size).toBe(1);
  return values.get("")!;
}

/** Exported energy as the shape defines it: each minute's grid power, clipped. [kWh] */
async function exportedInArchive(start: number, end: number): Promise<number> {
  const { columns } = await archive.samples(selector("home:power_grid_import:watts"), {
    start,
    end,
  });
  return columns.value.reduce((sum, grid) => sum + Math.max(-grid, 0), 0) / 60 / 1000;
}

describeEachServer(({ url, kind }) => {
  async function valueOf(expression: string, time: number): Promise<number> {
    await using client = await connect({ route: { kind: "direct", url } });
    const { columns } = await client.query(expression, { time });
    expect(columns.labels.length, expression).toBe(1);
    return columns.value[0]!;
  }

  describe.each([["noon", NOON], ["evening", EVENING]])("at %s", (name, time) => {
    test("current generation, grid, load: the recording rules' values, and they add up", async () => {
      const generation = await valueOf(currentGeneration(), time);
      const grid = await valueOf(currentGrid(), time);
      const load = await valueOf(currentLoad(), time);
      expect(generation).toBe(await single("home:power_generation:watts", time));
      expect(grid).toBe(await single("home:power_grid_import:watts", time));
      expect(load).toBeCloseTo(grid + generation, 6);
      expect(Math.sign(grid)).toBe(name === "noon" ? -1 : 1);
      expect(generation > 0).toBe(name === "noon");
    });

    test("self-sufficiency, from generation and load", async () => {
      const generation = await single("home:power_generation:watts", time);
      const load = await single("home:power_total:watts", time);
      expect(await valueOf(selfSufficiency(), time))
        .toBeCloseTo(100 * Math.min(generation / load, 1), 6);
    });

    test("current export, 0 while importing", async () => {
      const grid = await single("home:power_grid_import:watts", time);
      expect(await valueOf(currentExport(), time)).toBe(Math.max(-grid, 0));
    });
  });

  test("yield today: the inverter's day counter", async () => {
    expect(await valueOf(yieldToday(), NOON))
      .toBe(await single("inverter_production_today_kwh", NOON));
  });

  test.each([
    ["an ordinary day", NOON],
    ["the day of 25 hours", CLOCK_CHANGE],
  ])("exported since local midnight on %s", async (_, now) => {
    const midnight = startOfDay(localDay(now, ZONE), ZONE);
    const expected = await exportedInArchive(midnight, now);
    expect(expected).toBeGreaterThan(0.5);
    expect(await valueOf(exportedSinceMidnight(now, ZONE), now)).toBeCloseTo(expected, 6);
  });

  test("power per string: one value each, those without modules 0", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const { columns } = await client.query(stringPower(), { time: NOON });
    const got = new Map(
      columns.labels.map((labels, index) => [labels.string!, seriesAt(columns, index).value[0]!]),
    );
    expect(got).toEqual(await inArchive("inverter_dc_power_watts", NOON));
    expect(got.get("pv1")).toBeGreaterThan(100);
    expect([got.get("pv3"), got.get("pv4")]).toEqual([0, 0]);
  });

  describe("data flowing", () => {
    const { up, logger } = dataFlowing("inverter-exporter", "gridbox-exporter");

    test("each exporter is up, and the logger answers", async () => {
      await using client = await connect({ route: { kind: "direct", url } });
      const { columns } = await client.query(up, { time: NOON });
      expect(columns.labels.map(({ job }) => job).toSorted())
        .toEqual(["gridbox-exporter", "inverter-exporter"]);
      expect([...columns.value]).toEqual([1, 1]);
      expect(await valueOf(logger, NOON)).toBe(1);
    });

    test("is two expressions: joined by `and` they match nothing", async () => {
      await using client = await connect({ route: { kind: "direct", url } });
      const { columns } = await client.query(`${up} and ${logger}`, { time: NOON });
      expect(columns.labels).toEqual([]);
    });
  });

  describe("per completed day", async () => {
    // The clock change is in the middle.
    const days = localDays("2025-10-23", "2025-10-29", ZONE);
    const household = await readHousehold(`${DEMO}/household.json`);
    const { table: { rows } } = await analyseDays(archive, household, {
      from: "2025-10-23",
      to: "2025-10-29",
    });

    test.each(days.map((day, index) => [day.label, day, rows[index]!] as const))(
      "%s, asked for with its real length at its end",
      async (label, { start, end }, row) => {
        expect(row.date).toBe(label);
        const window = end - start;
        // The first sample of the next day is not the day's.
        const time = end - 1;
        expect(await valueOf(dailyYield({ window }), time)).toBe(row.yield_kwh);
        expect(await valueOf(dailyExport({ window }), time))
          .toBeCloseTo(await exportedInArchive(start, end - 1), 6);
        // The server extrapolates to the borders of the window and loses what a restart cuts off.
        const imported = await valueOf(dailyImport(AIN, { window }), time);
        expect(Math.abs(imported - row.import_kwh!)).toBeLessThan(0.005 * row.import_kwh!);
      },
    );

    test("as a range with steps of a day: one point per day, none for the running one", async () => {
      const start = startOfDay("2025-11-05", ZONE), now = startOfDay("2025-11-12", ZONE) + 9 * HOUR;
      await using client = await connect({ route: { kind: "direct", url } }, {}, {
        now: () => now,
        random: Math.random,
        wait: () => Promise.resolve(),
      });
      const range = { start: start + DAY, end: start + 10 * DAY, step: DAY };
      const november = localDays("2025-11-05", "2025-11-11", ZONE);
      const { table } = await analyseDays(archive, household, {
        from: "2025-11-05",
        to: "2025-11-11",
      });
      for (
        const [expression, column, tolerance] of [
          [dailyYield(), "yield_kwh", 0],
          [dailyImport(AIN), "import_kwh", 0.005],
          [dailyExport(), "export_kwh", 0.01],
        ] as const
      ) {
        const { columns } = await client.queryRange(expression, range);
        expect(columns.labels.length, expression).toBe(1);
        expect([...columns.time]).toEqual(november.map(({ end }) => end));
        columns.value.forEach((value, index) => {
          const expected = table.rows[index]![column]!;
          expect(Math.abs(value - expected), `${expression} ${kind}`)
            .toBeLessThanOrEqual(tolerance * expected);
        });
      }
    });
  });
});
