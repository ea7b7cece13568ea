/**
 * Gaps that were found in one stretch of days after the other.
 *
 * @module
 */

import type { Gap } from "../frames/gaps.ts";

/**
 * Gaps of consecutive stretches as one list without overlap. Each stretch sees a gap over its border
 * from its own side: what both say is one gap; where they differ, each speaks for its own days.
 *
 * @param parts Gaps that touch each stretch, ascending.
 * @param starts Where each stretch begins. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinGaps } from "./join_gaps.ts";
 *
 * const gap = { start: 5, end: 15, class: "outage" as const, evidence: "" };
 * assert.deepEqual(joinGaps([[gap], [gap]], [0, 10]), [gap]);
 * ```
 */
export function joinGaps(parts: readonly (readonly Gap[])[], starts: readonly number[]): Gap[] {
  const joined: Gap[] = [];
  for (const [index, gaps] of parts.entries()) {
    for (const gap of gaps) {
      const last = joined.at(-1);
      if (!last || last.end <= gap.start) joined.push(gap);
      else if (last.class === gap.class && last.evidence === gap.evidence) {
        joined[joined.length - 1] = { ...gap, start: last.start };
      } else {
        const border = Math.max(starts[index]!, gap.start);
        joined[joined.length - 1] = { ...last, end: border };
        joined.push({ ...gap, start: border });
      }
    }
  }
  return joined;
}
