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

/** A part of a text. */
export interface Stretch {
  /** First character. [UTF-16 units] */
  readonly from: number;
  /** Character after the last. [UTF-16 units] */
  readonly to: number;
}

/**
 * Finds secrets of one kind in the view of a text: in order, without overlaps, in linear time.
 * A view is what {@linkcode View} makes of a text; what an earlier finder found is hidden in it.
 *
 * A finder is told where to look once it has seen all of a text: what gives a secret away stands in
 * one of these stretches, the secret itself and all else may be anywhere. A finder that is quick
 * anyway looks at the whole text again.
 */
export type Finder = (view: string, where?: readonly Stretch[]) => Span[];

/** All of a text. */
export function everywhere(view: string): readonly Stretch[] {
  return [{ from: 0, to: view.length }];
}
