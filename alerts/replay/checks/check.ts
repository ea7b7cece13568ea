/**
 * What a check is.
 *
 * @module
 */

import type { Label } from "../label.ts";
import type { Place } from "../row.ts";
import type { Facts } from "./facts.ts";
import type { Answer } from "./read_answer.ts";

/** What is judged. */
export interface Given {
  /** The case with its full context: what is true, whatever the model was shown. */
  readonly facts: Facts;
  /** Ids of the context items that the model was shown. */
  readonly shown: ReadonlySet<string>;
  /** What people know of the case. */
  readonly label?: Label;
  /** The provider's answer. */
  readonly answer: Answer;
}

/** What a check says. */
export interface Verdict {
  /**
   * From 0 (bad) to 1 (good); a gate says 0 or 1. `null` where the check does not apply. That depends
   * on case and label alone, never on the answer, so that all variants are judged by the same checks.
   */
  readonly value: number | null;
  /** Why, with the words it is about; one line. */
  readonly reason: string;
}

/** A check: pure, deterministic. */
export interface Check {
  /** Name, as a column: `valid`, `quotes`, `cause`, … */
  readonly name: string;
  /** A gate that is not passed makes the score 0; grades make the mean. */
  readonly kind: "gate" | "grade";
  /** What it looks at, in a sentence. */
  readonly about: string;
  /** Of a grade: how much it counts in the score, unless `replay.yaml` says otherwise. */
  readonly weight: number;
  /** Raised whenever the check judges differently, so that scores say what they were made with. */
  readonly version: number;
  /** Judges an answer. */
  judge(given: Given): Verdict;
}

/** A verdict with its place, as a row of the long frame `scores`. */
export interface Score extends Place {
  /** Name of the check, or `score` for the mean of an answer. */
  readonly check: string;
  /** What kind of check. */
  readonly kind: "gate" | "grade" | "score" | "judge";
  /** As in {@linkcode Verdict}. */
  readonly value: number | null;
  /** As in {@linkcode Verdict}. */
  readonly reason: string;
  /**
   * Whether the check applies and the call failed: then there is no answer, which might have had any
   * value.
   */
  readonly isFailedCall?: boolean;
}

/**
 * Whether a good answer to this case names a cause. Without a label: if anything at all could be read.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { expectsCause } from "./check.ts";
 *
 * const facts = { question: { context: [{ error: "403" }] } };
 * assert.equal(expectsCause({ facts } as never), false);
 * ```
 */
export function expectsCause({ facts, label }: Pick<Given, "facts" | "label">): boolean {
  return label ? !label.abstain : facts.question.context.some(({ data }) => data !== undefined);
}
