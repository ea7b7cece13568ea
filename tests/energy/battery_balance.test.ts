import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BatteryDay } from "../../src/energy/battery.ts";
import { autarkyBySource, batteryBalance } from "../../src/energy/battery_balance.ts";
import type { GridDirection } from "../../src/energy/grid.ts";

const counted = (kwh: number | null): GridDirection => ({
  kwh,
  method: kwh === null ? "unknown" : "counter",
  integral: kwh ?? 0,
  sigma: 0,
  flags: [],
});
const shared = (kwh: number) => ({ kwh, sigma: 0, doubt: 0, covered: 1 });
const day = (
  charged: number | null,
  discharged: number | null,
  more: Partial<BatteryDay> = {},
): BatteryDay => ({
  coupling: "ac",
  coverage: 1,
  charged: counted(charged),
  discharged: counted(discharged),
  fromGrid: shared(0),
  toGrid: shared(0),
  drawn: 0,
  soc: { start: null, end: null, step: 0 },
  capacity: null,
  ...more,
});
const grid = (imported: number | null, exported: number | null, generated: number | null) => (
  { imported, exported, generated, error: 0.05 }
);

describe("batteryBalance()", () => {
  test("a day that charges by sun and discharges at night", () => {
    const { consumed, selfConsumed, generated, figures, flags } = batteryBalance(
      grid(1, 6, 20),
      day(5, 4),
    );
    expect(generated).toBe(20);
    expect(consumed).toBe(1 + 20 + 4 - 5 - 6);
    expect(selfConsumed).toBe(14);
    expect(figures).toMatchObject({ direct_use_kwh: 9, stored_use_kwh: 4 });
    expect(flags).toEqual([]);
  });

  test("what the grid charged is not the sun's", () => {
    const { consumed, selfConsumed, figures } = batteryBalance(
      grid(10, 0, 2),
      day(5, 4, { fromGrid: shared(5) }),
    );
    expect(consumed).toBe(11);
    expect(selfConsumed).toBe(2);
    expect(figures).toMatchObject({ battery_from_grid_kwh: 5, direct_use_kwh: 2 });
  });

  test("no more is exchanged than was charged, drawn, discharged and fed in", () => {
    const { figures } = batteryBalance(
      grid(1, 2, 20),
      day(5, 4, { fromGrid: shared(9), toGrid: shared(9) }),
    );
    expect(figures).toMatchObject({ battery_from_grid_kwh: 1, battery_to_grid_kwh: 2 });
  });

  test("the output of a hybrid inverter contains its battery", () => {
    const { generated, consumed } = batteryBalance(
      grid(1, 6, 19),
      day(5, 4, { coupling: "hybrid_output" }),
    );
    expect(generated).toBe(20);
    expect(consumed).toBe(1 + 19 - 6);
  });

  test("without sun a hybrid inverter gives less than its battery: the rest is lost", () => {
    const { generated, consumed, figures, flags } = batteryBalance(
      grid(1, 0, 3.8),
      day(0, 4, { coupling: "hybrid_output", soc: { start: 0.5, end: 0, step: 0 }, capacity: 8.2 }),
    );
    expect(generated).toBe(0);
    expect(consumed).toBeCloseTo(4.8, 9);
    expect(figures.battery_discharged_kwh).toBeCloseTo(3.8, 9);
    expect(figures.battery_loss_kwh).toBeCloseTo(0.3, 9);
    expect(flags).toEqual(["balanced"]);
  });

  test("the panels of a hybrid inverter: its losses are in the consumption, and a flag says so", () => {
    const { consumed, flags } = batteryBalance(
      grid(1, 6, 20),
      day(5, 4, { coupling: "hybrid_panels" }),
    );
    expect(consumed).toBe(14);
    expect(flags).toEqual(["inverter_loss_included"]);
  });

  test("a small excess raises what was exchanged with the grid, then the yield", () => {
    const little = batteryBalance(grid(1, 6, 10.98), day(5, 4));
    expect(little.figures.battery_from_grid_kwh).toBeCloseTo(0.02, 9);
    expect(little).toMatchObject({ generated: 10.98, flags: [] });
    const given = batteryBalance(grid(0, 6, 10.98), day(5, 4));
    expect(given.figures.battery_to_grid_kwh).toBeCloseTo(0.02, 9);
    const rest = batteryBalance(grid(0, 6, 10.98), day(5, 0));
    expect(rest.generated).toBeCloseTo(11, 9);
    expect(rest.flags).toEqual(["balanced"]);
    expect(rest.consumed).toBeCloseTo(0, 9);
  });

  test("a great excess leaves the consumption unknown", () => {
    const { consumed, selfConsumed, figures, flags } = batteryBalance(grid(3, 6, 9), day(5, 4));
    expect([consumed, selfConsumed, figures.direct_use_kwh]).toEqual([null, null, null]);
    expect(flags).toEqual(["charge_exceeds_yield"]);
  });

  test("without its power, the consumption is known, and not what the grid charged", () => {
    const { consumed, selfConsumed, figures } = batteryBalance(
      grid(1, 6, 20),
      day(5, 4, { coverage: null, fromGrid: null, toGrid: null }),
    );
    expect(consumed).toBe(14);
    expect([selfConsumed, figures.direct_use_kwh, figures.stored_use_kwh]).toEqual(
      [null, null, null],
    );
  });

  test("what is not known of the battery is not known of the house", () => {
    expect(batteryBalance(grid(1, 6, 20), day(null, 4)).consumed).toBeNull();
    const hybrid = batteryBalance(grid(1, 6, 20), day(5, null, { coupling: "hybrid_output" }));
    expect(hybrid.generated).toBeNull();
  });

  const kwh = fc.double({ min: 0, max: 60, noNaN: true });
  const sun = fc.double({ min: 0, max: 200, noNaN: true });
  const couplings = fc.constantFrom("ac", "hybrid_output", "hybrid_panels" as const);
  test("always adds up, by both ways to count it, and no part is negative", () => {
    fc.assert(fc.property(
      fc.record({
        i: kwh,
        e: kwh,
        y: sun,
        c: kwh,
        d: kwh,
        from: kwh,
        to: kwh,
        coupling: couplings,
      }),
      ({ i, e, y, c, d, from, to, coupling }) => {
        const { generated, consumed, selfConsumed, figures } = batteryBalance(
          grid(i, e, y),
          day(c, d, { coupling, fromGrid: shared(from), toGrid: shared(to) }),
        );
        if (consumed === null) return;
        const charged = figures.battery_charged_kwh!, out = figures.battery_discharged_kwh!;
        const ofGrid = figures.battery_from_grid_kwh!, toGrid = figures.battery_to_grid_kwh!;
        const direct = figures.direct_use_kwh!, stored = figures.stored_use_kwh!;
        expect(consumed).toBeCloseTo(i + generated! + out - charged - e, 9);
        expect(consumed).toBeCloseTo(direct + stored + i - ofGrid, 9);
        expect(selfConsumed).toBeCloseTo(direct + charged - ofGrid, 9);
        const parts = [direct, stored, ofGrid, toGrid, i - ofGrid, charged - ofGrid, e - toGrid];
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(-1e-12);
        expect(selfConsumed!).toBeLessThanOrEqual(generated! + 1e-9);
      },
    ));
  });
});

test("self-sufficiency by source never exceeds the whole, and adds up", () => {
  expect(autarkyBySource(0.8, 10, 5)).toEqual({ autarky_direct: 0.5, autarky_battery: 0.8 - 0.5 });
  // The grid charged more than the battery gave back.
  expect(autarkyBySource(0.3, 10, 5)).toEqual({ autarky_direct: 0.3, autarky_battery: 0 });
  expect(autarkyBySource(null, 10, 5).autarky_direct).toBeNull();
});
