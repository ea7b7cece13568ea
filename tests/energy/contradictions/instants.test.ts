import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  instantsOf,
  interpolatedAt,
  powerAt,
  STEP,
} from "../../../src/energy/contradictions/instants.ts";
import { HOUR, localDays, MINUTE, SECOND } from "../../../src/time.ts";

const START = Date.UTC(2025, 5, 1);
/** Instants between the samples, at some of them, before the first and after the last. */
const at = Float64Array.from({ length: 200 }, (_, i) => START + (i - 20) * 10 * SECOND);

/** Samples of a straight line, at distances of 1 s to 60 s. */
const line = fc.record({
  opening: fc.integer({ min: -5000, max: 5000 }),
  /** [W/s] */
  slope: fc.integer({ min: -50, max: 50 }),
  steps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 60 }),
}).map(({ opening, slope, steps }) => {
  const wattsAt = (instant: number) => opening + slope * (instant - START) / SECOND;
  let instant = START;
  const time = Float64Array.from(steps, (seconds) => instant += seconds * SECOND);
  return { samples: { time, value: time.map(wattsAt) }, wattsAt };
});

describe("interpolatedAt()", () => {
  test("lies on the line through the samples, and is unknown outside of them", () => {
    fc.assert(fc.property(line, ({ samples, wattsAt }) => {
      const watts = interpolatedAt(samples, at, MINUTE);
      const { time } = samples;
      at.forEach((instant, i) => {
        if (instant < time[0]! || instant > time.at(-1)!) expect(watts[i]).toBeNaN();
        else expect(watts[i]).toBeCloseTo(wattsAt(instant), 6);
      });
    }));
  });

  test("is unknown between samples that are further apart than the cap", () => {
    const samples = { time: Float64Array.of(0, 60, 130), value: Float64Array.of(1, 2, 3) };
    expect([...interpolatedAt(samples, Float64Array.of(30, 60, 95), 60)]).toEqual([1.5, 2, NaN]);
    expect([...interpolatedAt(samples, Float64Array.of(30, 60, 95), 70)]).toEqual([1.5, 2, 2.5]);
  });
});

test("instantsOf() says to which day each instant belongs, also on one of 23 hours", () => {
  const days = localDays("2025-03-29", "2025-03-31", "Europe/Berlin");
  const { at, day } = instantsOf(days, days[2]!.start + HOUR);
  expect(at[0]).toBe(days[0]!.start);
  const count = (d: number) => day.filter((one) => one === d).length * STEP / HOUR;
  expect([count(0), count(1), count(2)]).toEqual([24, 23, 1]);
  expect(at.every((instant, i) => instant >= days[day[i]!]!.start)).toBe(true);
});

test("powerAt() adds up what all parts say, and nothing where one of them is silent", () => {
  const one = { time: Float64Array.of(0, 60_000), value: Float64Array.of(100, 200) };
  const other = { time: Float64Array.of(30_000, 90_000), value: Float64Array.of(10, 30) };
  expect([...powerAt([one, other], Float64Array.of(0, 30_000, 60_000, 90_000))])
    .toEqual([NaN, 160, 220, NaN]);
  expect([...powerAt([], Float64Array.of(0))]).toEqual([NaN]);
});
