import { type Check, UNREADABLE, type Verdict } from "../check.ts";
import { abstains } from "./abstains.ts";
import { abstention, cause } from "./cause.ts";

/** The chance of being right that a stated confidence stands for. */
export const STATED = { high: 0.9, medium: 0.6, low: 0.3 } as const;

/** How sure an answer is of its first hypothesis, and whether that is right. */
export interface Forecast {
  /** Chance that it states. */
  readonly stated: number;
  readonly isRight: boolean;
}

/** The forecast of an answer to a labelled case; `null` if it abstains. */
export function forecastOf(given: Parameters<Check["judge"]>[0]): Forecast | null {
  const { answer: { written }, label } = given;
  const first = written?.hypotheses[0];
  if (!label || !first || abstention(given)) return null;
  const outcome = label.abstain ? abstains.judge(given) : cause.judge(given);
  return { stated: STATED[first.confidence], isRight: outcome.value === 1 };
}

/**
 * A proper score of the stated confidence q of the first hypothesis, y right or not:
 * `y − (q − y)²`, 0 for abstaining, moved to 0 … 1. Honesty is best, and knowing more is better.
 */
export const confidence: Check = {
  name: "confidence",
  role: "apart",
  about: "The stated confidence against what is right (labelled cases): a proper score, 0.5 for " +
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
