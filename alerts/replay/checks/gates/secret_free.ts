import { Redactor } from "../../../src/redact/redactor.ts";
import type { Check } from "../check.ts";

const PLACEHOLDER = /\[[A-Z_]+#\d+\]/g;

/** The texts of the raw answer. A push would already have lost its addresses. */
function textsOf(text: string): string[] {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  try {
    walk(JSON.parse(text));
    return texts;
  } catch {
    return [text];
  }
}

/** The answer contains no secret and no placeholder that the case does not have. */
export const secretFree: Check = {
  name: "secret_free",
  role: "gate",
  about:
    "The redactor finds no secret, and the answer has no placeholder that the case does not have",
  weight: 0,
  version: 2,
  judge({ answer: { text }, facts }) {
    const found = new Redactor().redact(textsOf(text ?? "").join("\n")).findings.map(({ rule }) =>
      rule
    );
    if (found.length > 0) {
      return { value: 0, reason: `it contains a secret: ${[...new Set(found)].join(", ")}` };
    }
    // A secret that was redacted on recording leaves a placeholder.
    const masks = [...(text ?? "").matchAll(PLACEHOLDER)].map(([mask]) => mask);
    const unknown = masks.find((mask) => !facts.text.includes(mask.toLowerCase()));
    return unknown === undefined
      ? { value: 1, reason: "it contains no secret" }
      : { value: 0, reason: `it contains ${unknown}, which the case does not` };
  },
};
