/**
 * Why a server's number is another than Wattbook's.
 *
 * @module
 */

/** How a reason is called in a table, and what it means. */
export interface ReasonInfo {
  /** Head of its column. */
  readonly title: string;
  /** What it means. */
  readonly meaning: string;
}

/** Every known reason, in the order in which a number is retraced. */
export const REASONS = {
  late_reset: {
    title: "Late reset",
    meaning: "In the morning the day counter still showed the day before",
  },
  recovered: {
    title: "Recovered",
    meaning: "The day counter misses a part of the day; the lifetime counter knows it",
  },
  repaired: {
    title: "Repaired",
    meaning: "A counter fell or leapt; the server takes that as it is",
  },
  balanced: {
    title: "Balanced",
    meaning: "An export above the yield, within its error, was set to the yield",
  },
  utc_day: {
    title: "UTC day",
    meaning: "The server's day begins at midnight UTC, not at local midnight",
  },
  window_ends: {
    title: "Ends",
    meaning: "Between each end of the window and the sample next to it",
  },
  restarts: {
    title: "Restarts",
    meaning: "increase() takes the parts that a restart left one by one",
  },
  extrapolation: {
    title: "Extrapol.",
    meaning: "increase() goes on straight to the ends of the window",
  },
  from_before: {
    title: "Before",
    meaning: "increase() counts from the last sample before the window",
  },
  sampling: {
    title: "Sampling",
    meaning: "The subquery looks once a minute, Wattbook at every sample",
  },
  rule: {
    title: "Rule",
    meaning: "The recording rule looked at other instants than the subquery would",
  },
} as const satisfies Readonly<Record<string, ReasonInfo>>;

/** A reason of {@linkcode REASONS}. */
export type Reason = keyof typeof REASONS;

/** What one reason contributes to server minus Wattbook. */
export interface Part {
  /** Which reason. */
  readonly reason: Reason;
  /** Its share of the difference. [kWh] */
  readonly kwh: number;
}

/** A number retraced from Wattbook's to the one that the server must have. */
export interface Retraced {
  /** What each reason contributes; none where Wattbook has no number to begin with. */
  readonly parts: readonly Part[];
  /** What the server must have; NaN if it must have nothing. [kWh] */
  readonly expected: number;
}

/**
 * Retraces a number: each step computes it one way more like the server, and the change is what the
 * step's reason contributes.
 *
 * @param local Wattbook's number, `null` if it does not know one. [kWh]
 * @param steps The number after each step, with the reason of the step; NaN where it is not known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { retrace } from "./reasons.ts";
 *
 * const { parts, expected } = retrace(5, [["utc_day", 7], ["window_ends", 6.5]]);
 * assert.deepEqual(parts.map(({ kwh }) => kwh), [2, -0.5]);
 * assert(expected === 6.5);
 * ```
 */
export function retrace(
  local: number | null,
  steps: readonly (readonly [reason: Reason, kwh: number])[],
): Retraced {
  const parts: Part[] = [];
  const expected = steps.at(-1)?.[1] ?? local ?? NaN;
  let before = local ?? NaN, skipped: Reason | null = null;
  for (const [reason, kwh] of steps) {
    // A step that cannot be told apart from the next one lends it its name.
    if (Number.isNaN(kwh)) skipped ??= reason;
    else {
      if (!Number.isNaN(before)) parts.push({ reason: skipped ?? reason, kwh: kwh - before });
      before = kwh;
      skipped = null;
    }
  }
  return { parts: local === null ? [] : parts, expected };
}
