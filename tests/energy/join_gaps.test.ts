import { expect, test } from "vitest";
import { joinGaps } from "../../src/energy/days.ts";
import type { GapClass } from "../../src/frames/gaps.ts";

const gap = (start: number, end: number, type: GapClass = "unknown", evidence = "") => (
  { start, end, class: type, evidence }
);

test.each([
  // both see it whole
  [[gap(2, 15)], [gap(2, 15)], [gap(2, 15)]],
  // the first does not see its end, the second not its start
  [[gap(2, 12)], [gap(8, 15)], [gap(2, 15)]],
  // they differ: each speaks for its own days
  [[gap(2, 15)], [gap(2, 15, "outage")], [gap(2, 10), gap(10, 15, "outage")]],
  [[gap(2, 15)], [gap(2, 15, "unknown", "b")], [gap(2, 10), gap(10, 15, "unknown", "b")]],
  [[gap(2, 15)], [gap(11, 15, "night")], [gap(2, 11), gap(11, 15, "night")]],
  // a sample lies between them
  [[gap(2, 10)], [gap(10, 15)], [gap(2, 10), gap(10, 15)]],
  [[], [gap(10, 15)], [gap(10, 15)]],
])("joinGaps() of %j and %j at 10 is %j", (first, second, expected) => {
  expect(joinGaps([first, second], [0, 10])).toEqual(expected);
});
