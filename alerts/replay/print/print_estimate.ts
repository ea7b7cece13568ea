import { counted } from "../../../src/text.ts";
import type { Estimate } from "../run/estimate.ts";
import { dollars } from "../results/figures.ts";
import { rounded } from "./rounded.ts";

/**
 * What missing answers cost, in words: at most, and likely if that is known.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printEstimate } from "./print_estimate.ts";
 *
 * const most = { requests: 126, tokens: 1_900_000, usd: 2.5 };
 * assert.equal(printEstimate(most), "126 requests, at most 1.9 M tokens and $2.50");
 * assert.equal(
 *   printEstimate(most, { requests: 126, tokens: 310_000, usd: 0.4 }),
 *   "126 requests, about 310 k tokens and $0.40 (at most 1.9 M tokens and $2.50)",
 * );
 * ```
 */
export function printEstimate(most: Estimate, likely?: Estimate): string {
  const requests = counted(most.requests, "request");
  const limit = `at most ${amountOf(most)}`;
  return likely ? `${requests}, about ${amountOf(likely)} (${limit})` : `${requests}, ${limit}`;
}

function amountOf({ tokens, usd }: Estimate): string {
  return `${rounded(tokens)} tokens${
    usd === undefined ? ", the price is not known" : ` and ${dollars(usd)}`
  }`;
}
