import { type Check, UNREADABLE } from "../check.ts";
import { factsIn, supportOf } from "../grounding.ts";
import { termsOf } from "../terms.ts";

/** Weights of the first, second and third hypothesis. */
const WEIGHTS = [4, 2, 1];
/** Facts that an abstaining answer has to mention for full marks. */
const ENOUGH = 3;

/** Each hypothesis is supported by the items it cites. */
export const support: Check = {
  name: "support",
  role: "earns",
  about: "The cited items contain what the hypothesis says, and none is superfluous. Without a " +
    "hypothesis, the answer reports findings or gaps",
  weight: 3,
  version: 2,
  judge({ answer: { written, folded }, facts, label }) {
    if (label?.abstain && label.severity.includes("none")) {
      return { value: null, reason: "nothing is wrong that items could tell of" };
    }
    if (!written) return UNREADABLE;
    const { hypotheses, not_read: gaps } = written;
    if (hypotheses.length === 0) {
      if (!facts.isReadable) {
        return gaps.length > 0
          ? { value: 1, reason: "nothing could be read, and it says so" }
          : { value: 0, reason: "nothing could be read, and it does not say so" };
      }
      const found = factsIn(termsOf(folded), facts);
      return {
        value: Math.min(1, found.length / ENOUGH),
        reason: found.length === 0
          ? "it tells nothing of the context"
          : `it tells of ${found.slice(0, 4).join(", ")}`,
      };
    }
    const judged = hypotheses.map(({ cause, evidence }) => supportOf(cause, evidence, facts));
    let sum = 0, weight = 0;
    for (const [at, { value }] of judged.entries()) {
      sum += WEIGHTS[at]! * value;
      weight += WEIGHTS[at]!;
    }
    const worst = judged.reduce((least, one) => one.value < least.value ? one : least);
    return { value: sum / weight, reason: worst.reason };
  },
};
