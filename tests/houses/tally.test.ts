import { expect, test } from "vitest";
import { besideGoal } from "./tally.ts";

test.each([
  [0.001_03, 0.001, "0.103 %"],
  [0.001, 0.001, "0.10 %"],
  [0.0003, 0.001, "0.03 %"],
  [0.9899, 0.99, "98.99 %"],
  [0.994, 0.99, "99.4 %"],
])("a share of %d beside a goal of %d is written as %s", (share, goal, text) => {
  expect(besideGoal(share, goal)).toBe(text);
});
