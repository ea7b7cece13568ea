import { expect, test } from "vitest";
import { contentHash } from "../src/content_hash.ts";

test("contentHash() does not look at the order of fields, only at what they hold", () => {
  // SHA-256 of `{"a":1,"b":[true]}`.
  const expected = "90eddf64b875cb5fa184bb12503cc7309b6ce21b175521a80bd8d83082bae604";
  expect(contentHash({ b: [true], a: 1 })).toBe(contentHash({ a: 1, b: [true] }));
  expect(contentHash({ a: 1, b: [true] })).toBe(expected);
  expect(contentHash({ a: 1, b: [false] })).not.toBe(expected);
});
