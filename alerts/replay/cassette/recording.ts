import { contentHash } from "../../src/content_hash.ts";
import type { Usage } from "../../src/llm/read_reply.ts";

/** Everything that shapes an answer: its hash is the key. Nothing else is in the key. */
export interface RecordedRequest {
  /** Format of the key. */
  readonly v: 1;
  /** What it was asked for. */
  readonly kind: "analysis" | "judge";
  /** Who answers: the native provider, or an aggregator. */
  readonly provider: "native" | "aggregator";
  /** Origin and path of the endpoint; an address with a query is not accepted. */
  readonly endpoint: string;
  /** Version of the native provider's API. */
  readonly apiVersion?: string;
  /** The body, byte for byte as it goes over the wire. */
  readonly body: string;
  /** Which repeat: it is in the key, not on the wire. */
  readonly sample: number;
}

/** An answer without its question: what a run keeps of it, and what the seal is of. */
export interface RecordedAnswer {
  /** Format of the recording. */
  readonly v: 1;
  /** SHA-256 of the request in canonical JSON (RFC 8785), hexadecimal. */
  readonly key: string;
  /**
   * Where the answer comes from. A synthetic one was composed by code for a demonstration or a
   * test: no model ever gave it, and its tokens and its latency are made up.
   */
  readonly origin: "recorded" | "synthetic";
  /** When, as an instant in UTC. */
  readonly recordedAt: string;
  /**
   * What was answered. Only answers with a status below 300 are kept. A secret in it is a
   * placeholder such as `[PASSWORD#3]` with a number that the question does not have.
   */
  readonly response: { readonly status: number; readonly body: string };
  /** How long it took [ms], and how many requests. */
  readonly timing: {
    readonly latency: number;
    readonly attempts: number;
    /** Answers without the form, which the analyzer asks for again: only what they used is kept. */
    readonly discarded?: readonly DiscardedAnswer[];
  };
  /** SHA-256 over all other fields in canonical JSON, so that tampering shows. */
  readonly seal: string;
}

/** An answer that the analyzer would not take. */
export interface DiscardedAnswer {
  /** Why: `not_json`, `bad_form`, `empty`. */
  readonly failure: string;
  /** What it used, if that was told. */
  readonly usage?: Usage;
}

/** A recording: an answer with its question, which the key is the hash of. */
export interface Recording extends RecordedAnswer {
  /** What was asked. */
  readonly request: RecordedRequest;
}

/**
 * The key of a request: SHA-256 of all of it in canonical JSON (RFC 8785), so that nothing that
 * shapes an answer can change without another key, and the order of fields does not count.
 */
export function keyOf(request: RecordedRequest): string {
  return contentHash(request);
}

/** What a recording is made of. */
export type UnsealedRecording =
  & Pick<Recording, "origin" | "recordedAt" | "response" | "timing">
  & { readonly request: RecordedRequest };

/** Makes a recording: computes its key and seals it. */
export function sealRecording(unsealed: UnsealedRecording): Recording {
  const { origin, recordedAt, request, response, timing } = unsealed;
  const rest = { v: 1, key: keyOf(request), origin, recordedAt, response, timing } as const;
  return { ...rest, request, seal: sealOf(rest) };
}

/**
 * Whether an answer is as it was sealed. Whether it is the answer to a request tells the request's
 * key.
 */
export function isAnswerIntact(answer: RecordedAnswer): boolean {
  return answer.seal === sealOf(answer);
}

function sealOf(
  { v, key, origin, recordedAt, response, timing }: Omit<RecordedAnswer, "seal">,
): string {
  const content = { v, key, origin, recordedAt, response, timing };
  return contentHash(content);
}
