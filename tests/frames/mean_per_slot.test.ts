import { describe, expect, test } from "vitest";
import { meanPerSlot } from "../../src/frames/mean_per_slot.ts";
import { MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";

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
