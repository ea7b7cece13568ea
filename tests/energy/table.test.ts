import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratiosOf } from "../../src/energy/balance.ts";
import { type EnergyRow, type EnergyTable, rollUp, totalRow } from "../../src/energy/table.ts";
import { addDays, hoursOf, localDays } from "../../src/time.ts";
import { batteryFigures, energyRow, tableOf } from "./table_rows.ts";

/** A table of days with the given import, export and yield; `null` for a day without data. */
function table(from: string, days: ([number, number, number] | null)[], zone = "UTC"): EnergyTable {
  const periods = localDays(from, addDays(from, days.length - 1), zone);
  const rows = periods.map((period, i): EnergyRow => {
    const [imported, exported, generated] = days[i] ?? [null, null, null];
    const own = imported === null ? null : generated! - exported!;
    const energies = {
      import_kwh: imported,
      export_kwh: exported,
      yield_kwh: generated,
      self_consumed_kwh: own,
      consumption_kwh: own === null ? null : own + imported!,
    };
    return {
      date: period.label,
      start: period.start,
      end: period.end,
      hours: hoursOf(period),
      ...energies,
      ...ratiosOf(energies),
      coverage_grid: days[i] ? 1 : 0,
      coverage_pv: days[i] ? 1 : null,
      complete: days[i] !== null,
      method: days[i] ? "import:counter" : "import:unknown",
      flags: days[i] ? [] : ["no_data"],
    };
  });
  return { kind: "day", zone, source: "test", rows, notices: ["seen"] };
}

const day: [number, number, number] = [3, 6, 8];

describe("rollUp()", () => {
  test("sums energies and takes ratios from the sums, not from the days", () => {
    const [month] =
      rollUp(table("2025-02-01", [[0, 0, 10], [30, 0, 0], ...Array(26).fill([0, 0, 0])]), "month")
        .rows;
    expect(month).toMatchObject({
      date: "2025-02",
      import_kwh: 30,
      yield_kwh: 10,
      consumption_kwh: 40,
      autarky: 0.25, // the mean of the days would be 0.5
      self_consumption_rate: 1,
      complete: true,
      flags: [],
    });
  });

  test("has the state of charge of its first and its last moment", () => {
    const charges: [number, number][] = [[0.2, 0.5], [0.5, 0.1], [0.1, 0.7]];
    const days = charges.map(([soc_start, soc_end], i) =>
      energyRow(`2025-06-0${i + 1}`, { battery: batteryFigures({ soc_start, soc_end }) })
    );
    const [month] = rollUp(tableOf(days), "month").rows;
    expect(month!.battery).toMatchObject({ soc_start: 0.2, soc_end: 0.7, battery_charged_kwh: 6 });
    const unknown = energyRow("2025-06-04", { battery: batteryFigures({ soc_end: null }) });
    expect(rollUp(tableOf([...days, unknown]), "month").rows[0]!.battery!.soc_end).toBeNull();
  });

  test("covers of the battery what its days cover, by their hours", () => {
    const days = [[24, 1], [23, 0.5], [25, null]].map(([hours, coverage_battery], i) =>
      energyRow(`2025-06-0${i + 1}`, {
        hours: hours!,
        battery: batteryFigures({ coverage_battery: coverage_battery! }),
      })
    );
    const of = (days: EnergyRow[]) => rollUp(tableOf(days), "month").rows[0]!.battery;
    expect(of(days)!.coverage_battery).toBeCloseTo((24 + 11.5) / 47, 12);
    expect(of(days.slice(2))!.coverage_battery).toBeNull();
  });

  test("takes real hours across a clock change", () => {
    const rows = rollUp(table("2025-03-01", Array(31).fill(day), "Europe/Berlin"), "month").rows;
    expect(rows[0]!.hours).toBe(31 * 24 - 1);
  });

  test("cuts ISO weeks, months and years, and says which are cut by the range", () => {
    const daily = table("2024-12-28", Array(12).fill(day));
    const labels = (kind: "week" | "month" | "year") =>
      rollUp(daily, kind).rows.map(({ date, complete, flags }) => [date, complete, flags]);
    expect(labels("week")).toEqual([
      ["2024-W52", false, ["period_cut"]],
      ["2025-W01", true, []],
      ["2025-W02", false, ["period_cut"]],
    ]);
    expect(labels("month")).toEqual([
      ["2024-12", false, ["period_cut"]],
      ["2025-01", false, ["period_cut"]],
    ]);
    expect(labels("year")).toHaveLength(2);
  });

  test("holds what is known where a day is missing, and says so", () => {
    const [week] = rollUp(table("2025-06-02", [day, day, null, day, day, day, day]), "week").rows;
    expect(week).toMatchObject({
      import_kwh: 18,
      complete: false,
      flags: ["days_missing"],
      coverage_grid: 6 / 7,
      coverage_pv: 1,
      method: "import:counter | import:unknown",
    });
  });

  test("of days without data is unknown, not zero", () => {
    const [week] = rollUp(table("2025-06-02", Array(7).fill(null)), "week").rows;
    expect(week).toMatchObject({ import_kwh: null, autarky: null, coverage_pv: null });
    expect(week!.flags).toContain("no_data");
  });

  test("keeps where the table came from", () => {
    expect(rollUp(table("2025-06-02", [day]), "year"))
      .toMatchObject({ kind: "year", zone: "UTC", source: "test", notices: ["seen"] });
  });

  test("refuses to roll up what is rolled up already", () => {
    expect(() => rollUp(rollUp(table("2025-06-02", [day]), "week"), "month")).toThrow(RangeError);
  });

  test("days, weeks, months and years have the same total", () => {
    const kwh = fc.integer({ min: 0, max: 50_000 }).map((wh) => wh / 1000);
    const one = fc.option(fc.tuple(kwh, kwh, kwh));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 400 }), (days) => {
        const daily = table("2024-11-13", days as ([number, number, number] | null)[]);
        const whole = totalRow(daily)!;
        for (const kind of ["week", "month", "year"] as const) {
          const { rows } = rollUp(daily, kind);
          for (
            const name of ["import_kwh", "export_kwh", "yield_kwh", "consumption_kwh"] as const
          ) {
            const sum = rows.reduce((s, row) => s + (row[name] ?? 0), 0);
            expect(sum).toBeCloseTo(whole[name] ?? 0, 6);
          }
          rows.forEach((row, i) => i > 0 && expect(row.start).toBe(rows[i - 1]!.end));
        }
      }),
      { numRuns: 40 },
    );
  });
});
