import { costOf, type Price, PRICES } from "../../src/llm/prices.ts";
import type { Usage } from "../../src/llm/read_reply.ts";

/**
 * What an answer cost: what the provider says, else the prices of the configuration, else the
 * analyzer's list, on the day of the answer.
 *
 * @param at When it was answered, Unix time. [ms]
 */
export function priceOf(
  model: string,
  usage: Usage,
  at: number,
  prices: readonly Price[] = [],
): number | undefined {
  if (usage.usd !== undefined) return usage.usd;
  // A name of the configuration is the whole name, also with a slash.
  const own = prices.find((price) => price.model === model);
  if (own) return (usage.input * own.input + usage.output * own.output) / 1e6;
  return costOf(model, usage, at, PRICES);
}
