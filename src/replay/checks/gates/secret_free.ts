import { type JsonValue, redactValue } from "../../../analyzer/redact/redact_value.ts";
import { Redactor } from "../../../analyzer/redact/redactor.ts";
import type { Check } from "../check.ts";

const PLACEHOLDER = /\[[A-Z_]+#\d+\]/g;

/** Rules that find something. An answer is looked through text by text, as the analyzer does it. */
function rulesIn(text: string): string[] {
  const redactor = new Redactor();
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return redactor.redact(text).findings.map(({ rule }) => rule);
  }
  return redactValue(value, redactor).findings.map(({ rule }) => rule);
}

/** Nothing private is in the answer, not even behind a mask that the context does not have. */
export const secretFree: Check = {
  name: "secret_free",
  kind: "gate",
  about:
    "The redactor finds nothing in the answer, and no mask is in it that the case does not have",
  weight: 0,
  version: 1,
  judge({ answer: { text, redactions }, facts }) {
    const recorded = Object.keys(redactions);
    const rules = [...new Set([...recorded, ...rulesIn(text ?? "")])];
    if (rules.length > 0) return { value: 0, reason: `it holds a secret: ${rules.join(", ")}` };
    const masks = [...(text ?? "").matchAll(PLACEHOLDER)].map(([mask]) => mask);
    const unknown = masks.find((mask) => !facts.text.includes(mask.toLowerCase()));
    return unknown === undefined
      ? { value: 1, reason: "no secret is in it" }
      : { value: 0, reason: `it holds ${unknown}, which the case does not` };
  },
};
