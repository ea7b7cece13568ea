import { describe, expect, test } from "vitest";
import { readingsAt } from "../../src/frames/readings.ts";

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
