/**
 * What models cost, as data.
 *
 * @module
 */

import type { Usage } from "./read_reply.ts";

/** Price of a model from a day on. [USD per million tokens] */
export interface Price {
  /** Name at the native provider. */
  readonly model: string;
  /** Day from which it is known to hold, as YYYY-MM-DD. */
  readonly from: string;
  /** What is read. */
  readonly input: number;
  /** What is written. */
  readonly output: number;
  /** Other prices if more than so many tokens are read. */
  readonly long?: { readonly above: number; readonly input: number; readonly output: number };
}

/** List prices; a change of one is another line with a later day. */
export const PRICES: readonly Price[] = [
  {
    model: "claude-haiku-5-5",
    from: "2026-11-21",
    input: 0.1,
    output: 0.5,
    long: { above: 100_000, input: 0.5, output: 2.5 },
  },
  { model: "claude-sonnet-5-5", from: "2026-11-21", input: 2, output: 10 },
  { model: "claude-opus-5-5", from: "2026-11-21", input: 4, output: 20 },
  { model: "claude-fable-5-1", from: "2026-11-21", input: 10, output: 50 },
  { model: "claude-haiku-4-5", from: "2026-11-21", input: 1, output: 5 },
];

/**
 * Cost by the list, `undefined` if the model is not on it. Discounts for cached input are not
 * counted.
 *
 * @param model Name, also with an aggregator's prefix or with the day of its release.
 * @returns Cost. [USD]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { costOf } from "./prices.ts";
 *
 * const used = { input: 2000, output: 1000 };
 * assert.equal(costOf("anthropic/claude-sonnet-5-5", used, Date.UTC(2026, 11, 1)), 0.014);
 * assert.equal(costOf("somebody/else", used, 0), undefined);
 * ```
 */
export function costOf(
  model: string,
  { input, output }: Usage,
  at: number,
  prices: readonly Price[] = PRICES,
): number | undefined {
  const name = model.replace(/^.*\//, "").replace(/-\d{8}$/, "");
  const day = new Date(at).toISOString().slice(0, 10);
  const known = prices.filter((price) => price.model === name)
    .toSorted((a, b) => a.from < b.from ? -1 : 1);
  // Before the first known day the first known price is the best guess.
  const price = known.findLast(({ from }) => from <= day) ?? known[0];
  if (!price) return undefined;
  const rate = price.long && input > price.long.above ? price.long : price;
  return (input * rate.input + output * rate.output) / 1e6;
}
