import { costOf, type Price } from "../../src/llm/prices.ts";
import type { Usage } from "../../src/llm/read_reply.ts";
import type { RenderOptions } from "../../src/llm/render.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import type { Place } from "../row.ts";

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
  return costOf(model, usage, at);
}

interface Cost {
  /** [tokens] */
  readonly tokens: number;
  /** [USD]; `undefined` if a price is unknown. */
  readonly usd: number | undefined;
}

/** A recorded answer. Of the request, `bytes` is the length of its body. */
export interface RecordedUse extends Omit<Usage, "usd"> {
  readonly model: string;
  readonly bytes: number;
  /** [USD]; `undefined` if the price is unknown. */
  readonly usd: number | undefined;
}

/** A question about a place. Questions with the same key share one answer. */
export interface Question {
  readonly place: Place;
  readonly key: string;
  /** Length of the body. [bytes] */
  readonly bytes: number;
  readonly render: RenderOptions;
  /** Made when needed, because all together may not fit into memory. */
  request(): RecordedRequest;
}

/** What a provider may add to a request, such as the schema in words. [tokens] */
const ENVELOPE = 2048;

/** Upper bound for any tokenizer: a token has at least one byte. */
export function mostCost(
  { bytes, render: { model, maxTokens: output = 8192 } }: Pick<Question, "bytes" | "render">,
  at: number,
  prices: readonly Price[] = [],
): Cost {
  const input = bytes + ENVELOPE;
  return { tokens: input + output, usd: priceOf(model, { input, output }, at, prices) };
}

export type Estimate = ReturnType<typeof estimate>;

/**
 * What missing answers cost: at most, and likely, if they are like the recorded ones of the same
 * models. Questions with the same key are asked once.
 *
 * @param options.at When they are asked for, Unix time. [ms]
 * @returns `likely` is `null` without recorded answers of a model.
 */
export function estimate(
  asked: readonly Question[],
  { at, prices, used }: {
    readonly at: number;
    readonly prices: readonly Price[];
    readonly used: readonly RecordedUse[];
  },
) {
  const requests = [...new Map(asked.map((one) => [one.key, one])).values()];
  const byModel = Map.groupBy(used, ({ model }) => model);
  const means = new Map([...byModel].map(([model, own]) => {
    const sum = (of: "bytes" | "input" | "output") => own.reduce((all, one) => all + one[of], 0);
    const usd = totalCost(own.map(({ usd }) => usd));
    return [model, {
      input: sum("input") / sum("bytes"),
      output: sum("output") / own.length,
      usd: usd && usd / own.length,
    }];
  }));
  const likely = requests.flatMap(({ bytes, render }): Cost[] => {
    const mean = means.get(render.model);
    return mean ? [{ tokens: bytes * mean.input + mean.output, usd: mean.usd }] : [];
  });
  return {
    requests: requests.length,
    most: totalOf(requests.map((one) => mostCost(one, at, prices))),
    likely: likely.length === requests.length ? totalOf(likely) : null,
  };
}

function totalOf(costs: readonly Cost[]): Cost {
  const tokens = costs.reduce((sum, one) => sum + one.tokens, 0);
  return { tokens, usd: totalCost(costs.map(({ usd }) => usd)) };
}

/** The sum, or `undefined` if one of them is unknown. */
export function totalCost(costs: readonly (number | undefined)[]): number | undefined {
  return costs.includes(undefined) ? undefined : costs.reduce<number>((sum, one) => sum + one!, 0);
}
