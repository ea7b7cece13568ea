/**
 * The record of one analysis, sealed: what was known, what was asked, what was answered, what
 * became of it. No secret is in it; the replay harness reads it.
 *
 * @module
 */

import type { ContextItem } from "./context/context_item.ts";
import type { Incident } from "./incident.ts";
import type { Analysis } from "./llm/analysis.ts";

/** How an analysis ended. */
export type Outcome =
  /** The model's analysis was published. */
  | "analysed"
  /** The facts were published without an analysis: see `reason`. */
  | "facts"
  /** Nothing could be published, after all retries. */
  | "unpublished";

/** A request to the model, exactly as sent, but for the credentials. */
export interface LlmExchange {
  /** Endpoint. */
  readonly url: string;
  /** Version of the provider's API, where it is sent. */
  readonly apiVersion?: string;
  /** Model that was asked. */
  readonly model: string;
  /** Body of the request, byte by byte. */
  readonly request: string;
  /** Status and body of the answer; absent if there was none. */
  readonly response?: { readonly status: number; readonly body: string };
  /** What it used. */
  readonly usage?: { readonly input: number; readonly output: number; readonly usd?: number };
  /** Number of requests, retries included. */
  readonly attempts: number;
  /** From the first request to the last answer. [ms] */
  readonly duration: number;
  /** Why there is no usable answer: `refusal`, `max_tokens`, `http_529`, `timeout`, `budget`, … */
  readonly failure?: string;
}

/** What was sent to the push service. */
export interface PushRecord {
  /** Topic. */
  readonly topic: string;
  /** Title. */
  readonly title: string;
  /** Text, as sent. */
  readonly message: string;
  /** 1 (min) to 5 (max). */
  readonly priority: number;
  /** When the service took it, Unix time; absent if it never did. [ms] */
  readonly publishedAt?: number;
  /** Why it did not take it. */
  readonly failure?: string;
}

/** A sealed case. */
export interface CaseFile {
  /** Of this format. */
  readonly version: 1;
  /** Unique. */
  readonly id: string;
  /** The alert, redacted. */
  readonly incident: Incident;
  /** The context, redacted, item by item. */
  readonly context: readonly ContextItem[];
  /** The prompt by name and by the SHA-256 of its text. */
  readonly prompt: { readonly name: string; readonly sha256: string };
  /** The exchange with the model; absent if it was not asked (budget, breaker). */
  readonly llm?: LlmExchange;
  /** The model's answer, redacted and checked. */
  readonly analysis?: Analysis;
  /** The facts that were pushed before, because the analysis took too long. */
  readonly facts?: PushRecord;
  /** What was pushed in the end. */
  readonly push?: PushRecord;
  /** How it ended. */
  readonly outcome: Outcome;
  /** Why, where it did not end well. */
  readonly reason?: string;
  /** Redactions by rule. */
  readonly redactions: Readonly<Record<string, number>>;
  /** Unix times of the stations. [ms] */
  readonly times: {
    readonly accepted: number;
    readonly started: number;
    readonly gathered: number;
    readonly answered?: number;
    readonly finished: number;
  };
  /** SHA-256 over all other fields in canonical JSON (RFC 8785), so that tampering shows. */
  readonly seal: string;
}
