import type { Label } from "../label.ts";
import type { Place } from "../row.ts";
import type { Facts } from "./facts.ts";
import type { Answer } from "./read_answer.ts";

export interface Given {
  /** The case with its full context, whatever the model was shown. */
  readonly facts: Facts;
  /** Absent if the case has no label. */
  readonly label?: Label;
  /** What the service would push. */
  readonly answer: Answer;
}

export interface Verdict {
  /**
   * From 0 (bad) to 1 (good); a gate gives 0 or 1. `null` where the check does not apply: this
   * depends on case and label alone, so that all variants are judged by the same checks.
   */
  readonly value: number | null;
  /** One line that quotes what it is about. */
  readonly reason: string;
}

/**
 * How a check affects the score. If a gate fails, it is 0. An outcome says whether the answer is
 * right. A right answer earns the weighted mean of the checks that earn. Limits can only cost; the
 * weight is the largest share that they take away. What stands apart is shown, but in no score.
 */
export type Role = "gate" | "outcome" | "earns" | "limits" | "apart";

/** A pure, deterministic check. */
export interface Check {
  readonly name: string;
  readonly role: Role;
  readonly about: string;
  /** Of a check that earns or limits; `replay.yaml` may change it. */
  readonly weight?: number;
  /** Raised whenever the check judges differently. */
  readonly version: number;
  judge(given: Given): Verdict;
}

/** A verdict on one answer: a row of the table `scores`. */
export interface Score extends Place, Verdict {
  /** Name of the check, or `score` or `form_only` for the whole answer. */
  readonly check: string;
  readonly kind: "gate" | "grade" | "score" | "judge";
  /** Whether the call failed. The answer might then have had any value. */
  readonly isFailedCall?: boolean;
}

/** What abstaining earns where a cause could be found. Answering pays if it is likelier right. */
export const ABSTAINED = 0.2;

/** The verdict on an answer that cannot be read. */
export const UNREADABLE: Verdict = { value: 0, reason: "there is no answer to read" };

/** Judges readable answers; an unreadable one gets 0. */
export function readable(
  judge: (written: NonNullable<Answer["written"]>, given: Given) => Verdict,
): Check["judge"] {
  return (given) => given.answer.written ? judge(given.answer.written, given) : UNREADABLE;
}
