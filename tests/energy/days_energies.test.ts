import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { addDays, HOUR, localDays, MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";
import { memorySource } from "../memory_source.ts";

/** A house whose powers are a function of time, sampled each `step`, with registers in step. */
function sampled(
  from: number,
  to: number,
  step: number,
  power: (at: number) => { grid: number; pv: number },
  zone: string,
): LabelledSamples[] {
  const time = Float64Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, i) => from + i * step,
  );
  const days = localDays(
    new Date(from).toISOString().slice(0, 10),
    new Date(to).toISOString().slice(0, 10),
    zone,
  );
  const columns = {
    grid: new Float64Array(time.length),
    pv: time.slice(),
    wh: time.slice(),
    today: time.slice(),
    total: time.slice(),
  };
  let wh = 5_000_000, total = 1234, today = 0, day = 0, before = { grid: 0, pv: 0 };
  time.forEach((at, i) => {
    const now = power(at);
    if (i > 0) {
      wh += (Math.max(0, now.grid) + Math.max(0, before.grid)) / 2 * step / HOUR;
      const yielded = (now.pv + before.pv) / 2 * step / HOUR / 1000;
      total += yielded;
      today += yielded;
    }
    while (day < days.length && days[day]!.end <= at) {
      day++;
      today = 0;
    }
    columns.grid[i] = now.grid;
    columns.pv[i] = now.pv;
    columns.wh[i] = wh;
    columns.today[i] = today;
    columns.total[i] = total;
    before = now;
  });
  const series = (name: string, value: Float64Array) => ({
    labels: { __name__: name },
    time,
    value,
  });
  return [
    series("gridbox_ha_multimeter_power_W", columns.grid),
    series("gridbox_ha_multimeter_energy_Wh", columns.wh),
    series("inverter_ac_active_power_watts", columns.pv),
    series("inverter_production_today_kwh", columns.today),
    series("inverter_production_total_kwh", columns.total),
  ];
}

/** Sun from 6 to 18, a load that wanders; grid = load − generation. */
function house(seed: number) {
  return (at: number) => {
    const hour = at / HOUR % 24;
    const pv = Math.max(0, Math.sin((hour - 6) / 12 * Math.PI)) *
      (2000 + 500 * Math.sin(seed + at / 3e8));
    return { pv, grid: 600 + 400 * Math.sin(seed + at / 4e6) - pv };
  };
}

describe("the daily table", () => {
  const zones = [
    "Europe/Berlin",
    "Asia/Kolkata",
    "America/St_Johns",
    "Asia/Beirut",
    "Pacific/Chatham",
  ];

  test("finds the energies of a known house, in any zone, across clock changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.constantFrom("2025-03-28", "2025-10-25", "2025-04-05", "2025-07-01"),
        fc.double({ min: 0, max: 6, noNaN: true }),
        async (zone, from, seed) => {
          const to = addDays(from, 3);
          const wall = Date.parse(from) - localDays(from, from, zone)[0]!.start;
          const power = (at: number) => house(seed)(at + wall);
          const start = Date.parse(addDays(from, -2)), end = Date.parse(addDays(to, 3));
          const source = memorySource(joinSeries(sampled(start, end, MINUTE, power, zone)));
          const { table: { rows } } = await analyseDays(source, defaultHousehold({ zone }), {
            from,
            to,
          });
          // The truth, computed another way: the midpoint rule at one second.
          localDays(from, to, zone).forEach((day, d) => {
            let imported = 0, exported = 0, generated = 0;
            for (let at = day.start + 5000; at < day.end; at += 10_000) {
              const { grid, pv } = power(at);
              imported += Math.max(0, grid);
              exported += Math.max(0, -grid);
              generated += pv;
            }
            const kwh = (sum: number) => sum * 10 / 3_600_000;
            const row = rows[d]!;
            expect(row).toMatchObject({
              date: day.label,
              start: day.start,
              end: day.end,
              flags: [],
            });
            expect(row.complete).toBe(true);
            // A minute's chord lies below 1 Wh a day from these curves.
            expect(Math.abs(row.import_kwh! - kwh(imported))).toBeLessThan(0.001);
            expect(Math.abs(row.export_kwh! - kwh(exported))).toBeLessThan(0.001);
            expect(Math.abs(row.yield_kwh! - kwh(generated))).toBeLessThan(0.001);
            expect(row.self_consumed_kwh! + row.import_kwh!).toBeCloseTo(row.consumption_kwh!, 9);
            expect(row.self_consumed_kwh! + row.export_kwh!).toBeCloseTo(row.yield_kwh!, 9);
          });
        },
      ),
      { numRuns: 12 },
    );
  });

  test("gives a day the same numbers, whatever range it is asked in", async () => {
    const zone = "Europe/Berlin";
    const all = sampled(Date.UTC(2025, 2, 20), Date.UTC(2025, 3, 10), 5 * MINUTE, house(1), zone);
    const source = memorySource(joinSeries(all));
    const household = parseHousehold({ zone, latitude: 52.5, longitude: 13.4 });
    const table = async (from: string, to: string) =>
      (await analyseDays(source, household, { from, to })).table;
    const whole = await table("2025-03-24", "2025-04-05");
    for (
      const [from, to] of [["2025-03-30", "2025-03-30"], ["2025-03-29", "2025-04-02"]] as const
    ) {
      const part = await table(from, to);
      expect(part.rows).toEqual(whole.rows.filter(({ date }) => date >= from && date <= to));
    }
  });

  test("a day without samples is there and empty; its neighbours are whole", async () => {
    const zone = "UTC";
    const gap = (at: number) => at >= Date.UTC(2025, 6, 2) && at < Date.UTC(2025, 6, 3);
    const all = sampled(Date.UTC(2025, 5, 29), Date.UTC(2025, 6, 6), MINUTE, house(2), zone)
      .map(({ labels, time, value }) => ({
        labels,
        time: time.filter((at) => !gap(at)),
        value: value.filter((_, i) => !gap(time[i]!)),
      }));
    const { table: { rows } } = await analyseDays(
      memorySource(joinSeries(all)),
      defaultHousehold({ zone }),
      {
        from: "2025-07-01",
        to: "2025-07-03",
      },
    );
    expect(rows[1]).toMatchObject({
      date: "2025-07-02",
      import_kwh: null,
      export_kwh: null,
      coverage_grid: 0,
      complete: false,
      // The register went on: the house was there, and nobody wrote it down.
      flags: ["no_data", "logger_down"],
    });
    expect(rows[0]!.import_kwh).toBeGreaterThan(0);
    expect(rows[2]!.import_kwh).toBeGreaterThan(0);
  });

  test("exports nothing across a gap, and says so", async () => {
    const zone = "UTC";
    const noon = Date.UTC(2025, 6, 2, 12);
    const whole = sampled(Date.UTC(2025, 6, 1), Date.UTC(2025, 6, 4), MINUTE, house(2), zone);
    const cut = whole.map((series) => {
      if (!series.labels["__name__"]!.startsWith("gridbox")) return series;
      const keep = series.time.map((at) => at < noon || at > noon + HOUR ? 1 : 0);
      return {
        labels: series.labels,
        time: series.time.filter((_, i) => keep[i]),
        value: series.value.filter((_, i) => keep[i]),
      };
    });
    const of = async (series: LabelledSamples[]) =>
      (await analyseDays(memorySource(joinSeries(series)), defaultHousehold({ zone }), {
        from: "2025-07-02",
        to: "2025-07-02",
      })).table.rows[0]!;
    const full = await of(whole), gapped = await of(cut);
    expect(gapped.flags).toEqual(["grid_gap", "gap_unknown"]);
    expect(gapped.complete).toBe(false);
    expect(gapped.coverage_grid).toBeCloseTo(1 - 62 / 60 / 24, 3);
    expect(gapped.import_kwh).toBeCloseTo(full.import_kwh!, 6);
    const lost = full.export_kwh! - gapped.export_kwh!;
    expect(lost).toBeGreaterThan(0.9);
    expect(lost).toBeLessThan(2.6);
  });

  test("the running day is a row only if asked for, and days to come never", async () => {
    const zone = "Europe/Berlin";
    const now = Date.parse("2025-07-02T15:00:00Z");
    const all = sampled(Date.UTC(2025, 5, 29), now, MINUTE, house(3), zone);
    const dates = async (includeToday: boolean) =>
      (await analyseDays(memorySource(joinSeries(all)), defaultHousehold({ zone }), {
        from: "2025-07-01",
        to: "2025-07-09",
        now,
        includeToday,
      })).table.rows;
    expect((await dates(false)).map(({ date }) => date)).toEqual(["2025-07-01"]);
    const rows = await dates(true);
    expect(rows.map(({ date }) => date)).toEqual(["2025-07-01", "2025-07-02"]);
    expect(rows[1]!.complete).toBe(false);
    expect(rows[1]!.flags).toContain("running");
    expect(rows[1]!.import_kwh).toBeGreaterThan(0);
    expect(rows[1]!.coverage_grid).toBeCloseTo(1, 3);
  });

  test("says when a recording rule stands in for the grid", async () => {
    const start = Date.UTC(2025, 6, 1);
    const source = memorySource(load("home:power_grid_import:watts -60x2880", { start }), [
      "heard",
    ]);
    const { table } = await analyseDays(source, defaultHousehold({ zone: "UTC" }), {
      from: "2025-07-02",
      to: "2025-07-02",
    });
    expect(table.rows[0]).toMatchObject({
      import_kwh: 0,
      yield_kwh: null,
      method: "import:integral export:integral yield:unknown",
    });
    expect(table.rows[0]!.export_kwh).toBeCloseTo(1.44, 9);
    expect(table.rows[0]!.flags).toEqual(
      expect.arrayContaining(["rule_fallback", "import_integrated"]),
    );
    // What the rule stands in for is not missed.
    expect(table.notices).toEqual([
      "heard",
      expect.stringMatching(/^No series for import_energy .*, generation_power .*, yield_today /),
    ]);
  });

  test("prefers an export register to integration", async () => {
    const zone = "UTC";
    const all = sampled(Date.UTC(2025, 6, 1), Date.UTC(2025, 6, 4), MINUTE, house(4), zone);
    const time = all[0]!.time;
    const register = { labels: { __name__: "out_j" }, time, value: time.map((_, i) => i * 3600) };
    const household = parseHousehold({
      zone,
      roles: { export_energy: { selector: "out_j", unit: "J" } },
    });
    const { table: { rows } } = await analyseDays(
      memorySource(joinSeries([...all, register])),
      household,
      {
        from: "2025-07-02",
        to: "2025-07-02",
      },
    );
    expect(rows[0]!.export_kwh).toBeCloseTo(1.44, 9);
    expect(rows[0]!.method).toContain("export:counter");
  });
});
