import type { Check } from "../check.ts";

/** The model finished its answer: it neither refused nor was cut off. */
export const complete: Check = {
  name: "complete",
  role: "gate",
  about: "The answer came to its end: it was neither refused nor cut off",
  weight: 0,
  version: 2,
  judge({ answer: { failure } }) {
    return failure === undefined
      ? { value: 1, reason: "it came to its end" }
      : { value: 0, reason: `it did not come to its end: ${failure}` };
  },
};
