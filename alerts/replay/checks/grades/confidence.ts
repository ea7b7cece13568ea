import { type Check, UNREADABLE, type Verdict } from "../check.ts";
import { abstains } from "./abstains.ts";
import { abstention, cause } from "./cause.ts";

/** Probability of being right for each stated level. */
export const STATED = { high: 0.9, medium: 0.6, low: 0.3 } as const;

/** The stated confidence of the first hypothesis, and whether it is right. */
export interface Forecast {
  /** Probability. */
  readonly stated: number;
  readonly isRight: boolean;
}

/** The forecast of a labelled answer; `null` if it abstains. */
function forecastOf(given: Parameters<Check["judge"]>[0]): Forecast | null {
  const { answer: { written }, label } = given;
  const first = written?.hypotheses[0];
  if (!label || !first || abstention(given)) return null;
  const outcome = label.abstain ? abstains.judge(given) : cause.judge(given);
  return { stated: STATED[first.confidence], isRight: outcome.value === 1 };
}

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
  judge(given): Verdict {
    if (!given.label) return { value: null, reason: "it has no label" };
    if (!given.answer.written) return UNREADABLE;
    const forecast = forecastOf(given);
    if (!forecast) return { value: 0.5, reason: "it abstains" };
    const { stated, isRight } = forecast;
    const right = isRight ? 1 : 0;
    return {
      value: (1 + right - (stated - right) ** 2) / 2,
      reason: `${isRight ? "right" : "wrong"} at a stated ${Math.round(100 * stated)} %`,
    };
  },
};
