import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { cancelledEnergy, reportsMeans } from "../../src/frames/interval_means.ts";
import { HOUR } from "../../src/time.ts";
import { random } from "../simulator/house/random.ts";

/** Seconds of a day. */
const SECONDS = 86_400;

/** Grid power of each second: a base load, appliances that go on and off, and sun. [W] */
function seconds(seed: number): Float64Array {
  const chance = random(`means/${seed}`);
  const appliances = Array.from({ length: 4 }, () => ({
    watts: chance.between(400, 3000),
    /** Mean time on and off. [s] */
    length: chance.between(120, 1200),
    isOn: false,
  }));
  let shade = 1;
  return Float64Array.from({ length: SECONDS }, (_, s) => {
    for (const one of appliances) if (chance.chance(1 / one.length)) one.isOn = !one.isOn;
    if (chance.chance(1 / 200)) shade = chance.between(0.4, 1);
    const sun = 4000 * Math.max(0, -Math.cos(2 * Math.PI * s / SECONDS)) * shade;
    const load = appliances.reduce((sum, { isOn, watts }) => sum + (isOn ? watts : 0), 200);
    return load + chance.between(-5, 5) - sun;
  });
}

/** What a meter reports every so many seconds: the mean since its last report, or the moment. */
function report(watts: Float64Array, step: number, kind: "means" | "moments"): Samples {
  const count = Math.floor(SECONDS / step);
  return {
    time: Float64Array.from({ length: count }, (_, i) => (i + 1) * step * 1000),
    value: Float64Array.from({ length: count }, (_, i) => {
      const interval = watts.subarray(i * step, (i + 1) * step);
      return kind === "moments"
        ? interval.at(-1)!
        : interval.reduce((sum, one) => sum + one, 0) / step;
    }),
  };
}

const STEPS = fc.constantFrom(10, 15, 30, 60);

describe("reportsMeans()", () => {
  test("tells means from moments", () => {
    fc.assert(
      fc.property(fc.nat(), STEPS, (seed, step) => {
        const watts = seconds(seed);
        expect(reportsMeans(report(watts, step, "moments"))).toBe(false);
        expect(reportsMeans(report(watts, step, "means"))).toBe(true);
      }),
      { numRuns: 40, seed: 15 },
    );
  });

  test("reads 300 leaps and no more", () => {
    let level = 0;
    const value: number[] = [];
    // A leap between moments is seen from both of its sides.
    const leap = (kind: "means" | "moments") => {
      const next = 1000 - level;
      value.push(level, level, level, ...kind === "means" ? [500] : [], next, next, next);
      level = next;
    };
    for (let i = 0; i < 120; i++) leap("means");
    for (let i = 0; i < 90; i++) leap("moments");
    for (let i = 0; i < 500; i++) leap("means");
    const time = Float64Array.from(value, (_, i) => i * 60_000);
    expect(reportsMeans({ time, value: Float64Array.from(value) })).toBe(false);
    expect(reportsMeans({ time, value: Float64Array.from(value.toReversed()) })).toBe(true);
  });

  test("takes a meter of which hardly anything is known for one of moments", () => {
    const { time, value } = report(seconds(1), 60, "means");
    expect(reportsMeans({ time: time.subarray(0, 60), value: value.subarray(0, 60) })).toBe(false);
    const none = { time: new Float64Array(), value: new Float64Array() };
    expect(reportsMeans(none)).toBe(false);
    expect([...cancelledEnergy(none, [0, HOUR])]).toEqual([0]);
  });
});

describe("cancelledEnergy()", () => {
  test("one and a half times of it bounds what cancels within the intervals", () => {
    fc.assert(
      fc.property(fc.nat(), STEPS, (seed, step) => {
        const watts = seconds(seed), { time, value } = report(watts, step, "means");
        const day = [0, SECONDS * 1000];
        const truth = watts.reduce((sum, one) => sum + Math.max(0, one), 0) / 3600;
        const shown = value.reduce((sum, one) => sum + Math.max(0, one), 0) * step / 3600;
        const [most] = cancelledEnergy({ time, value }, day);
        expect(truth - shown).toBeGreaterThanOrEqual(-1e-6);
        expect(1.5 * most!).toBeGreaterThan(truth - shown);
      }),
      { numRuns: 60, seed: 15 },
    );
  });

  test("is what import and export of one interval hide from its mean", () => {
    const watts = fc.integer({ min: 1, max: 9000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(watts, watts, share, (most, least, importing) => {
      const mean = importing * most - (1 - importing) * least;
      // Two minutes of import, the interval that mixes both, two minutes of export.
      const value = Float64Array.of(most, most, mean, -least, -least);
      const time = value.map((_, i) => i * 60_000);
      const [lost] = cancelledEnergy({ time, value }, [0, 300_000]);
      const hidden = importing * most - Math.max(0, mean);
      expect(lost).toBeCloseTo(hidden / 60, 9);
    }));
  });

  test("is known from the first sample on", () => {
    // A mixture of half an import and half an export of 1 kW; the next sample is all import.
    const time = Float64Array.of(0, 60_000, 120_000), value = Float64Array.of(0, 1000, -1000);
    expect(cancelledEnergy({ time, value }, [0, 120_000])[0]).toBeCloseTo(500 / 2 / 60, 9);
  });

  test("is known up to the last sample", () => {
    // The last sample begins the next five minutes.
    const value = Float64Array.of(1000, -1000, -1000, -1000, -1000, 0);
    const time = value.map((_, i) => i * 60_000);
    expect(cancelledEnergy({ time, value }, [0, 300_000])[0]).toBeCloseTo(500 / 2 / 60, 9);
  });

  test("is a matter of the levels around only, ten minutes of means of five minutes", () => {
    // What was imported twenty minutes earlier says nothing.
    const value = Float64Array.of(1000, -500, -500, -500, -100, -500, -500);
    const time = value.map((_, i) => i * 300_000);
    expect(cancelledEnergy({ time, value }, [time[3]!, time[6]!])[0]).toBe(0);
  });

  test("is nothing while only one direction flows", () => {
    const { time, value } = report(seconds(2).map((one) => 6000 + one), 60, "means");
    expect([...cancelledEnergy({ time, value }, [0, 24 * HOUR])]).toEqual([0]);
  });

  test("knows each slot by itself, and no gap", () => {
    const { time, value } = report(seconds(3), 60, "means");
    const parts = cancelledEnergy({ time, value }, [0, 10 * HOUR, 24 * HOUR]);
    const [whole] = cancelledEnergy({ time, value }, [0, 24 * HOUR]);
    expect(parts[0]! + parts[1]!).toBeCloseTo(whole!, 6);
    const isLost = (at: number) => at > 11 * HOUR && at < 14 * HOUR;
    const rest = {
      time: time.filter((at) => !isLost(at)),
      value: value.filter((_, row) => !isLost(time[row]!)),
    };
    expect(cancelledEnergy(rest, [11 * HOUR, 14 * HOUR])[0]).toBeLessThan(1);
  });
});
