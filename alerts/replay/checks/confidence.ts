import { type Check, UNREADABLE } from "./check.ts";
import { abstains, abstention, cause } from "./outcome.ts";

/** Probability of being right for each stated level. */
export const STATED = { high: 0.9, medium: 0.6, low: 0.3 } as const;

/**
 * A proper score of the stated confidence q, with y right or not: `y − (q − y)²`, 0 for abstaining,
 * scaled to 0 … 1. Stating the true probability scores best.
 */
export const confidence: Check = {
  name: "confidence",
  role: "apart",
  about:
    "Whether the stated confidence fits how often the answer is right (labelled cases); 0.5 for " +
    "abstaining",
  weight: 0,
  version: 1,
  judge(given) {
    const { answer: { written }, label } = given;
    if (!label) return { value: null, reason: "it has no label" };
    if (!written) return UNREADABLE;
    const [first] = written.hypotheses;
    if (!first || abstention(given)) return { value: 0.5, reason: "it abstains" };
    const outcome = label.abstain ? abstains.judge(given) : cause.judge(given);
    const stated = STATED[first.confidence], right = outcome.value === 1 ? 1 : 0;
    return {
      value: (1 + right - (stated - right) ** 2) / 2,
      reason: `${right === 1 ? "right" : "wrong"} at a stated ${Math.round(100 * stated)} %`,
    };
  },
};
