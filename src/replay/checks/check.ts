/**
 * What a check is.
 *
 * @module
 */

import type { Question } from "../../analyzer/llm/render.ts";
import type { Label } from "../label.ts";

/** What is judged. */
export interface Given {
  /** What was asked about, as the model got it: with an empty-context arm the context is empty. */
  readonly question: Question;
  /** The full context of the case: what is true, whatever the model was shown. */
  readonly truth: Question;
  /** What people know. */
  readonly label?: Label;
  /** The provider's answer, as recorded. */
  readonly response: { readonly status: number; readonly body: string };
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
  /** Raised whenever the check judges differently, so that scores say what they were made with. */
  readonly version: number;
  /** Judges an answer. */
  judge(given: Given): Verdict;
}

/** A verdict with its place, as a row of the long frame `scores`. */
export interface Score {
  /** Id of the case. */
  readonly case: string;
  /** Cluster of the case. */
  readonly cluster: string;
  /** Name of the variant. */
  readonly variant: string;
  /** Which repeat, from 0. */
  readonly sample: number;
  /** Name of the check, or `score` for the mean of an answer. */
  readonly check: string;
  /** What kind of check. */
  readonly kind: "gate" | "grade" | "score" | "judge";
  /** As in {@linkcode Verdict}. */
  readonly value: number | null;
  /** As in {@linkcode Verdict}. */
  readonly reason: string;
}
