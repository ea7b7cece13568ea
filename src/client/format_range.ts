import { formatDuration } from "./format_seconds.ts";

/** A stretch of time, seen from where an expression is evaluated. */
export interface LookBack {
  /** Its length. [ms] */
  readonly window: number;
  /**
   * How long before the evaluation it ends; negative where it ends later. [ms]
   *
   * @default {0}
   */
  readonly offset?: number;
}

/**
 * A range as PromQL writes it behind a selector or, with a resolution, behind an expression.
 *
 * @param resolution Step of a subquery, as PromQL writes it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatRange } from "./format_range.ts";
 *
 * const day = { window: 86_400_000, offset: -7_200_000 };
 * assert(formatRange(day) === "[1d] offset -7200s");
 * assert(formatRange(day, "1m") === "[1d:1m] offset -7200s");
 * ```
 */
export function formatRange({ window, offset = 0 }: LookBack, resolution?: string): string {
  const step = resolution === undefined ? "" : `:${resolution}`;
  const shift = offset === 0 ? "" : ` offset ${formatDuration(offset)}`;
  return `[${formatDuration(window)}${step}]${shift}`;
}
