/**
 * What a range query means as a whole, so that it may be split without changing its meaning. Found
 * with the grammar of PromQL: `start()` in a string or `range` as a metric's name are nothing
 * special.
 *
 * @module
 */

import { parser } from "@prometheus-io/lezer-promql";
import type { TimeRange } from "../time.ts";
import { formatSeconds } from "./format_seconds.ts";

/**
 * Replaces `@ start()` and `@ end()` by the instants they stand for: in a part of a range they would
 * mean the ends of the part.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pinEnds } from "./expression.ts";
 *
 * const pinned = pinEnds("power - power @ start()", { start: 1_735_689_600_500, end: 0 });
 * assert(pinned === "power - power @ 1735689600.5");
 * ```
 */
export function pinEnds(expression: string, { start, end }: TimeRange): string {
  let pinned = "", copied = 0;
  parser.parse(expression).iterate({
    enter({ name, from, to, node }) {
      if (name !== "AtStart" && name !== "AtEnd") return;
      // The node covers the word; the parentheses behind it end the node around both.
      const close = node.parent?.parent?.to ?? to;
      pinned += expression.slice(copied, from) + formatSeconds(name === "AtStart" ? start : end);
      copied = close;
    },
  });
  return pinned + expression.slice(copied);
}

/**
 * Why a range query must stay one request, `null` if it may be split.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { whyUnsplittable } from "./expression.ts";
 *
 * assert(whyUnsplittable("sum(rate(power[5m]))") === null);
 * assert(whyUnsplittable("rate(power[range()])")?.includes("range()"));
 * ```
 */
export function whyUnsplittable(expression: string): string | null {
  let why: string | null = null;
  parser.parse(expression).iterate({
    enter({ name, type }) {
      if (name === "DurationRange") why = "range() means the length of the whole range";
      // A function of another dialect may look at the whole range, as VictoriaMetrics' range_avg.
      else if (type.isError) why ??= "it is not plain PromQL, so that its meaning is not known";
    },
  });
  return why;
}
