/**
 * One place of the matrix: a case, asked by a variant, for the nth time.
 *
 * @module
 */

import type { RecordedAnswer } from "./cassette/recording.ts";

/** Where an answer stands. */
export interface Place {
  /** Id of the case. */
  readonly case: string;
  /** Cluster of the case. */
  readonly cluster: string;
  /** Name of the variant. */
  readonly variant: string;
  /** Which repeat, from 0. */
  readonly sample: number;
}

/** A place with what became of it, as a line of `rows.jsonl`. */
export interface Row extends Place {
  /** Key of the recording. */
  readonly key: string;
  /** Whether there is an answer; `error` is a call that failed, `missing` one never made. */
  readonly status: "answered" | "error" | "missing";
  /** Why there is none. */
  readonly failure?: string;
  /** Where the answer came from. */
  readonly from?: "cassette" | "call";
  /** Tokens that were read and written. */
  readonly usage?: { readonly input: number; readonly output: number };
  /** Cost by the price list. [USD] */
  readonly usd?: number;
  /** How long the provider took, when it was recorded. [ms] */
  readonly latency?: number;
  /** The answer itself: a run can be judged again whatever becomes of the cassettes. */
  readonly answer?: RecordedAnswer;
}
