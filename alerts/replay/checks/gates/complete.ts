import type { Check } from "../check.ts";

/** The model finished its answer: it neither refused nor was cut off. */
export const complete: Check = {
  name: "complete",
  role: "gate",
  about: "The answer is complete: neither refused nor cut off",
  weight: 0,
  version: 2,
  judge({ answer: { failure } }) {
    return failure === undefined
      ? { value: 1, reason: "it is complete" }
      : { value: 0, reason: `it is not complete: ${failure}` };
  },
};
