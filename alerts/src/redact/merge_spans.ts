import type { Span } from "./span.ts";

/**
 * Both lists in one, in order. Where two overlap, that of the first list stays.
 *
 * @param first In order, without overlaps.
 * @param second In order, without overlaps.
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
