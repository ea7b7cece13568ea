import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RuleMonth } from "../../src/money/battery_outcome.ts";
import { noSums } from "../../src/money/battery_rule.ts";
import { checkPayback, payback, presentValue } from "../../src/money/payback.ts";

const ASSUMED = {
  lifetime: { low: 15, high: 15 },
  ageing: { low: 0.02, high: 0.03 },
  interest: { low: 0, high: 0.03 },
};

describe("the purchase of a battery", () => {
  // 10 kWh, 200 cycles a year, 0.30 and 0.08 €, round trip 0.85.
  const gain = 2000 * (0.3 - 0.08 / 0.85);
  const year = { gain: { low: gain, high: gain }, given: { low: 2000, high: 2000 } };

  test("has the net present value and the cost per kWh of a worked example", () => {
    const cheap = presentValue(year, { low: 5000, high: 5000 }, ASSUMED);
    expect(cheap.npv.high).toBeCloseTo(382, 0);
    expect(cheap.npv.low).toBeCloseTo(-927, 0);
    expect(cheap.perKwh.low).toBeCloseTo(0.19, 2);
    expect(cheap.perKwh.high).toBeCloseTo(0.25, 2);
    expect(cheap.simple.low).toBeCloseTo(12.1, 1);
    const dear = presentValue(year, { low: 9000, high: 9000 }, ASSUMED);
    expect(dear.npv.high).toBeCloseTo(-3618, 0);
    expect(dear.npv.low).toBeCloseTo(-4927, 0);
  });

  test("lies between its ends for all assumptions in between", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const between = ({ low, high }: { low: number; high: number }, at: number) => {
      const value = low + at * (high - low);
      return { low: value, high: value };
    };
    const ranges = {
      lifetime: { low: 8, high: 17.5 },
      ageing: { low: 0, high: 0.05 },
      interest: { low: -0.01, high: 0.06 },
    };
    const cost = { low: 3000, high: 9000 };
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 5, maxLength: 5 }),
        fc.constantFrom({ low: 100, high: 900 }, { low: -300, high: 200 }, { low: -9, high: -1 }),
        ([a, b, c, d, e], gains) => {
          const given = { low: 900, high: 2500 };
          const whole = presentValue({ gain: gains, given }, cost, ranges);
          const one = presentValue(
            { gain: between(gains, d!), given: between(given, d!) },
            between(cost, e!),
            {
              lifetime: between(ranges.lifetime, a!),
              ageing: between(ranges.ageing, b!),
              interest: between(ranges.interest, c!),
            },
          );
          for (const name of ["npv", "perKwh"] as const) {
            expect(one[name].low).toBeGreaterThanOrEqual(whole[name].low - 1e-9);
            expect(one[name].high).toBeLessThanOrEqual(whole[name].high + 1e-9);
          }
        },
      ),
    );
  });

  const month = (label: string, gain: number): RuleMonth => ({
    month: label,
    known: 700,
    gap: 30.5,
    ...noSums(),
    gain,
    discharged: 100,
  });
  const months = (count: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        month(`${2020 + Math.floor(i / 12)}-${String(i % 12 + 1).padStart(2, "0")}`, 10 + i),
    );
  const outcome = (list: RuleMonth[]) => {
    const gain = list.reduce((sum, one) => sum + one.gain, 0);
    return {
      months: list,
      gain: { value: gain, low: 0.9 * gain, high: 1.2 * gain },
      sums: { ...noSums(), gain, discharged: 100 * list.length, forgone: 8 * list.length },
    };
  };
  const options = { ...ASSUMED, price: { low: 100, high: 200 } };

  test("is judged by each year of the past by itself, counted from the end", () => {
    const judged = payback(10, outcome(months(26)), options)!;
    expect(judged.years.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2020-03 2021-02",
      "2021-03 2022-02",
    ]);
    expect(judged.years[0]!.gain).toBe(12 * 12 + 66);
    expect(judged.years[1]!.npv.high).toBeGreaterThan(judged.years[0]!.npv.high);
    expect(judged.npv.low).toBe(judged.years[0]!.npv.low);
    expect(judged.npv.high).toBe(judged.years[1]!.npv.high);
    expect(judged.cost).toEqual({ low: 1000, high: 2000 });
    expect(judged.charging).toBeCloseTo(0.08, 12);
    expect(judged.years[0]!.known).toBeCloseTo(700 / 730.5, 12);
  });

  test("is judged by its whole months where the last one has only begun", () => {
    const begun = { ...months(13).at(-1)!, known: 200, gap: 40 };
    const judged = payback(10, outcome([...months(12), begun]), options)!;
    expect(judged.years.map(({ from, to }) => `${from} ${to}`)).toEqual(["2020-01 2020-12"]);
    // Nearly whole: the newest months count.
    const nearly = { ...begun, known: 690 };
    const { years } = payback(10, outcome([...months(12), nearly]), options)!;
    expect(years.map(({ from, to }) => `${from} ${to}`)).toEqual(["2020-02 2021-01"]);
  });

  test("is not judged by less than a year", () => {
    expect(payback(10, outcome(months(11)), options)).toBeNull();
  });

  test("needs every assumption, and names the one that is missing or impossible", () => {
    const spelled = (name: string) => `--${name}`;
    expect(() => checkPayback({ price: { low: 1, high: 2 } }, spelled)).toThrow(
      "--lifetime is missing",
    );
    expect(() => checkPayback({ ...options, ageing: { low: 2, high: 3 } }, spelled)).toThrow(
      "--ageing is 2:3",
    );
    expect(() => checkPayback({ ...options, price: { low: 9, high: 3 } }, spelled)).toThrow(
      "--price is 9:3",
    );
    expect(checkPayback(options)).toEqual(options);
  });
});
