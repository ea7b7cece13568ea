import { expect, test } from "vitest";
import { counted, csvText, fixed, formatSpan, wrap } from "../src/text.ts";

test("fixed() never writes a negative zero", () => {
  expect([fixed(-0.0001, 3), fixed(-0.5, 1), fixed(2, 2)]).toEqual(["0.000", "-0.5", "2.00"]);
});

test("counted() knows one from many", () => {
  expect([counted(1, "day"), counted(365, "day"), counted(0, "gap")])
    .toEqual(["1 day", "365 days", "0 gaps"]);
});

test.each([
  [34_000, "34 s"],
  [90 * 60_000, "90 min"],
  [50 * 3_600_000, "50 h"],
  [72 * 3_600_000, "3 days"],
])("formatSpan(%d) is %s", (span, text) => {
  expect(formatSpan(span)).toBe(text);
});

test.each<[string, number, string[]]>([
  ["a counter only rises", 12, ["a counter", "only rises"]],
  ["unbreakable", 3, ["unbreakable"]],
  // The line breaks that a text has already stay.
  ["one\ntwo three", 8, ["one", "two", "three"]],
  ["", 8, [""]],
])("wrap(%j, %d)", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test("wrap() takes any measure of a width", () => {
  expect(wrap("one two", 30, ({ length }) => 8 * length)).toEqual(["one", "two"]);
});

test("csvText() quotes where needed and ends each line", () => {
  expect(csvText([["a", "b"], ["1", "2,3"], ['say "x"', "a\nb"]]))
    .toBe('a,b\r\n1,"2,3"\r\n"say ""x""","a\nb"\r\n');
});
