import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { hidesPulses, isHeldNearZero } from "../../src/frames/regulated.ts";
import { random } from "../simulator/house/random.ts";

const HOUR = 3600, DAY = 24 * HOUR;

/** Grid power of each second: a battery follows each change of the load some seconds late. [W] */
function regulated(days: number, lag: number): Float64Array {
  const chance = random(`regulated/${lag}`), load = new Float64Array(days * DAY);
  let watts = 300;
  for (let s = 0; s < load.length; s++) {
    if (chance.chance(300 / DAY)) watts = chance.between(100, 3000);
    load[s] = watts;
  }
  return load.map((watts, s) =>
    Math.round(watts - load[Math.max(0, s - lag)]! + chance.between(-12, 12))
  );
}

/** Samples each so many seconds. */
const sampled = (
  power: Float64Array,
  step: number,
  of: (part: Float64Array) => number,
): Samples => {
  const count = Math.floor(power.length / step);
  return {
    time: Float64Array.from({ length: count }, (_, i) => (i + 1) * step * 1000),
    value: Float64Array.from(
      { length: count },
      (_, i) => of(power.subarray(i * step, (i + 1) * step)),
    ),
  };
};
const moment = (part: Float64Array) => part.at(-1)!;
const mean = (part: Float64Array) => part.reduce((sum, one) => sum + one, 0) / part.length;

describe("the pulses of a battery that follows the load late", () => {
  test.each([[60, 2], [120, 3], [300, 5]])(
    "are hidden by means of %i s, but not by moments, with a lag of %i s",
    (step, lag) => {
      const power = regulated(20, lag);
      expect(hidesPulses(sampled(power, step, mean))).toBe(true);
      expect(hidesPulses(sampled(power, step, moment))).toBe(false);
    },
  );

  test("are not hidden in samples of seconds, nor by a device that writes on change", () => {
    const power = regulated(20, 2);
    expect(hidesPulses(sampled(power, 10, mean))).toBe(false);
    expect(hidesPulses({ ...sampled(power, 60, mean), holds: [] } as Samples)).toBe(false);
  });

  test("are none in a house that always draws a little, and not told by few samples", () => {
    const standby = new Float64Array(20 * DAY).map((_, s) => 20 + s % 7);
    expect(hidesPulses(sampled(standby, 60, mean))).toBe(false);
    expect(hidesPulses(sampled(regulated(1, 2).subarray(0, 2 * HOUR), 60, mean))).toBe(false);
  });
});

describe("a power that is held near zero", () => {
  const time = Float64Array.from({ length: 1000 }, (_, i) => i * 60_000);
  const near = (count: number) => ({ time, value: time.map((_, i) => i < count ? -30 : 31) });
  const shining = (count: number) => ({ time, value: time.map((_, i) => i < count ? 301 : 300) });

  test("is so for more than two fifths of the samples", () => {
    expect(isHeldNearZero(near(401), shining(0))).toBe(true);
    expect(isHeldNearZero(near(400), shining(0))).toBe(false);
  });

  test("or for more than a fifth of those at which the sun shines", () => {
    expect(isHeldNearZero(near(61), shining(300))).toBe(true);
    expect(isHeldNearZero(near(60), shining(300))).toBe(false);
    // Fewer samples tell nothing.
    expect(isHeldNearZero(near(49), shining(49))).toBe(false);
    expect(isHeldNearZero(near(99), { time: new Float64Array(), value: new Float64Array() }))
      .toBe(false);
  });
});
