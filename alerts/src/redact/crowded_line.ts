import type { Span } from "./span.ts";

/** No line that serves anybody has as many secrets of one kind. */
const MOST_IN_LINE = 4096;

/**
 * The rest of a line that has more secrets than any line has: it is made to exhaust whoever looks
 * for them, and hidden unread.
 *
 * @param spans What was found so far, in order.
 * @returns The rest of the line after the last one, or `null` if the line is as lines are.
 */
export function restOfCrowdedLine(view: string, spans: readonly Span[]): Span | null {
  if (spans.length === 0 || spans.length % MOST_IN_LINE !== 0) return null;
  const first = spans[spans.length - MOST_IN_LINE]!, { end: start, rule, type } = spans.at(-1)!;
  if (view.lastIndexOf("\n", start - 1) >= first.start) return null;
  const lineEnd = view.indexOf("\n", start);
  const end = lineEnd < 0 ? view.length : lineEnd;
  return start < end ? { start, end, rule, type } : null;
}
