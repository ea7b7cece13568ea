import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { DETAIL_COLUMNS } from "../../src/catalogue.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { reconciledFrame, rollUpReconciled } from "../../src/energy/bands.ts";
import { readHousehold } from "../../src/household.ts";

const DEMO = "data/fixtures/demo";

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
    // Noise evens out over a month: its band is narrower than the days' ends added up.
    const { low, high } = june!.bands.export_kwh!;
    const ends = reconciled.map(({ bands }) => bands.export_kwh!);
    expect(low).toBeGreaterThan(ends.reduce((total, day) => total + day.low, 0));
    expect(high).toBeLessThan(ends.reduce((total, day) => total + day.high, 0));
    expect(june!.bands.autarky!.low).toBeLessThan(june!.bands.autarky!.high);
  });

  test("has a frame with the columns of the detail", () => {
    expect(reconciledFrame([]).columns).toEqual([
      "date",
      ...DETAIL_COLUMNS.map(({ name }) => name),
    ]);
  });
});
