import { CONTEXT_KINDS, type ContextItem, type Finding } from "./context/context_item.ts";

/**
 * Gives findings the ids by which an analysis cites them: the letter of the kind and a number, in
 * the order they come in.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { numberItems } from "./number_items.ts";
 *
 * const finding = { kind: "metrics", title: "CPU", query: "up", time: 0, duration: 3 } as const;
 * assert.deepEqual(numberItems([finding, finding]).map(({ id }) => id), ["M1", "M2"]);
 * ```
 */
export function numberItems(findings: readonly Finding[]): ContextItem[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const letter = CONTEXT_KINDS[finding.kind];
    const number = (counts.get(letter) ?? 0) + 1;
    counts.set(letter, number);
    return { id: `${letter}${number}`, ...finding };
  });
}
