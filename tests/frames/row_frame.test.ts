import { expect, test } from "vitest";
import { rowFrame } from "../../src/frames/row_frame.ts";

const rows = [
  { name: "a", at: 5, kwh: 1.5, count: 2, isGood: true, flags: ["x", "y"] },
  { name: "b", at: 7, kwh: null, count: 3, isGood: false, flags: [] },
];
const columns = {
  name: "text",
  at: "instant",
  kwh: "number",
  count: "count",
  isGood: "flag",
  flags: ["text", ({ flags }: typeof rows[number]) => flags.join(";")],
} as const;

test("rowFrame(): a column takes the field of its name or what a function says", () => {
  const frame = rowFrame(rows, columns);
  expect(frame.row(0)).toEqual(["a", new Date(5), 1.5, 2, true, "x;y"]);
  expect(frame.getColumn("kwh").toArray()).toEqual([1.5, null]);
  expect(frame.getColumn("isGood").toArray()).toEqual([true, false]);
});

test("rowFrame(): without rows the columns have their types", () => {
  expect(rowFrame([], columns).schema).toEqual(rowFrame(rows, columns).schema);
});
