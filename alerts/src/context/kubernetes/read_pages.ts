/**
 * Lists of the Kubernetes API, page by page.
 *
 * @module
 */

/** One page of a list. */
export interface Page<Item> {
  /** What is on it. */
  readonly items: readonly Item[];
  /** Where the next page begins, if there is one. */
  readonly metadata?: { readonly _continue?: string };
}

/** What is done with the pages. */
export interface Reading<Item, Kept> {
  /** What there is before the first page. */
  readonly start: Kept;
  /** What is kept of all pages so far. */
  add(kept: Kept, items: readonly Item[]): Kept;
  /** Most pages. */
  readonly maxPages: number;
}

/**
 * Reads a list. If it takes so long that the server has forgotten where it was (410), the list is
 * read once more from its start.
 *
 * @param list Asks for the page at a place, the first one if there is none.
 * @returns What was kept, and whether that is of all pages.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPages } from "./read_pages.ts";
 *
 * const { kept, isComplete } = await readPages(
 *   (at) => Promise.resolve(at ? { items: [2] } : { items: [1], metadata: { _continue: "x" } }),
 *   { start: 0, add: (sum, items) => items.reduce((a, b) => a + b, sum), maxPages: 5 },
 * );
 * assert.deepEqual([kept, isComplete], [3, true]);
 * ```
 */
export async function readPages<Item, Kept>(
  list: (at: string | undefined) => Promise<Page<Item>>,
  { start, add, maxPages }: Reading<Item, Kept>,
): Promise<{ kept: Kept; isComplete: boolean }> {
  let kept = start, at: string | undefined, isFirstAttempt = true;
  for (let pages = 0; pages < maxPages; pages++) {
    try {
      const { items, metadata } = await list(at);
      kept = add(kept, items);
      // Servers write "" where there is no further page.
      at = metadata?._continue || undefined;
    } catch (error) {
      const isForgotten = (error as { code?: unknown }).code === 410;
      if (!isForgotten || !isFirstAttempt) throw error;
      isFirstAttempt = false;
      kept = start;
      at = undefined;
      pages = -1;
      continue;
    }
    if (at === undefined) return { kept, isComplete: true };
  }
  return { kept, isComplete: false };
}
