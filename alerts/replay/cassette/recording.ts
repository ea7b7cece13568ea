import { contentHash } from "../../src/content_hash.ts";
import type { Usage } from "../../src/llm/read_reply.ts";

/** Everything that shapes an answer, and nothing else: its hash is the key. */
export interface RecordedRequest {
  /** Version of the key's format. */
  readonly v: 1;
  readonly kind: "analysis" | "judge";
  /** The native provider or an aggregator. */
  readonly provider: "native" | "aggregator";
  /** Origin and path. An endpoint with a query is refused. */
  readonly endpoint: string;
  readonly apiVersion?: string;
  readonly body: string;
  /** Number of the repeat. It is in the key but is not sent. */
  readonly sample: number;
}

/** An answer without its request: this is what a run keeps and what the seal covers. */
export interface RecordedAnswer {
  readonly v: 1;
  readonly key: string;
  /**
   * A synthetic answer was composed by code for a demo or a test. No model gave it, and its tokens
   * and latency are invented.
   */
  readonly origin: "recorded" | "synthetic";
  /** Instant in UTC. */
  readonly recordedAt: string;
  /**
   * Only answers with a status below 300 are kept. A secret is replaced by a placeholder such as
   * `[PASSWORD#3]` whose number the request does not use.
   */
  readonly response: { readonly status: number; readonly body: string };
  /** `latency` in [ms], and the number of requests made. */
  readonly timing: {
    readonly latency: number;
    readonly attempts: number;
    /** Answers of the wrong form, which were asked for again. Only their usage is kept. */
    readonly discarded?: readonly DiscardedAnswer[];
  };
  /** SHA-256 over all other fields, so that changes are detected. */
  readonly seal: string;
}

/** An answer that the analyzer rejected: `not_json`, `bad_form` or `empty`. */
export interface DiscardedAnswer {
  readonly failure: string;
  readonly usage?: Usage;
}

export interface Recording extends RecordedAnswer {
  readonly request: RecordedRequest;
}

/** SHA-256 of the request as canonical JSON (RFC 8785). The order of fields does not matter. */
export function keyOf(request: RecordedRequest): string {
  return contentHash(request);
}

export type UnsealedRecording =
  & Pick<Recording, "origin" | "recordedAt" | "response" | "timing">
  & { readonly request: RecordedRequest };

export function sealRecording(unsealed: UnsealedRecording): Recording {
  const { origin, recordedAt, request, response, timing } = unsealed;
  const rest = { v: 1, key: keyOf(request), origin, recordedAt, response, timing } as const;
  return { ...rest, request, seal: sealOf(rest) };
}

/** Whether the seal fits. It does not say to which request the answer belongs; the key does. */
export function isAnswerIntact(answer: RecordedAnswer): boolean {
  return answer.seal === sealOf(answer);
}

function sealOf(
  { v, key, origin, recordedAt, response, timing }: Omit<RecordedAnswer, "seal">,
): string {
  const content = { v, key, origin, recordedAt, response, timing };
  return contentHash(content);
}
