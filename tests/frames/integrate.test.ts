import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { integrate, meanPerSlot, samplingError } from "../../src/frames/integrate.ts";
import { exportOf, gapCap, importOf, usualStep } from "../../src/frames/samples.ts";
import { MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";

const HOUR = 3_600_000;

describe("integrate()", () => {
  test.each([
    // constant power over two hours
    ["w 100x120", [0, 2 * HOUR], [200], [2 * HOUR]],
    // a ramp from 0 to 120 W over one hour
    ["w 0+2x60", [0, HOUR], [60], [HOUR]],
    // a border in the middle divides the ramp by its area, not in halves
    ["w 0+2x60", [0, HOUR / 2, HOUR], [15, 45], [HOUR / 2, HOUR / 2]],
    // four minutes without samples are not bridged at a step of one minute
    ["w 60x10 _ _ _ 60x10", [0, HOUR], [20], [20 * 60_000]],
    // absent values are no samples
    ["w 60x10 NaN NaN NaN 60x10", [0, HOUR], [20], [20 * 60_000]],
    // one missed scrape is bridged
    ["w 60x10 _ 60x10", [0, HOUR], [22], [22 * 60_000]],
    // samples before and after the slots do not count
    ["w 60x60", [10 * 60_000, 20 * 60_000], [10], [10 * 60_000]],
    // nothing
    ["w", [0, HOUR], [0], [0]],
  ])("of '%s' over %j is %j Wh, covering %j ms", (text, borders, energy, covered) => {
    const found = integrate(load(text), borders);
    expect([...found.energy].map((wh) => Math.round(wh * 1e9) / 1e9)).toEqual(energy);
    expect([...found.covered]).toEqual(covered);
  });

  test("adds up: any borders between two ends give the same sum", () => {
    const samples = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 9000 })),
      {
        minLength: 2,
        maxLength: 60,
      },
    );
    fc.assert(fc.property(samples, fc.array(fc.nat(20_000), { maxLength: 8 }), (steps, inner) => {
      let at = 0;
      const time = Float64Array.from(steps, ([step]) => at += step * 1000);
      const signal = { time, value: Float64Array.from(steps, ([, watts]) => watts) };
      const end = 24_000_000;
      const whole = integrate(signal, [0, end], { maxGap: 180_000 });
      const borders = [0, ...inner.map((x) => x * 1000).sort((a, b) => a - b), end];
      const parts = integrate(signal, borders, { maxGap: 180_000 });
      const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
      expect(sum(parts.energy)).toBeCloseTo(whole.energy[0]!, 6);
      expect(sum(parts.covered)).toBeCloseTo(whole.covered[0]!, 3);
    }));
  });
});

test.each([["positive", importOf], ["negative", exportOf]] as const)(
  "the %s part is the signal that is clipped first, to the last bit",
  (part, clip) => {
    const watts = fc.oneof(fc.double({ min: -9000, max: 9000 }), fc.constantFrom(NaN, 0, -0));
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(120), watts), { maxLength: 60 }), (steps) => {
      let at = 0;
      const time = Float64Array.from(steps, ([step]) => at += 1000 * (1 + step));
      const value = Float64Array.from(steps, ([, watts]) => watts);
      const borders = [0, 600_000, 1_000_000, 3_000_000], maxGap = 60_000;
      const signal = { time, value }, clipped = { time, value: clip(value) };
      const { energy, covered } = integrate(clipped, borders, { maxGap });
      expect(integrate(signal, borders, { maxGap, part })).toEqual({ energy, covered });
      expect(samplingError(signal, borders, { maxGap, part }))
        .toEqual(samplingError(clipped, borders, { maxGap }));
    }));
  },
);

test.each([
  [15, 60], // three times 15 s is less than a minute
  [60, 180],
  [120, 300], // at most five minutes
  [300, 450], // but never less than the usual step with its jitter
  [900, 1350],
])("gapCap() at a step of %d s is %d s", (step, cap) => {
  const time = Float64Array.from({ length: 50 }, (_, i) => i * step * 1000);
  expect(gapCap({ time, value: time })).toBe(cap * 1000);
});

test("usualStep() is not moved by nights", () => {
  expect(usualStep(load("w 1x100 _x600 1x100"))).toBe(60_000);
  expect(usualStep(load("w 1"))).toBeNaN();
});

/** Means over slots of ten minutes. */
function means(values: string, options: Parameters<typeof meanPerSlot>[2] = {}) {
  return [...meanPerSlot(load(`power ${values}`), [0, 10, 20].map((at) => at * MINUTE), {
    maxGap: 2 * MINUTE,
    ...options,
  })];
}

describe("meanPerSlot()", () => {
  test.each([
    ["of a constant is the constant", "300x20", [300, 300]],
    ["of a straight line is its middle", "0+10x20", [50, 150]],
    ["weights by time, not by sample", "0x5 _ 600x13", [240, 600]],
    ["needs four fifths of the slot", "300x7 _x5 300x7", [NaN, NaN]],
    ["is taken over what is covered", "300x8 _x3 300x8", [300, 300]],
    ["passes over absent values like missing samples", "300x4 NaN 300x14", [300, 300]],
    ["of nothing is nothing", "_x20 300", [NaN, NaN]],
  ])("%s", (_, values, expected) => {
    expect(means(values).map((one) => Math.round(one * 1e9) / 1e9)).toEqual(expected);
  });

  test("counts zeros as covered", () => {
    const zeros = [{ start: 5 * MINUTE, end: 20 * MINUTE }];
    expect(means("300x5", { zeros })).toEqual([150, 0]);
  });

  test("can be strict or lenient", () => {
    expect(means("300x5", { minCoverage: 0.5 })[0]).toBe(300);
    expect(means("300x5", { minCoverage: 0.6 })[0]).toBeNaN();
  });
});

describe("samplingError()", () => {
  test("of a value that holds is that of any value within its bounds, on either side of zero", () => {
    const watts = fc.integer({ min: -500, max: 500 }), within = fc.integer({ min: 0, max: 300 });
    fc.assert(fc.property(watts, within, fc.integer({ min: 1, max: 24 }), (held, off, hours) => {
      const time = Float64Array.of(0, hours * HOUR), value = Float64Array.of(held, held);
      const samples = { time, value, holds: [{ start: 0, end: hours * HOUR, within: off }] };
      const errorOf = (part: "all" | "positive" | "negative") =>
        samplingError(samples, [0, 24 * HOUR], { maxGap: 24 * HOUR, part })[0]! * Math.sqrt(12);
      const high = held + off, low = held - off;
      expect(errorOf("all")).toBeCloseTo((high - low) * hours, 6);
      expect(errorOf("positive")).toBeCloseTo((Math.max(0, high) - Math.max(0, low)) * hours, 6);
      expect(errorOf("negative")).toBeCloseTo((Math.min(0, high) - Math.min(0, low)) * hours, 6);
    }));
  });

  const HOURS = [0, HOUR, 2 * HOUR];

  test("passes over absent values as integrate() does, and knows a number on every slot", () => {
    const known = samplingError(load("w 0x9 600x20 _ 0x29 60x60"), HOURS);
    expect([...samplingError(load("w 0x9 600x20 NaN 0x29 60x60"), HOURS)]).toEqual([...known]);
    expect(known[0]).toBeGreaterThan(0);
  });

  test("never reaches over a gap, whether samples or their values are missing", () => {
    expect([...samplingError(load("w 0x30 NaNx9 600x81"), HOURS)]).toEqual([0, 0]);
    expect([...samplingError(load("w 0x30 _x9 600x81"), HOURS)]).toEqual([0, 0]);
  });
});

test("a phase that holds through a change of the direction is in the error of both", () => {
  // Four hours at +1000 W, then four at −1000 W; one phase of it holds all the time within 50 W.
  const signal = load("w 1000x240 -1000x240"), borders = [0, 4 * HOUR, 8 * HOUR];
  const holds = [{ start: 0, end: 8 * HOUR, within: 50 }];
  const error = (part: "positive" | "negative" | "all") =>
    [...samplingError({ ...signal, holds }, borders, { part })]
      .map((wh, slot) => wh ** 2 - samplingError(signal, borders, { part })[slot]! ** 2)
      .map((variance) => Math.round(Math.sqrt(Math.max(0, variance))));
  // A uniform distribution of ±50 W over four hours.
  const hold = Math.round(400 / Math.sqrt(12));
  expect(error("all")).toEqual([hold, hold]);
  expect(error("positive")[0]).toBe(hold);
  expect(error("positive")[1]).toBeLessThan(2);
  expect(error("negative")[0]).toBeLessThan(2);
  expect(error("negative")[1]).toBe(hold);
});
