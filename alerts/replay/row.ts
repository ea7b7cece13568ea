import type { RecordedAnswer } from "./cassette/recording.ts";

/** Where an answer stands. */
export interface Place {
  readonly case: string;
  readonly cluster: string;
  readonly variant: string;
  readonly sample: number;
}

/** A place with what became of it, as a line of `rows.jsonl`. */
export interface Row extends Place {
  readonly key: string;
  /** Whether there is an answer; `error` is a call that failed, `missing` one never made. */
  readonly status: "answered" | "error" | "missing";
  readonly failure?: string;
  readonly from?: "cassette" | "call";
  /** Tokens that were read and written. */
  readonly usage?: { readonly input: number; readonly output: number };
  readonly usd?: number;
  /** How long the provider took, when it was recorded. [ms] */
  readonly latency?: number;
  /** The answer itself: a run can be judged again whatever becomes of the cassettes. */
  readonly answer?: RecordedAnswer;
}
