/**
 * What a monitoring site is asked about a host.
 *
 * @module
 */

import type { Redactor } from "../gatherer.ts";
import type { HostmonApi } from "./hostmon_api.ts";

/** What is known when a question is asked. */
export interface Asked {
  /** The site. */
  readonly api: HostmonApi;
  /** When the question is asked, Unix time. [ms] */
  readonly now: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Of this analysis. */
  readonly redactor: Redactor;
}

/** One source of context. */
export interface HostQuestion {
  /** For people and for the model: what this is. */
  readonly title: string;
  /** How it is asked for. */
  readonly query: string;
  /** Asks, and makes the answer short. */
  readonly read: (asked: Asked) => Promise<unknown>;
}
