import { describe, expect, test } from "vitest";
import { counterPower, readingsAt } from "../../src/frames/counter_readings.ts";
import { MINUTE } from "../../src/time.ts";

describe("readingsAt()", () => {
  const counter = { time: Float64Array.of(0, 60), value: Float64Array.of(100, 101) };

  test("lies on the line between samples, and is exact on them", () => {
    const { reading, gap, sigma } = readingsAt(counter, [-1, 0, 15, 60, 61]);
    expect([...reading]).toEqual([NaN, 100, 100.25, 101, NaN]);
    expect([...gap]).toEqual([Infinity, 0, 60, 0, Infinity]);
    expect([...sigma]).toEqual([0, 0, expect.closeTo(0.5 * Math.sqrt(0.25 * 0.75), 12), 0, 0]);
  });

  test("is within 2.5 of its deviations of the truth, whenever a load was on meanwhile", () => {
    // All of it flows between two minutes a and b, for every such pair and every minute to read at.
    let inside = 0, all = 0;
    for (let at = 1; at < 60; at++) {
      const { reading: [reading], sigma: [sigma] } = readingsAt(counter, [at]);
      for (let a = 0; a < 60; a++) {
        for (let b = a + 1; b <= 60; b++, all++) {
          const truth = 100 + Math.min(1, Math.max(0, (at - a) / (b - a)));
          if (Math.abs(truth - reading!) <= 2.5 * sigma!) inside++;
        }
      }
    }
    expect(inside / all).toBeGreaterThan(0.95);
  });
});

/** A counter of so much each minute; minutes that are left out are silent. [kWh] */
const counter = (minutes: readonly number[], at: (minute: number) => number) => ({
  time: Float64Array.from(minutes, (minute) => minute * MINUTE),
  value: Float64Array.from(minutes, at),
});
const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, i) => from + i);
const watts = (of: { value: Float64Array }) => [...of.value].map(Math.round);

describe("counterPower()", () => {
  test("is what it rose in the minutes before, less a step; at the begin, in the minutes after", () => {
    // 600 W for half an hour, then nothing, in steps of ten watt-hours, of which five minutes show five.
    const power = watts(counterPower(counter(upTo(60), (minute) => Math.min(minute, 30) / 100)));
    expect(power.slice(0, 31)).toEqual(upTo(31).map(() => 480));
    expect(power.slice(31, 36)).toEqual([360, 240, 120, 0, 0]);
    expect(power.slice(36).every((one) => one === 0)).toBe(true);
  });

  test("begins anew after a silence, and does not take what was counted unseen for power", () => {
    const minutes = [...upTo(30), ...upTo(90, 60)];
    const power = watts(
      counterPower(counter(minutes, (minute) => minute < 60 ? 0 : 9 + minute / 100)),
    );
    expect(power.slice(0, 30)).toEqual(upTo(30).map(() => 0));
    expect(power.slice(30)).toEqual(upTo(30).map(() => 480));
  });

  test("looks farther where the counter is coarse, and has nothing to say where it hardly rises", () => {
    const steps = (kw: number) =>
      counter(upTo(120), (minute) => Math.floor(kw * minute / 60 / 0.1 + 1e-9) / 10);
    // In half an hour 2 kW are ten steps, of which nine are sure.
    expect(watts(counterPower(steps(2))).slice(60, 63)).toEqual([1800, 1800, 1800]);
    expect(Math.max(...watts(counterPower(steps(0.15))))).toBe(0);
  });

  test("is zero across a fall, and for a sample all by itself", () => {
    const reset = counter(upTo(40), (minute) => minute < 20 ? 25 : 0);
    expect(watts(counterPower(reset)).every((power) => power === 0)).toBe(true);
    expect([...counterPower(counter([5], () => 7)).value]).toEqual([0]);
    expect(counterPower(counter([], () => 0)).time).toHaveLength(0);
  });

  describe("of a counter that is written on change", () => {
    /** A step of 1 Wh a minute for two hours, then one after each of these waits. [min] */
    const waiting = (waits: readonly number[], rise = 1) => {
      const minutes = waits.reduce((all, wait) => [...all, all.at(-1)! + wait], upTo(121));
      let steps = 0;
      return counter(minutes, (minute) => (steps += minute > 120 ? rise : 1) / 1000);
    };
    const longest = ({ time }: { time: Float64Array }) =>
      Math.max(...time.slice(1).map((at, i) => (at - time[i]!) / MINUTE));

    test("is zero while it waits for its next step, longer and longer", () => {
      const power = counterPower(waiting([4, 9, 20, 45]));
      expect(longest(power)).toBe(3);
      expect(watts(power).slice(-20)).toEqual(upTo(20).map(() => 0));
    });

    test.each([
      ["a night", waiting([4, 9, 20, 61]), 61],
      ["a silence that comes suddenly", waiting([11]), 11],
      ["one in which it rises by two steps", waiting([4, 9, 20], 2), 20],
    ])("is silent for %s", (_, one, minutes) => {
      expect(longest(counterPower(one))).toBe(minutes);
    });
  });

  test("takes the last step where samples come less often than that", () => {
    const hourly = counter(
      upTo(6).map((hour) => 60 * hour),
      (minute) => 10 * (minute > 120 ? minute : 0),
    );
    expect(watts(counterPower(hourly))).toEqual([0, 0, 0, 1_200_000, 0, 0]);
  });
});

test("a reading between two samples lies on their line", () => {
  const counter = { time: Float64Array.of(0, 10), value: Float64Array.of(100, 200) };
  expect([...readingsAt(counter, [-1, 0, 5, 10]).reading]).toEqual([NaN, 100, 150, 200]);
});
