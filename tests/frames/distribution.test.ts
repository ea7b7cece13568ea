import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { durationCurve, quantiles } from "../../src/frames/distribution.ts";

describe("quantiles()", () => {
  test.each([
    { values: [1, 2, 3, 4], shares: [0, 0.25, 0.5, 1], expected: [1, 1.75, 2.5, 4] },
    { values: [10, NaN, 2], shares: [0.5], expected: [6] },
    { values: [7], shares: [0, 0.9], expected: [7, 7] },
    { values: [NaN], shares: [0.5], expected: [NaN] },
    { values: [-3, -1, -20], shares: [0.5], expected: [-3] },
    // Numbers, not texts: 9 comes before 10.
    { values: [10, 9, 100], shares: [0.5], expected: [10] },
  ])("of $values at $shares are $expected", ({ values, shares, expected }) => {
    expect(quantiles(values, shares)).toEqual(expected);
  });

  test("grow with the share and stay within the values", () => {
    fc.assert(fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }),
      (values) => {
        const found = quantiles(values, [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        expect(found[0]).toBe(Math.min(...values) + 0);
        expect(found.at(-1)).toBe(Math.max(...values) + 0);
      },
    ));
  });
});

describe("durationCurve()", () => {
  test("falls from the greatest value to the least and passes over what is not known", () => {
    expect(durationCurve([200, NaN, -50, 900])).toEqual([
      { share: 0, value: 900 },
      { share: 0.5, value: 200 },
      { share: 1, value: -50 },
    ]);
  });

  test("keeps both ends when it is thinned", () => {
    const curve = durationCurve(Float64Array.from({ length: 35_040 }, (_, i) => i % 6000), 200);
    expect(curve).toHaveLength(200);
    expect(curve[0]).toEqual({ share: 0, value: 5999 });
    expect(curve.at(-1)).toEqual({ share: 1, value: 0 });
  });

  test("of nothing is nothing, of one value is a point", () => {
    expect(durationCurve([NaN])).toEqual([]);
    expect(durationCurve([5])).toEqual([{ share: 0, value: 5 }]);
  });
});

test("unknown values are in no distribution", () => {
  expect(quantiles([4, NaN, 2, 3, 1], [0, 0.5, 1])).toEqual([1, 2.5, 4]);
  const curve = durationCurve([100, 300, NaN, 200], 50);
  expect(curve.map(({ value }) => value)).toEqual([300, 200, 100]);
  expect(curve[1]!.share).toBe(0.5);
});
