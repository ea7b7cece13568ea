import { counted } from "../../../src/text.ts";
import type { Estimate } from "../run/estimate.ts";
import { dollars, rounded } from "../results/figures.ts";

/** The cost of missing answers in words. */
export function printEstimate(most: Estimate, likely?: Estimate): string {
  const amount = ({ tokens, usd }: Estimate) =>
    `${rounded(tokens)} tokens${
      usd === undefined ? ", the price is not known" : ` and ${dollars(usd)}`
    }`;
  const requests = counted(most.requests, "request"), limit = `at most ${amount(most)}`;
  return likely ? `${requests}, about ${amount(likely)} (${limit})` : `${requests}, ${limit}`;
}
