import { describe, expect, test } from "vitest";
import { durationCurve } from "../../src/frames/duration_curve.ts";

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
