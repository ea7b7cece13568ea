import { Redactor } from "../../../src/redact/redactor.ts";
import type { Check } from "../check.ts";

const PLACEHOLDER = /\[[A-Z_]+#\d+\]/g;

/** Nothing private is in the answer, not even behind a mask that the context does not have. */
export const secretFree: Check = {
  name: "secret_free",
  kind: "gate",
  about:
    "The redactor finds nothing in the answer, and no mask is in it that the case does not have",
  weight: 0,
  version: 1,
  judge({ answer: { text, prose }, facts }) {
    const found = new Redactor().redact(prose).findings.map(({ rule }) => rule);
    if (found.length > 0) {
      return { value: 0, reason: `it holds a secret: ${[...new Set(found)].join(", ")}` };
    }
    // What was hidden when it was recorded has a mask, wherever in the text it was.
    const masks = [...(text ?? "").matchAll(PLACEHOLDER)].map(([mask]) => mask);
    const unknown = masks.find((mask) => !facts.text.includes(mask.toLowerCase()));
    return unknown === undefined
      ? { value: 1, reason: "no secret is in it" }
      : { value: 0, reason: `it holds ${unknown}, which the case does not` };
  },
};
