/**
 * The interface of everything that analyses an incident.
 *
 * @module
 */

import type { LlmExchange } from "../case_file.ts";
import type { ContextItem } from "../context/context_item.ts";
import type { Redactor } from "../context/gatherer.ts";
import type { Incident } from "../incident.ts";
import type { Analysis } from "./analysis.ts";

/** Options of an analysis. */
export interface AnalyseOptions {
  /** Ends it early. With a `TimeoutError` for its reason the answer comes too late. */
  readonly signal: AbortSignal;
  /** Of this analysis: what the model writes is redacted, with the placeholders of its context. */
  readonly redactor: Redactor;
}

/** What came of it. */
export interface Opinion {
  /** The prompt by name and by the SHA-256 of its text. */
  readonly prompt: { readonly name: string; readonly sha256: string };
  /** The exchange with the model; absent if it was not asked. */
  readonly exchange?: LlmExchange;
  /** The answer, if it is a usable one. */
  readonly analysis?: Analysis;
  /**
   * Why the analysis failed: `refusal`, `max_tokens`, `breaker_open`, `model_hangs`, `budget`, …
   */
  readonly failure?: string;
  /**
   * Whether to ask again in minutes may help. It does not where the account or the budget is the
   * reason: people should get the facts at once.
   */
  readonly isRetryable: boolean;
}

/** Asks a model about an incident. */
export interface Analyst {
  /**
   * The incident and its context are redacted already. Never rejects: an analysis that fails is an
   * opinion with a failure.
   */
  analyse(
    incident: Incident,
    context: readonly ContextItem[],
    options: AnalyseOptions,
  ): Promise<Opinion>;
}
