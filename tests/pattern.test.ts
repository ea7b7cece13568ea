import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { compilePattern, patternFault } from "../src/pattern.ts";

function isValid(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

describe("patternFault()", () => {
  test.each([
    ["(1", "missing closing )"],
    ["1)", "unexpected )"],
    ["[", "missing closing ]"],
    ["*", "missing argument to repetition operator: *"],
    ["a|+", "missing argument to repetition operator: +"],
    ["a\\", "trailing backslash at end of expression"],
  ])("finds the fault of %s", (pattern, fault) => {
    expect(patternFault(pattern)).toBe(fault);
    expect(isValid(pattern)).toBe(false);
  });

  test.each([
    "",
    "(?i)a",
    "(?P<n>a)?",
    "[[:digit:]]+",
    "[]a(]",
    "[^]a]*",
    "[\\]]",
    "\\(\\[\\\\",
    "\\Q([*\\E",
    "12345 0123456(-1)?",
  ])("takes %s", (pattern) => {
    expect(patternFault(pattern)).toBeNull();
    expect(isValid(pattern)).toBe(true);
  });

  test("never refuses what RE2 reads", () => {
    const piece = fc.constantFrom(
      ..."()[]*+?|\\^-:a1{}P<>QEi",
      "[:alpha:]",
      "(?",
      "\\Q",
      "\\E",
      "[^",
    );
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(pattern, (text) => {
        if (isValid(text)) expect(patternFault(text)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});

test("plain alternatives match as RE2 matches them", async () => {
  const plain = fc.array(fc.constantFrom(..."ab| -\n"), { maxLength: 5 });
  const text = plain.map((pieces) => pieces.join(""));
  await fc.assert(fc.asyncProperty(text, text, async (pattern, label) => {
    const matches = await compilePattern(pattern);
    expect(matches(label)).toBe(RE2JS.compile(pattern, RE2JS.DOTALL).matches(label));
  }));
});
