import { type Check, UNREADABLE } from "../check.ts";
import { fold } from "../fold.ts";
import { termsOf } from "../terms.ts";

export const steps: Check = {
  name: "steps",
  role: "earns",
  about: "A next step names something of the case, so that the reader knows where to look",
  weight: 1,
  version: 2,
  judge({ answer: { written }, facts }) {
    if (!written) return UNREADABLE;
    const { next_steps: given } = written;
    if (given.length === 0) return { value: 0, reason: "it gives no next step" };
    const known = (term: string) =>
      facts.alertTerms.has(term) || [...facts.itemTerms.values()].some((own) => own.has(term));
    const named = given.flatMap((step) => [...termsOf(fold(step))]).find(known);
    return named === undefined
      ? { value: 0.3, reason: "the next steps would fit any alert" }
      : { value: 1, reason: `the next steps name '${named}'` };
  },
};
