import type { RecordedAnswer } from "./cassette/recording.ts";

export interface Place {
  readonly case: string;
  readonly cluster: string;
  readonly variant: string;
  readonly sample: number;
}

/** A line of `rows.jsonl`: what became of one place. */
export interface Row extends Place {
  readonly key: string;
  /** `error`: the call failed; `missing`: it was never made. */
  readonly status: "answered" | "error" | "missing";
  readonly failure?: string;
  readonly from?: "cassette" | "call";
  /** [tokens] */
  readonly usage?: { readonly input: number; readonly output: number };
  readonly usd?: number;
  /** How long the provider took when it was recorded. [ms] */
  readonly latency?: number;
  /** The answer itself, so that a run can be judged without its cassettes. */
  readonly answer?: RecordedAnswer;
}

export function placeName({ case: id, variant, sample }: Omit<Place, "cluster">): string {
  return JSON.stringify([id, variant, sample]);
}

export function placeOf({ case: id, cluster, variant, sample }: Place): Place {
  return { case: id, cluster, variant, sample };
}
