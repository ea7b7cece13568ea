import { expect, test } from "vitest";
import { gapFrame } from "../../src/frames/gap_frame.ts";
import { classifyGaps } from "../../src/frames/gaps.ts";
import { load } from "../notation.ts";

test("gapFrame() has one row a gap, and its columns without any", () => {
  const frame = gapFrame(classifyGaps(load("w 5x9 _x9 5x9")));
  expect(frame.columns).toEqual(["start", "end", "class", "evidence"]);
  expect(frame.getColumn("class").toArray()).toEqual(["unknown"]);
  expect(gapFrame([]).height).toBe(0);
});
