import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepOf } from "../../../src/energy/contradictions/facts.ts";
import { STEP } from "../../../src/energy/contradictions/instants.ts";
import { nightsOf } from "../../../src/energy/contradictions/nights.ts";
import type { GridDay } from "../../../src/energy/grid.ts";
import type { AuditRow } from "../../../src/energy/repairs.ts";
import { HOUR, MINUTE } from "../../../src/time.ts";

const at = Float64Array.from({ length: 24 * HOUR / STEP }, (_, i) => i * STEP);
const night = { start: 2 * HOUR, end: 5 * HOUR };
const known = {
  at,
  dark: [night],
  repairs: [],
  exports: [],
  steps: { imports: 0.001, exports: 0 },
};

describe("nightsOf()", () => {
  test("agrees with a register of the same power, whenever it is read", () => {
    fc.assert(fc.property(
      fc.integer({ min: 50, max: 9000 }),
      fc.integer({ min: 1, max: 14 }),
      fc.integer({ min: -30, max: 0 }),
      (watts, minutes, first) => {
        const time = Float64Array.from(
          { length: 12 * 60 / minutes },
          (_, i) => (first + i * minutes) * MINUTE,
        );
        const value = time.map((instant) => 4000 + watts / 1000 * instant / HOUR);
        const [one] = nightsOf({
          ...known,
          grid_w: at.map(() => watts),
          imports: [{ time, value }],
        });
        expect(one!.median).toBe(watts);
        expect(one!.exported).toBe(0);
        expect(one!.imported).toBeCloseTo(3 * watts / 1000, 9);
        expect(one!.counted).toBeCloseTo(3 * watts / 1000, 9);
      },
    ));
  });

  test("knows no register that was replaced or repaired during the night", () => {
    const time = Float64Array.from({ length: 12 * 60 }, (_, i) => i * MINUTE);
    const rising = time.map((instant) => instant / HOUR);
    const replaced = rising.map((kwh, i) => time[i]! > 3 * HOUR ? kwh - 3 : kwh + 90);
    const of = (value: Float64Array, repairs: AuditRow[] = []) =>
      nightsOf({
        ...known,
        grid_w: at.map(() => 1000),
        imports: [{ time, value }],
        repairs,
      })[0]!.counted;
    expect(of(rising)).toBeCloseTo(3, 9);
    expect(of(replaced)).toBeNaN();
    const reset = { rule: "reset", role: "import_energy", before: 9, after: 0, kwh: 0 } as const;
    expect(of(rising, [{ ...reset, time: 3 * HOUR }])).toBeNaN();
  });

  test("know a register that is written on change to what it may have counted around their ends", () => {
    // In steps of 0.5 kWh, at 1 kW: it was read half an hour before the night, and half an hour after.
    const time = Float64Array.of(0, 1.5, 2.5, 3, 3.5, 4, 4.5, 5.5, 12).map((hour) => hour * HOUR);
    const value = Float64Array.of(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 3.5);
    const steps = { imports: 0.5, exports: 0 }, grid_w = at.map(() => 1000);
    const [one] = nightsOf({ ...known, steps, grid_w, imports: [{ time, value }] });
    expect([one!.counted, one!.doubt]).toEqual([2.5, 1]);
    const often = Float64Array.from({ length: 12 * 60 }, (_, i) => i * MINUTE);
    const rising = { time: often, value: often.map((instant) => instant / HOUR) };
    expect(nightsOf({ ...known, grid_w, imports: [rising] })[0]!.doubt).toBe(0);
  });

  test("have the power that is exceeded half of the time", () => {
    // 18 instants, with powers from 100 W to 1800 W in any order.
    const grid_w = at.map((instant) => (instant - night.start) / STEP * 7 % 18 * 100 + 100);
    expect(nightsOf({ ...known, grid_w, imports: [] })[0]!.median).toBe(1000);
  });

  test("are none of which power is hardly known", () => {
    const grid_w = at.map((instant, i) => instant < 4 * HOUR && i % 2 ? NaN : 500);
    expect(nightsOf({ ...known, grid_w, imports: [] })).toEqual([]);
    expect(nightsOf({ ...known, grid_w, imports: [], heard: 0 })).toHaveLength(1);
  });
});

test("stepOf() is the finest that the readings at midnights show", () => {
  const day = (sigma: number) => ({ imports: { register: { sigma } } } as unknown as GridDay);
  // A reading that is cut off is wrong by up to one step, evenly: two of them by step / √6.
  expect(stepOf([day(0.3), day(0.1 / Math.sqrt(6)), day(0.2)], "imports")).toBeCloseTo(0.1, 12);
  expect(stepOf([], "imports")).toBe(0);
});
