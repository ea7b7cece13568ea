import type { Span } from "./span.ts";

/**
 * Both lists in one, in order. Where two overlap, that of the first list stays.
 *
 * @param first In order, without overlaps.
 * @param second In order, without overlaps.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mergeSpans } from "./merge_spans.ts";
 *
 * const span = (start: number, end: number) =>
 *   ({ start, end, rule: "email", type: "EMAIL" }) as const;
 * const merged = mergeSpans([span(4, 8)], [span(0, 2), span(7, 9), span(9, 12)]);
 * assert.deepEqual(merged.map(({ start }) => start), [0, 4, 9]);
 * ```
 */
export function mergeSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  const merged: Span[] = [];
  let next = 0, free = 0;
  const addUpTo = (limit: number) => {
    for (; next < second.length && second[next]!.start < limit; next++) {
      const { start, end } = second[next]!;
      if (start >= free && end <= limit) merged.push(second[next]!);
    }
  };
  for (const span of first) {
    addUpTo(span.start);
    merged.push(span);
    free = span.end;
  }
  addUpTo(Infinity);
  return merged;
}
