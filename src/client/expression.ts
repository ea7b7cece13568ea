/**
 * PromQL as text: instants, durations and ranges, and whether a range query may be split without
 * changing its meaning. The grammar of PromQL decides, so `start()` in a string or `range` as a
 * metric's name do not matter.
 *
 * @module
 */

import { parser } from "@prometheus-io/lezer-promql";
import { SECOND, type TimeRange } from "../time.ts";

/**
 * Replaces `@ start()` and `@ end()` with the instants that they stand for. In a part of a range they
 * would mean the ends of the part.
 */
export function pinEnds(expression: string, { start, end }: TimeRange): string {
  let pinned = "", copied = 0;
  parser.parse(expression).iterate({
    enter({ name, from, to, node }) {
      if (name !== "AtStart" && name !== "AtEnd") return;
      // The node covers the word only; the parent's parent ends after the parentheses.
      const close = node.parent?.parent?.to ?? to;
      pinned += expression.slice(copied, from) + formatSeconds(name === "AtStart" ? start : end);
      copied = close;
    },
  });
  return pinned + expression.slice(copied);
}

/** Why a range query must stay one request, `null` if it may be split. */
export function whyUnsplittable(expression: string): string | null {
  let why: string | null = null;
  parser.parse(expression).iterate({
    enter({ name, type }) {
      if (name === "DurationRange") why = "range() means the length of the whole range";
      // A function of another dialect may look at the whole range, as VictoriaMetrics' range_avg.
      else if (type.isError) why ??= "it is not plain PromQL, so its meaning is unknown";
    },
  });
  return why;
}

/** Milliseconds as decimal seconds, exactly. */
export function formatSeconds(milliseconds: number): string {
  return String(milliseconds / SECOND);
}

/** A duration as PromQL reads it, in the largest unit of those that have a fixed length. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 86_400 * SECOND) return "1d";
  if (milliseconds % SECOND === 0) return `${milliseconds / SECOND}s`;
  return `${milliseconds}ms`;
}

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
 */
export function formatRange({ window, offset = 0 }: LookBack, resolution?: string): string {
  const step = resolution === undefined ? "" : `:${resolution}`;
  const shift = offset === 0 ? "" : ` offset ${formatDuration(offset)}`;
  return `[${formatDuration(window)}${step}]${shift}`;
}
