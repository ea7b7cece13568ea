/**
 * How far a judge agrees with people.
 *
 * @module
 */

import { percent, score } from "../results/figures.ts";

/** One yes or no of each. */
export interface DoubleVerdict {
  /** What the judge said. */
  readonly judge: boolean;
  /** What a person said. */
  readonly person: boolean;
}

/** Agreement beyond chance. */
export interface Agreement {
  /** Verdicts that both gave. */
  readonly verdicts: number;
  /** Share of them that are the same; `null` without any. */
  readonly agreed: number | null;
  /**
   * Cohen's kappa (1960): 1 is perfect, 0 is what chance would give. `null` where one of both always
   * says the same: then it is not defined.
   */
  readonly kappa: number | null;
  /** Whether the judge's columns may be relied on. */
  readonly isCalibrated: boolean;
}

/** Below this, or with fewer verdicts, a judge is not calibrated. */
const LEAST_KAPPA = 0.6, LEAST_VERDICTS = 30;

/**
 * Measures agreement.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { agreementOf } from "./agreement.ts";
 *
 * const same = [true, false].map((verdict) => ({ judge: verdict, person: verdict }));
 * const { kappa, isCalibrated } = agreementOf(same);
 * assert.equal(kappa, 1);
 * assert.equal(isCalibrated, false, "two verdicts are too few");
 * ```
 */
export function agreementOf(verdicts: readonly DoubleVerdict[]): Agreement {
  const n = verdicts.length;
  if (n === 0) return { verdicts: 0, agreed: null, kappa: null, isCalibrated: false };
  const share = (of: (one: DoubleVerdict) => boolean) => verdicts.filter(of).length / n;
  const agreed = share(({ judge, person }) => judge === person);
  const judge = share((one) => one.judge), person = share((one) => one.person);
  const chance = judge * person + (1 - judge) * (1 - person);
  const kappa = chance === 1 ? null : (agreed - chance) / (1 - chance);
  return {
    verdicts: n,
    agreed,
    kappa,
    isCalibrated: n >= LEAST_VERDICTS && kappa !== null && kappa >= LEAST_KAPPA,
  };
}

/**
 * Agreement for people: the share, kappa, of how many verdicts, and whether that is enough.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { agreementInWords, agreementOf } from "./agreement.ts";
 *
 * assert.equal(agreementInWords(agreementOf([])), "uncalibrated: nobody has judged the same");
 * const same = [true, false].map((verdict) => ({ judge: verdict, person: verdict }));
 * assert.equal(agreementInWords(agreementOf(same)), "100 % of 2, κ 1.00, uncalibrated");
 * ```
 */
export function agreementInWords({ verdicts, agreed, kappa, isCalibrated }: Agreement): string {
  if (verdicts === 0) return "uncalibrated: nobody has judged the same";
  const words = `${percent(agreed)} of ${verdicts}, κ ${score(kappa)}`;
  return isCalibrated ? words : `${words}, uncalibrated`;
}
