import { expect, test } from "vitest";
import { parseValue } from "../../src/client/parse_value.ts";

test.each<[text: string, value: number]>([
  ["0", 0],
  ["-0", -0],
  ["+1.5", 1.5],
  ["1e-7", 1e-7],
  ["-2.5E+21", -2.5e21],
  ["1e999", Infinity],
  ["NaN", NaN],
  ["Inf", Infinity],
  ["+Inf", Infinity],
  ["-inf", -Infinity],
  ["Infinity", Infinity],
])("%s is a number", (text, value) => {
  expect(Object.is(parseValue(text), value)).toBe(true);
});

test.each(["", " 1", "1 ", "1.", ".5", "-", "0x1", "1_0", "1e", "nan", "-NaN", "Infinit", "true"])(
  "'%s' is none",
  (text) => expect(parseValue(text)).toBeUndefined(),
);
