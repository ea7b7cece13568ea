import fc from "fast-check";
import { expect, test } from "vitest";
import { integrateDirections } from "../../src/frames/directions.ts";
import { integrate, samplingError } from "../../src/frames/integrate.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const samples = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 4 * 60_000 }),
    watts: fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.constantFrom(0, NaN)),
  }),
  { maxLength: 200 },
).map((rows) => {
  let at = -30 * MINUTE;
  return {
    time: Float64Array.from(rows, ({ step }) => at += step),
    value: Float64Array.from(rows, ({ watts }) => watts),
  };
});
const holds = fc.array(
  fc.record({
    start: fc.integer({ min: -20 * MINUTE, max: HOUR }),
    length: fc.integer({ min: 1, max: HOUR }),
    within: fc.integer({ min: 1, max: 200 }),
  }),
  { maxLength: 4 },
);

test("integrateDirections() is integrate() and samplingError() of both parts, to the last digit", () => {
  fc.assert(fc.property(samples, holds, (power, held) => {
    const { time } = power, isWithin = (at: number) => at >= time[0]! && at < time.at(-1)!;
    const withHolds = {
      ...power,
      holds: held.filter(({ start }) => isWithin(start))
        .map(({ start, length, within }) => ({ start, end: start + length, within }))
        .filter(({ start }) => !Number.isNaN(power.value[time.findIndex((at) => at >= start)]!)),
    };
    const borders = [0, 10 * MINUTE, 11 * MINUTE, HOUR, 3 * HOUR], maxGap = 3 * MINUTE;
    const both = integrateDirections(withHolds, borders, maxGap);
    for (const part of ["positive", "negative"] as const) {
      const { energy, covered } = integrate(withHolds, borders, { maxGap, part });
      const error = samplingError(withHolds, borders, { maxGap, part });
      expect([...both[part].energy]).toEqual([...energy]);
      expect([...both[part].covered]).toEqual([...covered]);
      expect([...both[part].error]).toEqual([...error]);
    }
  }));
});
