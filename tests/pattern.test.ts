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

test("groups, absent parts and any characters match as RE2 matches them", async () => {
  const token = fc.constantFrom("a", "b", "a?", ".", ".*", ".+", ".?", "|", "(a)", "(ab|b)?", " ");
  const group = fc.array(token, { maxLength: 4 }).map((tokens) => `(${tokens.join("")})?`);
  const pattern = fc.array(fc.oneof(token, group), { maxLength: 8 }).map((parts) => parts.join(""));
  const text = fc.oneof(
    fc.array(fc.constantFrom("a", "b", " ", "\n", "😀"), { maxLength: 8 }).map((all) =>
      all.join("")
    ),
    pattern,
  );
  await fc.assert(
    fc.asyncProperty(pattern, text, async (one, other) => {
      const matches = await compilePattern(one);
      expect(matches(other)).toBe(RE2JS.compile(one, RE2JS.DOTALL).matches(other));
    }),
    { numRuns: 1000 },
  );
});

test("plain alternatives match as RE2 matches them", async () => {
  const plain = fc.array(fc.constantFrom(..."ab| -\n"), { maxLength: 5 });
  const text = plain.map((pieces) => pieces.join(""));
  await fc.assert(fc.asyncProperty(text, text, async (pattern, label) => {
    const matches = await compilePattern(pattern);
    expect(matches(label)).toBe(RE2JS.compile(pattern, RE2JS.DOTALL).matches(label));
  }));
});
