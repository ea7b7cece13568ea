import { costOf, type Price, PRICES } from "../../src/llm/prices.ts";
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
  return costOf(model, usage, at, PRICES);
}

/** Upper bounds, or likely values. */
export interface Estimate {
  readonly requests: number;
  /** [tokens] */
  readonly tokens: number;
  /** [USD]; absent if a price is unknown. */
  readonly usd?: number;
}

/**
 * Upper bound for any tokenizer: a token has at least one byte.
 *
 * @param bytes Length of the body. [bytes]
 */
export function mostUsed(
  bytes: number,
  { maxTokens = 8192 }: Pick<RenderOptions, "maxTokens">,
): { input: number; output: number } {
  return { input: bytes + ENVELOPE, output: maxTokens };
}

/** What a provider may add to a request, such as the schema in words. [tokens] */
const ENVELOPE = 2048;

/** Usage of recorded answers of one model; `bytes` is the length of their requests. */
export interface RecordedUse {
  readonly answers: number;
  readonly bytes: number;
  readonly input: number;
  /** [tokens] */
  readonly output: number;
  /** [USD]; `undefined` if a price is unknown. */
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

/**
 * The most that missing answers can cost.
 *
 * @param at When they are asked for, Unix time. [ms]
 */
export function estimate(
  asked: readonly Question[],
  at: number,
  prices: readonly Price[] = [],
): Estimate {
  return sumOf(asked, ({ bytes, render }) => {
    const most = mostUsed(bytes, render);
    return { tokens: most.input + most.output, usd: priceOf(render.model, most, at, prices) };
  });
}

/**
 * What missing answers cost if they are like the recorded ones of the same models; nothing without
 * recorded answers of a model.
 */
export function likelyEstimate(
  asked: readonly Question[],
  used: ReadonlyMap<string, RecordedUse>,
): Estimate | undefined {
  if (asked.some(({ render }) => !used.has(render.model))) return undefined;
  return sumOf(asked, ({ bytes, render }) => {
    const { input, output, answers, usd, ...seen } = used.get(render.model)!;
    return {
      tokens: bytes * input / seen.bytes + output / answers,
      usd: usd === undefined ? undefined : usd / answers,
    };
  });
}

/** The sum, or `undefined` if one of them is unknown. */
export function totalCost(costs: readonly (number | undefined)[]): number | undefined {
  return costs.includes(undefined) ? undefined : costs.reduce<number>((sum, one) => sum + one!, 0);
}

/** Questions with the same key are asked once. */
function sumOf(
  asked: readonly Question[],
  cost: (one: Question) => { readonly tokens: number; readonly usd: number | undefined },
): Estimate {
  const costs = [...new Map(asked.map((one) => [one.key, one])).values()].map(cost);
  const usd = totalCost(costs.map(({ usd }) => usd));
  const tokens = costs.reduce((sum, one) => sum + one.tokens, 0);
  return { requests: costs.length, tokens, ...(usd !== undefined && { usd }) };
}

/** Adds one answer's usage to its model's in `used`. */
export function addUse(
  used: Map<string, RecordedUse>,
  model: string,
  { bytes, usage, usd }: Pick<RecordedUse, "bytes" | "usd"> & { readonly usage: Usage },
): void {
  const sum = used.get(model) ?? { answers: 0, bytes: 0, input: 0, output: 0, usd: 0 };
  used.set(model, {
    answers: sum.answers + 1,
    bytes: sum.bytes + bytes,
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    usd: totalCost([sum.usd, usd]),
  });
}
