import { expect, test } from "vitest";
import { fieldLines } from "../../src/text/field_lines.ts";

const LAYOUT = { indent: 2, nameWidth: 7, width: 20, dim: (text: string) => `<${text}>` };

test("fieldLines() keeps names and values apart, and breaks what is too long", () => {
  expect(fieldLines("cause", "the disk is full", LAYOUT)).toEqual([
    "  <cause > the disk is",
    "         full",
  ]);
  expect(fieldLines("a long name", "x", LAYOUT)).toEqual(["  <a long name> x"]);
  expect(fieldLines("none", "", { ...LAYOUT, paint: (text) => `[${text}]` }))
    .toEqual(["  <none  > []"]);
});
