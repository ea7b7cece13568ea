import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutImpossible } from "../../src/frames/impossible.ts";
import { integrate } from "../../src/frames/integrate.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;

describe("withoutImpossible()", () => {
  test.each([
    ["nothing", "w 1 2 -3", [1, 2, -3], []],
    ["one sample", "w 1 99 2", [1, 2], [[1, 1, 99]]],
    ["a run, by its farthest", "w 1 50 -99 60 2", [1, 2], [[1, 3, -99]]],
    ["two runs", "w 99 1 99 2", [1, 2], [[0, 0, 99], [2, 2, 99]]],
    ["all", "w 99 98", [], [[0, 1, 99]]],
    ["infinity", "w 1 +Inf 2", [1, 2], [[1, 1, Infinity]]],
    ["no absent value", "w 1 NaN 2", [1, NaN, 2], []],
    ["no limit itself", "w 10 -10", [10, -10], []],
  ])("leaves out %s", (_, text, left, gone) => {
    const { samples, runs } = withoutImpossible(load(text), 10);
    expect([...samples.value]).toEqual(left);
    expect(runs.map(({ time, until, value }) => [time / MINUTE, until / MINUTE, value]))
      .toEqual(gone);
  });

  test("knows the energy that integration would have made of a run, but not across a gap", () => {
    const energy = (text: string) => withoutImpossible(load(text), 10).runs[0]!.energy;
    expect(energy("w 0 60 0")).toBeCloseTo(1, 9);
    expect(energy("w 0 60 60 0")).toBeCloseTo(2, 9);
    expect(energy("w 0 0 0 0 _x9 60 0")).toBeCloseTo(0.5, 9);
  });

  test("keeps its hands off whatever is possible, and its integral", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -10, max: 10 })), (values) => {
      const samples = load(`w ${values.join(" ")}`);
      const { samples: left, runs } = withoutImpossible(samples, 10);
      expect(runs).toEqual([]);
      expect(integrate(left, [0, 1e9])).toEqual(integrate(samples, [0, 1e9]));
    }));
  });
});
