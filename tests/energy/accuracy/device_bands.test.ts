import { describe, expect, test } from "vitest";
import { batteryEstimates } from "../../../src/energy/accuracy/device_bands.ts";
import type { BatteryDay } from "../../../src/energy/battery.ts";
import type { GridDirection } from "../../../src/energy/grid.ts";
import { batteryFigures, energyRow } from "../table_rows.ts";

const direction = (kwh: number, sigma: number): GridDirection => (
  { kwh, method: "counter", integral: kwh, sigma, flags: [] }
);
const estimate = (kwh: number, sigma = 0) => ({ kwh, below: 0, above: 0, sigma });
const none = { kwh: 0, sigma: 0, doubt: 0, covered: 1 };

/** A day of a battery whose energies have noise of 0.4 and 1.2 kWh, its inverter's of 0.3 kWh. */
function estimatesOf(coupling: BatteryDay["coupling"], output = 9, fromGrid = none) {
  return batteryEstimates({
    row: energyRow("2025-06-01", {
      battery: batteryFigures({ battery_charged_kwh: 4, battery_discharged_kwh: 3 }),
    }),
    battery: {
      coupling,
      coverage: 1,
      charged: direction(4, 0.4),
      discharged: direction(3, 1.2),
      fromGrid,
      toGrid: none,
      drawn: 0,
      soc: { start: null, end: null, step: 0 },
      capacity: null,
    },
    grid: { import_kwh: estimate(2), export_kwh: estimate(6) },
    output: estimate(output, 0.3),
    estimate: ({ kwh, sigma }) => estimate(kwh!, sigma),
  });
}

describe("batteryEstimates()", () => {
  test("the yield behind a hybrid inverter has the noise of output and battery, else its own", () => {
    const { yield_kwh } = estimatesOf("hybrid_output").energies;
    expect(yield_kwh).toMatchObject({ kwh: 9, below: 0, above: 0 });
    expect(yield_kwh!.sigma).toBeCloseTo(Math.hypot(0.3, 0.4, 1.2), 12);
    expect(estimatesOf("ac").energies.yield_kwh).toEqual(estimate(9, 0.3));
  });

  test("between panels and inverter, a share of what passes the inverter is lost, and its standby", () => {
    // 24 hours at 12 W.
    const lostOf = (output: number) =>
      estimatesOf("hybrid_panels", output).devices.own!.below - 0.288;
    // 5 kWh pass, then 10.
    expect(lostOf(6)).toBeGreaterThan(0);
    expect(lostOf(11)).toBeCloseTo(2 * lostOf(6), 12);
    expect(estimatesOf("ac").devices.own!.below).toBe(0);
  });

  test("while a power is missing, the battery may have taken all that it charged and the house drew", () => {
    const fromGrid = (covered: number) =>
      estimatesOf("ac", 9, { ...none, covered }).devices.columns["battery_from_grid_kwh"];
    // It charged 4 kWh, and the house drew 2.
    expect(fromGrid(0.5)).toMatchObject({ kwh: 0, below: 0, above: 2 });
    expect(fromGrid(1)).toMatchObject({ kwh: 0, below: 0, above: 0 });
  });

  test("what the house took from the battery has the noise of what the battery gave", () => {
    const { stored_use_kwh, battery_to_grid_kwh } = estimatesOf("ac").devices.columns;
    expect(stored_use_kwh!.kwh).toBe(1);
    expect(stored_use_kwh!.sigma).toBeCloseTo(Math.hypot(1.2, battery_to_grid_kwh!.sigma), 12);
  });
});
