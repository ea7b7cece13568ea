import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { addSlots, countedPower, withoutNegative } from "../../src/energy/slot_power.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const QUARTER = 15 * MINUTE;
const DAY_SLOTS = Float64Array.from({ length: 97 }, (_, slot) => slot * QUARTER);

/**
 * A counter in steps of 1 Wh, read every minute while an inverter is awake. The inverter reaches 1200 W
 * after half an hour.
 */
function counterOf(wakes: number, sleeps: number): Samples {
  const count = Math.floor((sleeps - wakes) / MINUTE) + 1;
  const time = Float64Array.from({ length: count }, (_, i) => wakes + i * MINUTE);
  const energy = (hours: number) => hours < 0.5 ? 1200 * hours ** 2 : 300 + 1200 * (hours - 0.5);
  return { time, value: time.map((at) => Math.floor(energy((at - wakes) / HOUR)) / 1000) };
}

const nightsOf = (wakes: number, sleeps: number) => [
  { start: 0, end: wakes },
  { start: sleeps, end: 24 * HOUR },
];

describe("countedPower()", () => {
  test("knows the slots in which an inverter wakes up and falls asleep", () => {
    const wakes = 6 * HOUR + 7 * MINUTE, sleeps = 20 * HOUR + 4 * MINUTE;
    const zeros = [nightsOf(wakes, sleeps)];
    const watts = countedPower([counterOf(wakes, sleeps)], DAY_SLOTS, { zeros });
    expect(watts.some(Number.isNaN)).toBe(false);
    expect([...watts.subarray(0, 24)]).toEqual(Array(24).fill(0));
    // 21 Wh in the first eight minutes.
    expect(Math.abs(watts[24]! - 85)).toBeLessThan(10);
    expect(watts[40]).toBeCloseTo(1200, -1);
    expect(watts[80]).toBeCloseTo(1200 * 4 / 15, -1);
    expect(watts[95]).toBe(0);
  });

  test("adds two inverters that wake at different times, each with its own night", () => {
    const early = [5 * HOUR, 18 * HOUR] as const, late = [8 * HOUR, 21 * HOUR] as const;
    const counters = [counterOf(...early), counterOf(...late)];
    const zeros = [nightsOf(...early), nightsOf(...late)];
    const watts = countedPower(counters, DAY_SLOTS, { zeros });
    expect(watts.some(Number.isNaN)).toBe(false);
    expect(watts[24]).toBeCloseTo(1200, -1);
    expect(watts[48]).toBeCloseTo(2400, -1);
    expect(watts[80]).toBeCloseTo(1200, -1);
    const sum = watts.reduce((all, one) => all + one / 4, 0);
    expect(Math.abs(sum - 2 * (300 + 12.5 * 1200))).toBeLessThan(50);
  });

  test("does not take a reset for power, nor a gap for none", () => {
    const { time, value } = counterOf(0, 24 * HOUR);
    const noon = value[720]!;
    const reset = { time, value: value.map((one, row) => row > 720 ? one - noon : one) };
    const watts = countedPower([reset], DAY_SLOTS);
    expect(Math.min(...watts)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...watts)).toBeLessThan(1300);
    const isLost = (at: number) => at > 10 * HOUR && at < 11 * HOUR;
    const rows = [...time.keys()].filter((row) => !isLost(time[row]!));
    const rest = {
      time: Float64Array.from(rows, (row) => time[row]!),
      value: Float64Array.from(rows, (row) => value[row]!),
    };
    expect(countedPower([rest], DAY_SLOTS)[41]).toBeNaN();
  });

  test("is unknown where a step is too much for a slot, but not where nothing flowed", () => {
    const { time, value } = counterOf(6 * HOUR, 20 * HOUR);
    const coarse = { time, value: value.map((one) => Math.floor(10 * one) / 10) };
    const watts = countedPower([coarse], DAY_SLOTS, { zeros: [nightsOf(6 * HOUR, 20 * HOUR)] });
    expect(watts[48]).toBeNaN();
    expect(watts[4]).toBe(0);
  });
});

test("addSlots() knows no sum of which a part is unknown", () => {
  const sum = addSlots([Float64Array.of(1, 2), Float64Array.of(3, NaN)]);
  expect([...sum]).toEqual([4, NaN]);
  expect([...addSlots([])]).toEqual([]);
});

describe("withoutNegative()", () => {
  const watts = fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -600, max: 3000 }) }, fc.constant(NaN)),
    { minLength: 1, maxLength: 40 },
  ).map((values) => Float64Array.from(values));
  const sumOf = (values: Float64Array) => values.reduce((sum, one) => sum + (one || 0), 0);

  test("is nowhere below zero, and has the same sum where it knows as many slots", () => {
    fc.assert(fc.property(watts, (load) => {
      const out = withoutNegative(load, QUARTER);
      for (const [slot, one] of out.entries()) {
        expect(one >= 0 || Number.isNaN(one)).toBe(true);
        if (Number.isNaN(load[slot]!)) expect(one).toBeNaN();
        if (load[slot]! >= 0) expect(one).toBeLessThanOrEqual(load[slot]!);
      }
      const unknown = (values: Float64Array) => values.filter(Number.isNaN).length;
      const isFar = unknown(out) > unknown(load);
      // What is lower than 50 W is noise around zero.
      if (!isFar) expect(sumOf(out) - sumOf(load)).toBeLessThanOrEqual(50 * load.length);
      expect(sumOf(out)).toBeGreaterThanOrEqual(sumOf(load) - 1e-9);
    }));
  });

  test("takes from the nearest slots", () => {
    expect([...withoutNegative(Float64Array.of(500, 400, -300, 700), QUARTER)])
      .toEqual([500, 100, 0, 700]);
    expect([...withoutNegative(Float64Array.of(500, 100, -300, 50, 900), QUARTER)])
      .toEqual([350, 0, 0, 0, 900]);
  });

  test("is unknown where the neighbours have too little, and leaves the rest as it is", () => {
    expect([...withoutNegative(Float64Array.of(900, 0, 0, -300, 0, 0, 900), QUARTER)])
      .toEqual([900, 0, 0, NaN, 0, 0, 900]);
    const load = Float64Array.of(3, NaN, 0, 12.5);
    expect([...withoutNegative(load, QUARTER)]).toEqual([...load]);
    expect([...withoutNegative(Float64Array.of(-20), QUARTER)]).toEqual([0]);
  });
});
