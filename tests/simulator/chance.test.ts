import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { random } from "./house/random.ts";
import { scrapeTimes } from "./house/scrapes.ts";
import { wander } from "./house/wander.ts";

const numbers = (seed: string, count: number) => {
  const chance = random(seed);
  return Array.from({ length: count }, () => chance.between(0, 1));
};
const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe("random", () => {
  test("stays the same for all time: a change here changes every fixture", () => {
    expect(numbers("demo", 3)).toEqual([
      0.13535357755608857,
      0.055482710245996714,
      0.4299785553012043,
    ]);
  });

  test("of one seed repeats, of another differs", () => {
    expect(numbers("demo/a", 50)).toEqual(numbers("demo/a", 50));
    const [a, b] = [numbers("demo/a", 50), numbers("demo/b", 50)];
    expect(a.filter((value, i) => value === b[i])).toEqual([]);
  });

  test("is uniform, also as the first number of similar seeds", () => {
    const first = Array.from({ length: 4000 }, (_, i) => numbers(`day ${i}`, 1)[0]!);
    for (const values of [first, numbers("one", 4000)]) {
      const tenths = Array.from(
        { length: 10 },
        (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length,
      );
      // 4000 numbers in ten boxes: 400 each, with a standard deviation of 19.
      for (const count of tenths) expect(Math.abs(count - 400)).toBeLessThan(80);
    }
  });

  test("chance and mean are what was asked for", () => {
    const chance = random("coin");
    const heads = Array.from({ length: 4000 }, () => Number(chance.chance(0.25)));
    expect(mean(heads)).toBeCloseTo(0.25, 1);
    expect(mean(Array.from({ length: 4000 }, () => chance.exponential(90))) / 90).toBeCloseTo(1, 1);
  });
});

test("what wanders stays in [0, 1) and takes no leap", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 500 }), (seed, every) => {
      const values = wander(random(seed), { seconds: 1000, every });
      values.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
        if (i > 0) expect(Math.abs(value - values[i - 1]!)).toBeLessThanOrEqual(1 / every + 1e-12);
      });
    }),
    { numRuns: 20 },
  );
});

describe("scrape times", () => {
  test("ascend, lie in the range and are as many as fit", () => {
    fc.assert(fc.property(
      fc.string(),
      fc.constantFrom(15_000, 60_000, 300_000),
      fc.integer({ min: 1_700_000_000_000, max: 1_700_000_400_000 }),
      (target, interval, start) => {
        const times = scrapeTimes(target, { start, end: start + 3_600_000 }, {
          interval,
          late: 0.3,
        });
        expect(times.length).toBe(3_600_000 / interval);
        times.forEach((time, i) => {
          expect(time).toBeGreaterThan(times[i - 1] ?? start - 1);
          expect(time).toBeLessThan(start + 3_600_000 + 1000);
        });
      },
    ));
  });

  test("of two targets differ in phase", () => {
    const [a, b] = ["a", "b"].map((target) => scrapeTimes(target, { start: 0, end: 120_000 })[0]);
    expect(a).not.toBe(b);
  });

  test("are late as often as asked for, and never early", () => {
    const range = { start: 0, end: 60_000 * 5000 };
    const planned = scrapeTimes("t", range, { late: 0 }),
      times = scrapeTimes("t", range, { late: 0.2 });
    const delays = Array.from(times, (time, i) => time - planned[i]!);
    expect(delays.filter((delay) => delay > 0).length / 5000).toBeCloseTo(0.2, 1);
    expect(Math.min(...delays)).toBe(0);
    expect(delays.filter((delay) => delay > 0 && delay < 3)).toEqual([]);
  });
});
