/**
 * What a benchmark is and what it tells.
 *
 * @module
 */

/** A figure of one contender over all rounds. */
export interface Row {
  /** Who or what was measured. */
  readonly contender: string;
  /** Smallest measurement: the one that the rest of the machine disturbed least. */
  readonly min: number;
  /** Median. */
  readonly median: number;
  /** Anything else to know, such as a rate. */
  readonly note?: string;
}

/** The row of a contender, from all its figures. */
export function toRow(contender: string, figures: readonly number[], note?: string): Row {
  const sorted = figures.toSorted((a, b) => a - b);
  const [min, median] = [sorted[0]!, sorted[sorted.length >> 1]!];
  return { contender, min, median, ...(note !== undefined && { note }) };
}

/** Contenders that were measured in turn. The first one is ours. */
export interface Comparison {
  /** What was measured. */
  readonly caption: string;
  /** Unit of the figures. */
  readonly unit: "ms" | "MB";
  /** One row per contender. */
  readonly rows: readonly Row[];
}

/** What was aimed at, and what came out. */
export interface Goal {
  /** In words. */
  readonly claim: string;
  /** The measured figure. */
  readonly measured: number;
  /** Its bound. */
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  /** Unit of both. @default {"×"} */
  readonly unit?: string;
}

/** Everything that a benchmark tells. */
export interface Report {
  /** What it is about. */
  readonly title: string;
  /** The figures. */
  readonly comparisons: readonly Comparison[];
  /** The goals. */
  readonly goals: readonly Goal[];
  /** Conditions, and what was left out and why. @default {[]} */
  readonly notes?: readonly string[];
}

/** A benchmark: one file, one export of this type, one line in `main.ts`. */
export type Benchmark = () => Promise<Report>;

/** Whether a goal is reached. */
export function isMet({ measured, bound }: Goal): boolean {
  return "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;
}
