import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerEnergy } from "../../src/energy/register_energy.ts";
import { repairCounter } from "../../src/frames/counters.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;
const energy = (text: string, borders: number[]) =>
  registerEnergy(repairCounter(load(text)), borders.map((minutes) => minutes * MINUTE));

describe("registerEnergy()", () => {
  test("reads both ends on the line between the samples around them", () => {
    // Readings at −1, 0, 1 … min; the border lies half way between two of them.
    const kwh = energy("kwh 0+2x20", [0.5, 10.5, 19.5]).map((one) => one.kwh);
    expect(kwh).toEqual([20, 18]);
  });

  test.each([
    // known at both ends
    ["kwh 0+1x20", [1, 9], { kwh: 8, isInterpolated: false, isPartial: false, hasReset: false }],
    // starts in the middle of the period
    ["kwh _x10 5+1x10", [0, 15], {
      kwh: 5,
      isInterpolated: false,
      isPartial: true,
      hasReset: false,
    }],
    // starts one scrape after the period does: nothing to speak of
    ["kwh _ 5+1x19", [0, 10], { kwh: 9, isInterpolated: false, isPartial: false, hasReset: false }],
    // the end lies in a gap of ten minutes
    ["kwh 0+1x20 _x9 50 51", [0, 25], {
      kwh: 35,
      isInterpolated: true,
      isPartial: false,
      hasReset: false,
    }],
    // starts again at zero
    ["kwh 50 51 52 0 1 2 3", [0, 6], {
      kwh: 5,
      isInterpolated: false,
      isPartial: false,
      hasReset: true,
    }],
    // a glitch to zero is not a reset
    ["kwh 50 51 0 52 53", [0, 4], {
      kwh: 3,
      isInterpolated: false,
      isPartial: false,
      hasReset: false,
    }],
    // no sample within the period: unknown, not what the line between would say
    ["kwh 1x5 _x20 9x5", [8, 20], {
      kwh: null,
      isInterpolated: false,
      isPartial: false,
      hasReset: false,
    }],
    // no samples at all
    ["kwh", [0, 5], { kwh: null, isInterpolated: false, isPartial: false, hasReset: false }],
  ])("of '%s' from %j", (text, borders, expected) => {
    const { repairs, ...found } = energy(text, borders)[0]!;
    expect({ ...found, hasReset: repairs.some(({ rule }) => rule === "reset") }).toMatchObject(
      expected,
    );
  });

  test("knows that a register which stood still and then leapt was counting meanwhile", () => {
    // Stands from 10 to 112, the border at 60 among it, then has 0.9 kWh, which need 90 minutes.
    const register = load("kwh 10+0.01x10 10.1x100 11+0.01x30");
    const borders = [0, 60, 130].map((minutes) => minutes * MINUTE);
    const [first, second] = registerEnergy(repairCounter(register, { perHour: 0.6 }), borders);
    expect(second!.repairs.map(({ rule }) => rule)).toEqual(["catch_up"]);
    expect(first!.kwh).toBeCloseTo(0.1 + 0.9 * 50 / 102, 9);
    expect(first!.kwh! + second!.kwh!).toBeCloseTo(1.18, 9);
    expect([first!.isInterpolated, second!.isInterpolated]).toEqual([true, true]);
  });

  test("knows a register that is written on change and ends its silence with few watt-hours", () => {
    // In steps of 1 Wh; silent for two hours over the border, as in the other tariff.
    const silent = (rise: number) => load(`kwh 10+0.001x30 _x120 ${10.03 + rise}+0.001x30`);
    const found = (rise: number) => {
      const repaired = repairCounter(silent(rise)), borders = [0, 90 * MINUTE, 170 * MINUTE];
      return [repaired.repairs.length, registerEnergy(repaired, borders)[0]!.isInterpolated];
    };
    expect(found(0.009)).toEqual([0, false]);
    expect(found(0.012)).toEqual([1, true]);
  });

  test("periods add up to the whole, to the last watt-hour", () => {
    const steps = fc.array(fc.nat(3000), { minLength: 3, maxLength: 200 });
    fc.assert(fc.property(steps, fc.array(fc.nat(1e6), { maxLength: 10 }), (steps, inner) => {
      let wh = 0;
      const value = Float64Array.from(steps, (step) => (wh += step) / 1000);
      const register = { time: Float64Array.from(steps, (_, i) => i * MINUTE), value };
      const end = (steps.length - 1) * MINUTE;
      // At least one sample in each period, else it is unknown.
      const borders = [0, ...inner.map((x) => Math.round(x % end / MINUTE) * MINUTE), end]
        .sort((a, b) => a - b).filter((b, i, all) => i === 0 || b > all[i - 1]!);
      const sum = registerEnergy(repairCounter(register), borders).reduce(
        (s, { kwh }) => s + kwh!,
        0,
      );
      expect(sum).toBeCloseTo(value.at(-1)! - value[0]!, 6);
    }));
  });
});

describe("how well the readings are known", () => {
  test("on a sample it is the resolution alone, between two samples the interpolation too", () => {
    const [exact, between] = [[0, 10], [0.5, 10]].map((borders) =>
      energy("kwh 0+2x20", borders)[0]!
    );
    expect(exact!.sigma).toBeCloseTo(2 / Math.sqrt(6), 12);
    // Half way between two samples of 2 kWh: half of √(½ · ½) of it.
    expect(between!.sigma).toBeCloseTo(Math.hypot(2 / Math.sqrt(6), 0.5), 12);
  });

  test("tells the share of a period outside of all readings", () => {
    expect(energy("kwh _x10 5+1x10", [0, 20])[0]!.unheard).toBeCloseTo(0.5, 12);
    expect(energy("kwh 0+1x20", [0, 10])[0]!.unheard).toBe(0);
  });
});

test("registerEnergy(): a register that was reset in a silence is known in part", () => {
  const [heard] = energy("kwh 5+1x10 0+1x10", [0, 20]),
    [silent] = energy("kwh 5+1x10 _x9 0+1x10", [0, 29]);
  expect([heard!.isPartial, silent!.isPartial]).toEqual([false, true]);
  expect(heard!.lost).toBeGreaterThan(0);
});

test("registerEnergy(): a register that took a step or two while it was not read is known", () => {
  const of = (text: string) => energy(text, [0, 20, 50])[0]!.isInterpolated;
  expect(of("kwh 0+1x10 _x18 10+1x20")).toBe(false);
  expect(of("kwh 0+1x10 _x18 12+1x20")).toBe(false);
  expect(of("kwh 0+1x10 _x18 13+1x20")).toBe(true);
});

test("registerEnergy(): readings at borders are interpolated", () => {
  const register = { time: Float64Array.of(-50, 50, 150), value: Float64Array.of(10, 12, 16) };
  const [first] = registerEnergy(repairCounter(register), [0, 100]);
  expect(first?.kwh).toBe(3);
});
