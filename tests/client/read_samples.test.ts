import fc from "fast-check";
import { expect, test } from "vitest";
import { SampleStore } from "../../src/client/decoder_memory.ts";
import { parseValue, quotient, readSamples, UNIT } from "../../src/client/read_samples.ts";

const ZEROS = "\0".repeat(8);

function read(text: string): { rest: string; rows: number } {
  const store = new SampleStore(1);
  const at = readSamples(new TextEncoder().encode(text + ZEROS), 0, store);
  return { rest: text.slice(at), rows: store.length };
}

// The decoder's tests hold the results; these hold that the loop itself took the samples.
test.each([
  '[1700000000,"1"],',
  '[1700000000.5,"-0.25"],',
  '[1700000000.25,"NaN"],',
  '[1700000000.125,"+Inf"],[1700000001,"-Inf"],',
  '[9999999999.999,"0.30000000000000004"],',
  '[1700000000,"12345678901234567890"],',
  '[1700000000,"-1.5e-7"],',
])("%s is read", (text) => {
  expect(read(text)).toEqual({ rest: "", rows: text.split("],").length - 1 });
});

test.each([
  "",
  "[",
  '[1700000000,"1"]',
  '[1700000000,"1"]]',
  '[1700000000,"1"] ,',
  '[1700000000, "1"],',
  '[17000000,"1"],',
  '[1700000000.1234,"1"],',
  '[0123456789,"1"],',
  // The backslash differs from the bracket by 7.
  '\\1700000000,"1"],',
  '[1700000000,"1."],',
  '[1700000000,"1e"],',
  '[1700000000,"1',
  '{"a":1},',
])("%s is left to the caller", (text) => {
  const before = '[1700000000,"1"],';
  expect(read(before + text)).toEqual({ rest: text, rows: 1 });
});

test("every beginning of a sample is left to the caller", () => {
  const sample = '[1700000000.125,"-1234.5"],';
  for (let length = 0; length < sample.length; length++) {
    const text = sample.slice(0, length);
    expect(read(sample + text)).toEqual({ rest: text, rows: 1 });
  }
});

/** Digits in front of the last nine, the last nine, and how many of all are decimals. */
const divide = (front: number, last: number, decimals: number) =>
  quotient(front * UNIT * 1e9, last * UNIT, decimals);

test.each<[front: number, last: number, decimals: number, expected: number]>([
  [0, 0, 9, 0],
  [0, 1, 22, 1e-22],
  [1, 0, 9, 1],
  [12_345_678, 901_234_567, 13, 1234.5678901234567],
  [30_000_000, 4, 17, 0.30000000000000004],
  [99_999_999, 999_999_999, 0, 1e17],
])("%d and %d with %d decimals", (front, last, decimals, expected) => {
  expect(divide(front, last, decimals)).toBe(expected);
});

test("gives the bits of Number(), or nothing", () => {
  let undecided = 0;
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.nat(999_999_999), fc.nat(22), (front, last, decimals) => {
      const result = divide(front, last, decimals);
      const expected = Number(`${front}${String(last).padStart(9, "0")}e-${decimals}`);
      if (Number.isNaN(result)) undecided++;
      else expect(Object.is(result, expected)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  // Ties occur only among whole numbers above 2^53, of which there are some here.
  expect(undecided).toBeLessThan(500);
});

test("does not decide a tie", () => {
  // 2^53 + 1 and 2^53 + 3 lie in the middle of two doubles.
  expect(divide(9_007_199, 254_740_993, 0)).toBeNaN();
  expect(divide(9_007_199, 254_740_995, 0)).toBeNaN();
  expect(divide(90_071_992, 547_409_930, 1)).toBeNaN();
  expect(divide(9_007_199, 254_740_994, 0)).toBe(2 ** 53 + 2);
});

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
