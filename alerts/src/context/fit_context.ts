import { Buffer } from "node:buffer";
import type { ContextItem } from "./context_item.ts";

/** All data of a context together, as JSON. [bytes] */
const MOST = 196_608;

/**
 * A context of a bounded size: as long as it is too long, the longest item loses its data and says so,
 * as one that could not be read does.
 *
 * @param most Of all data together, as JSON. [bytes]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { fitContext } from "./fit_context.ts";
 *
 * const item = { kind: "logs", title: "Log", query: "", time: 0, duration: 1 } as const;
 * const [long, short] = fitContext([
 *   { ...item, id: "L1", data: "x".repeat(300) },
 *   { ...item, id: "L2", data: "y" },
 * ], 100);
 * assert.equal(long?.error, "left out: all of the context together would be too long");
 * assert.equal(short?.data, "y");
 * ```
 */
export function fitContext(context: readonly ContextItem[], most = MOST): ContextItem[] {
  const sizes = context.map((item) => Buffer.byteLength(JSON.stringify(item)));
  const isOut = new Set<number>();
  let total = sizes.reduce((sum, size) => sum + size, 0);
  while (total > most && isOut.size < sizes.length) {
    const longest = sizes.reduce((at, size, index) => size > sizes[at]! ? index : at, 0);
    total -= sizes[longest]!;
    sizes[longest] = 0;
    isOut.add(longest);
  }
  return context.map((item, at) => {
    if (!isOut.has(at)) return item;
    const { data: _, ...rest } = item;
    return { ...rest, error: "left out: all of the context together would be too long" };
  });
}
