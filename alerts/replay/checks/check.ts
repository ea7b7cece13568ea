import type { Label } from "../label.ts";
import type { Place } from "../row.ts";
import type { Facts } from "./facts.ts";
import type { Answer } from "./read_answer.ts";

/** What is judged. */
export interface Given {
  /** The case with its full context: what is true, whatever the model was shown. */
  readonly facts: Facts;
  /** What is known of the case, if it was labelled. */
  readonly label?: Label;
  /** What the service would push of the provider's answer. */
  readonly answer: Answer;
}

/** What a check says. */
export interface Verdict {
  /**
   * From 0 (bad) to 1 (good); a gate says 0 or 1. `null` where the check does not apply. That
   * depends on case and label alone, never on the answer, so that all variants are judged by the
   * same checks.
   */
  readonly value: number | null;
  /** Why, with the words it is about; one line. */
  readonly reason: string;
}

/** What a check does to the score; see `score_answer.ts`. */
export type Role =
  /** Not passed, the score is 0. */
  | "gate"
  /** Whether the answer is right: the score cannot be higher. */
  | "outcome"
  /** What makes a right answer useful: a weighted mean. */
  | "earns"
  /** What may only cost: its weight is the largest share that it takes away. */
  | "limits"
  /** Shown, and in no score. */
  | "apart";

/** A check: pure, deterministic. */
export interface Check {
  /** Name, as a column: `valid`, `support`, `cause`, … */
  readonly name: string;
  /** What it does to the score. */
  readonly role: Role;
  /** What it looks at, in a sentence. */
  readonly about: string;
  /** How much it counts, unless `replay.yaml` says otherwise. */
  readonly weight: number;
  /** Raised whenever the check judges differently, so that scores say what they were made with. */
  readonly version: number;
  /** Judges an answer. */
  judge(given: Given): Verdict;
}

/** A verdict with its place, as a row of the long frame `scores`. */
export interface Score extends Place {
  /** Name of the check; `score` or `form_only` for an answer as a whole. */
  readonly check: string;
  /** What kind of check. */
  readonly kind: "gate" | "grade" | "score" | "judge";
  /** As in {@linkcode Verdict}; `null` also where there is no answer to judge. */
  readonly value: number | null;
  /** As in {@linkcode Verdict}. */
  readonly reason: string;
  /**
   * Whether the check applies and the call failed: then there is no answer, which might have had
   * any value.
   */
  readonly isFailedCall?: boolean;
}

/** What abstaining is worth where a cause could be told: answering pays if it is likelier right. */
export const ABSTAINED = 0.2;

/** The verdict on an answer that nobody can read. */
export const UNREADABLE: Verdict = { value: 0, reason: "there is no answer to read" };
