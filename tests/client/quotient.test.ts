import fc from "fast-check";
import { expect, test } from "vitest";
import { quotient, UNIT } from "../../src/client/quotient.ts";

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
