import { counted } from "../../../src/text.ts";
import type { Estimate } from "../run/estimate.ts";
import { dollars, rounded } from "../results/figures.ts";

/** The cost of missing answers in words. */
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
