import type { RuleName } from "./rules.ts";
import type { SecretType } from "./placeholder.ts";

/** A stretch of a text that must not leave. */
export interface Span {
  /** First character. [UTF-16 units] */
  readonly start: number;
  /** Character after the last. [UTF-16 units] */
  readonly end: number;
  /** Which rule found it. */
  readonly rule: RuleName;
  /** What it is replaced by. */
  readonly type: SecretType;
}

/**
 * Finds secrets of one kind in the view of a text: in order, without overlaps, in linear time.
 * A view is what {@linkcode View} makes of a text; what an earlier finder found is hidden in it.
 */
export type Finder = (view: string) => Span[];
