import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { deadbandOf, withHeldValues } from "../../src/frames/held.ts";
import { integrate } from "../../src/frames/integrate.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { random } from "../simulator/house/random.ts";

const chance = random("held");
const noise = Float64Array.from({ length: 8640 }, () => Math.round(chance.between(-3, 3)));
/** Whole watts of a house that is busy from 6 to 20 o'clock and at 300 W else, every 10 s of a day. */
const watts = noise.map((one, i) => i < 2160 || i >= 7200 ? 300 : 800 + 100 * (i >> 7 & 3) + one);
const sampled: Samples = { time: watts.map((_, i) => 10_000 * i), value: watts };

/** What a device writes that writes changes only. */
function onChange({ time, value }: Samples, deadband = 0): Samples {
  let last = NaN;
  const rows = [...time.keys()].filter((row) => {
    if (Math.abs(value[row]! - last) <= deadband) return false;
    last = value[row]!;
    return true;
  });
  return {
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => value[row]!),
  };
}
const changes = onChange(sampled);
/** A register that is written every two minutes. */
const register: Samples = {
  time: Float64Array.from({ length: 720 }, (_, i) => i * 2 * MINUTE),
  value: new Float64Array(720),
};

describe("deadbandOf()", () => {
  test("is the least change of a device that writes changes only", () => {
    expect(deadbandOf(changes)).toBe(1);
    expect(deadbandOf(onChange(sampled, 2))).toBe(3);
  });

  test("is none of samples at fixed times", () => {
    expect(deadbandOf(sampled)).toBeNull();
    // Where the values are fine, none repeats the one before, and none is about the smallest change.
    const fine = { ...sampled, value: watts.map(() => chance.between(-500, 500)) };
    expect(deadbandOf(fine)).toBeNull();
  });

  test("is none of a few samples", () => {
    const few = { time: changes.time.subarray(0, 50), value: changes.value.subarray(0, 50) };
    expect(deadbandOf(few)).toBeNull();
  });
});

describe("withHeldValues()", () => {
  /** Energy and covered time of the busy part, from the first to the last change of the day. */
  const sums = (samples: Samples) => {
    const { energy, covered } = integrate(samples, [0, 24 * HOUR]);
    return { energy: energy[0]!, hours: covered[0]! / HOUR };
  };
  const from6 = { time: changes.time.subarray(1), value: changes.value.subarray(1) };

  test("does not touch samples at fixed times, nor a device of which nothing else is heard", () => {
    expect(withHeldValues(sampled, [register])).toBe(sampled);
    expect(withHeldValues(changes, [])).toBe(changes);
  });

  test("does not touch a device that hides changes of more than 2 W", () => {
    const coarse = onChange(sampled, 2);
    expect(withHeldValues(coarse, [register])).toBe(coarse);
  });

  test("holds a value while another series of the device is heard", () => {
    // An hour at 806 W in the middle of the day.
    const flat = { ...sampled, value: watts.map((one, i) => i >= 4000 && i < 4350 ? 806 : one) };
    const written = onChange(flat);
    const truth = sums(flat).energy - 300 * (6 + 24 - 20);
    const held = withHeldValues({
      time: written.time.filter((at) => at >= 6 * HOUR && at <= 20 * HOUR),
      value: written.value.filter((_, row) =>
        written.time[row]! >= 6 * HOUR && written.time[row]! <= 20 * HOUR
      ),
    }, [register]);
    expect(sums(held).hours).toBeGreaterThan(13.9);
    expect(Math.abs(sums(held).energy - truth)).toBeLessThan(10);
  });

  test("does not hold it across an outage of the whole device", () => {
    const isLost = (at: number) => at > 10 * HOUR && at < 10.5 * HOUR;
    const without = ({ time, value }: Samples) => ({
      time: time.filter((at) => !isLost(at)),
      value: value.filter((_, row) => !isLost(time[row]!)),
    });
    const held = withHeldValues(without(from6), [without(register)]);
    expect(held.time.some(isLost)).toBe(false);
    // The register alone is heard: then the power did not change.
    expect(withHeldValues(without(from6), [register]).time.some(isLost)).toBe(true);
  });

  test("does not hold it for longer than an hour", () => {
    const isLost = (at: number) => at > 10 * HOUR && at < 11.1 * HOUR;
    const lost = {
      time: from6.time.filter((at) => !isLost(at)),
      value: from6.value.filter((_, row) => !isLost(from6.time[row]!)),
    };
    expect(withHeldValues(lost, [register]).time.some(isLost)).toBe(false);
  });
});
