import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { missedByOwn, missedByReaction } from "../../src/money/battery_missed.ts";
import { MINUTE } from "../../src/time.ts";

describe("what a reaction time misses", () => {
  test("is nothing at once, and grows with the time", () => {
    const amount = fc.double({ min: 0.1, max: 60, noNaN: true });
    const cases = fc.record({
      step: fc.constantFrom(5000, 15_000, MINUTE, 15 * MINUTE, 60 * MINUTE),
      churn: fc.double({ min: 1, max: 500, noNaN: true }),
      growth: fc.double({ min: 0.5, max: 4, noNaN: true }),
    });
    fc.assert(fc.property(cases, amount, amount, ({ step, churn, growth }, a, b) => {
      const of = (seconds: number) =>
        missedByReaction(seconds, { step, churn, coarse: growth * churn });
      expect(of(0)).toEqual({ value: 0, low: 0, high: 0 });
      const [short, long] = [of(Math.min(a, b)), of(Math.max(a, b))];
      expect(short.value).toBeLessThanOrEqual(long.value);
      expect(short.high).toBeLessThanOrEqual(long.high);
      expect(short.low).toBe(0);
      expect(short.high).toBeGreaterThanOrEqual(short.value);
    }));
  });
});

describe("what the battery of the house misses", () => {
  /** A battery that gives 300 and 1300 W in turns, for some hours. */
  function power(minutes: number, wrongAt: (i: number) => number, sign: 1 | -1 = 1) {
    const of = (value: (i: number) => number) =>
      Float64Array.from({ length: minutes }, (_, i) => value(i));
    const wrong = of(wrongAt), none = of(() => 0);
    return {
      step: MINUTE,
      battery_w: of((i) => sign * (i % 2 === 0 ? 300 : 1300)),
      export_w: sign > 0 ? wrong : none,
      import_w: sign > 0 ? none : wrong,
    };
  }
  // Each minute its power changes by 1 kW: 1000 / 60 Wh.
  const minutes = 600;

  test.each([1, -1] as const)("is what flows against its power (%i)", (sign) => {
    const { value, low, high } = missedByOwn(
      power(minutes, (i) => i % 2 === 0 ? 100 : 0, sign),
    )!;
    // 100 W in every other minute, of a change of 1 kW in each.
    expect(value).toBeCloseTo(0.05, 3);
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });

  test("is not what it takes from the grid or feeds in for longer", () => {
    const plain = missedByOwn(power(minutes, (i) => i % 2 === 0 ? 100 : 0))!;
    const charging = missedByOwn(
      power(minutes, (i) => i >= 100 && i < 200 ? 1300 : i % 2 === 0 ? 100 : 0),
    )!;
    expect(charging.value).toBeGreaterThan(0.8 * plain.value);
    expect(charging.value).toBeLessThan(plain.value);
  });

  test("is unknown without a battery, with little of it, or with rare samples", () => {
    const one = power(minutes, () => 0);
    const { import_w, export_w } = one;
    expect(missedByOwn({ step: MINUTE, import_w, export_w })).toBeNull();
    expect(missedByOwn(power(30, () => 0))).toBeNull();
    expect(missedByOwn({ ...one, step: 60 * MINUTE })).toBeNull();
  });
});
