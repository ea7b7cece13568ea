import type { Check } from "../check.ts";

export const valid: Check = {
  name: "valid",
  role: "gate",
  about: "The text has the form that the analyzer accepts; nothing is repaired",
  weight: 0,
  version: 2,
  judge({ answer: { text, formFailure } }) {
    if (text === null) return { value: 0, reason: "there is no text" };
    if (formFailure !== undefined) {
      return { value: 0, reason: `it breaks the form: ${formFailure}` };
    }
    const isFenced = text.trimStart().startsWith("```");
    return { value: 1, reason: isFenced ? "it has the form, in a block" : "it has the form" };
  },
};
