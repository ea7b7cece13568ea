/**
 * The interface of everything that gathers context.
 *
 * @module
 */

import type { Incident } from "../incident.ts";
import type { Finding } from "./context_item.ts";

/** Takes secrets out of texts. The same secret gets the same placeholder within one analysis. */
export interface Redactor {
  /** The text with placeholders where secrets were; a redacted text stays as it is. */
  redact(text: string): string;
}

/** Options of a gathering. */
export interface GatherOptions {
  /** Ends the gathering early; what is known by then counts. */
  readonly signal: AbortSignal;
  /** Of this analysis: long texts are redacted before they are cut, else half a secret stays. */
  readonly redactor: Redactor;
}

/** Gathers context for an incident. */
export interface Gatherer {
  /**
   * All that could be found out, from all sources at the same time, each with its own time limit.
   * Never rejects: what could not be read is a finding with an error.
   */
  gather(incident: Incident, options: GatherOptions): Promise<Finding[]>;
}
