import { expect, test } from "vitest";
import { silences } from "../../src/frames/silences.ts";
import { load } from "../notation.ts";

test.each([
  ["w 1 2 3 _x5 9", undefined, [[2, 8, 3, 9]]],
  ["w 1 2 3 NaNx4 9", undefined, [[2, 8, 3, 9]]],
  ["w 1 2 3", { start: -9, end: 9 }, [[-9, 0, NaN, 1], [2, 9, 3, NaN]]],
  // samples outside of the range are not asked
  ["w 1 _x9 2 _x9 3", { start: 5, end: 15 }, [[5, 10, NaN, 2], [10, 15, 2, NaN]]],
  ["w", { start: 0, end: 9 }, [[0, 9, NaN, NaN]]],
  ["w", undefined, []],
])("silences() of '%s' in %j", (text, range, expected) => {
  const minutes = range && { start: range.start * 60_000, end: range.end * 60_000 };
  expect(
    silences(load(text), { maxGap: 180_000, range: minutes })
      .map(({ start, end, before, after }) => [start / 60_000, end / 60_000, before, after]),
  ).toEqual(expected);
});
