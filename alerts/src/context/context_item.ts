/**
 * One piece of context, with where it comes from.
 *
 * @module
 */

import type { JsonValue } from "../redact/redact_value.ts";

/** What an item tells about. The letter begins its id: `M1`, `E1`, `L2`. */
export const CONTEXT_KINDS = {
  alerts: "A",
  metrics: "M",
  events: "E",
  pods: "P",
  logs: "L",
  host: "H",
  diagnostics: "D",
} as const;

/** Kind of context. */
export type ContextKind = keyof typeof CONTEXT_KINDS;

/** What a gatherer found, before it has an id. */
export interface Finding {
  /** What it tells about. */
  readonly kind: ContextKind;
  /** For people and for the model: what this is. */
  readonly title: string;
  /** How it was asked for: an expression, a path, a command. */
  readonly query: string;
  /** When it was asked for, Unix time. [ms] */
  readonly time: number;
  /** How long the answer took. [ms] */
  readonly duration: number;
  /** The answer; absent if there was none. */
  readonly data?: JsonValue;
  /** Why there is no answer, in a few words: `403`, `timed out after 5 s`. */
  readonly error?: string;
}

/** A finding with its id, by which an analysis cites it. Everything in it is redacted. */
export interface ContextItem extends Finding {
  /** Unique within a case: letter of the kind and a number. */
  readonly id: string;
}
