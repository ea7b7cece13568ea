import { expect, test } from "vitest";
import { specsOf } from "../../src/money/battery_sizes.ts";

test("a size or a power that is given twice is one battery", () => {
  const specs = specsOf({ kwh: [10, 5, 10], kw: [5, 2, 5] });
  expect(specs.map(({ kwh, kw }) => [kwh, kw])).toEqual([[5, 5], [10, 5], [5, 2], [10, 2]]);
});
