/**
 * Whoever gathers context.
 *
 * @module
 */

import type { Incident } from "../incident.ts";
import type { Finding } from "./context_item.ts";

/** Options of a gathering. */
export interface GatherOptions {
  /** Ends the gathering early; what is known by then counts. */
  readonly signal: AbortSignal;
}

/** Gathers context for an incident. */
export interface Gatherer {
  /**
   * All that could be found out, from all sources at the same time, each with its own time limit.
   * Never rejects: what could not be read is a finding with an error.
   */
  gather(incident: Incident, options: GatherOptions): Promise<Finding[]>;
}
