import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clip } from "../../src/context/clip.ts";

const SECRET = "S3cr3tV4lu3";
const redactor = { redact: (text: string) => text.replaceAll(SECRET, "[KEY#1]") };

describe("clip()", () => {
  test("leaves no part of a secret, wherever the cut falls", () => {
    fc.assert(fc.property(fc.nat(60), fc.integer({ min: 1, max: 80 }), (before, limit) => {
      const text = clip(`${"-".repeat(before)}${SECRET} and more`, redactor, limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text).not.toContain(SECRET.slice(0, 2));
    }));
  });

  test("never ends within a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 8 }), (text, limit) => {
        expect(clip(text, { redact: (one) => one }, limit).isWellFormed()).toBe(true);
      }),
    );
  });
});
