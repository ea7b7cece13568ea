import { costOf, type Price, PRICES } from "../../src/llm/prices.ts";
import type { Usage } from "../../src/llm/read_reply.ts";

/**
 * Cost of an answer: as the provider says, else by the configuration, else by the analyzer's price
 * list on that day.
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
  // A model in the configuration is written in full, also with a slash.
  const own = prices.find((price) => price.model === model);
  if (own) return (usage.input * own.input + usage.output * own.output) / 1e6;
  return costOf(model, usage, at, PRICES);
}
