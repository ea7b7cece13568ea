import type { Price } from "../../src/llm/prices.ts";
import type { RenderOptions } from "../../src/llm/render.ts";
import { priceOf } from "./price_of.ts";

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

/** A question's key and size. Places with the same key share one answer. */
export interface Asked {
  readonly key: string;
  /** Length of the body. [bytes] */
  readonly bytes: number;
  readonly render: RenderOptions;
}

/**
 * The most that missing answers can cost.
 *
 * @param at When they are asked for, Unix time. [ms]
 */
export function estimate(
  asked: readonly Asked[],
  at: number,
  prices: readonly Price[] = [],
): Estimate {
  let tokens = 0;
  let usd: number | undefined = 0;
  const single = new Map(asked.map((one) => [one.key, one]));
  for (const { bytes, render } of single.values()) {
    const most = mostUsed(bytes, render);
    tokens += most.input + most.output;
    const price = priceOf(render.model, most, at, prices);
    usd = usd === undefined || price === undefined ? undefined : usd + price;
  }
  return { requests: single.size, tokens, ...(usd !== undefined && { usd }) };
}

/**
 * What missing answers cost if they are like the recorded ones of the same models; nothing without
 * recorded answers of a model.
 */
export function likelyEstimate(
  asked: readonly Asked[],
  used: ReadonlyMap<string, RecordedUse>,
): Estimate | undefined {
  let tokens = 0;
  let usd: number | undefined = 0;
  const single = new Map(asked.map((one) => [one.key, one]));
  for (const { bytes, render: { model } } of single.values()) {
    const seen = used.get(model);
    if (!seen) return undefined;
    tokens += bytes * seen.input / seen.bytes + seen.output / seen.answers;
    usd = usd === undefined || seen.usd === undefined ? undefined : usd + seen.usd / seen.answers;
  }
  return { requests: single.size, tokens, ...(usd !== undefined && { usd }) };
}

/** Usage of one recorded answer; `bytes` is the length of its request. */
export interface SingleUse {
  readonly bytes: number;
  /** [tokens] */
  readonly usage: { readonly input: number; readonly output: number };
  /** [USD]; `undefined` if unknown. */
  readonly usd: number | undefined;
}

/**
 * Adds one answer's usage to its model's.
 *
 * @param used By model; it is changed.
 */
export function addUse(
  used: Map<string, RecordedUse>,
  model: string,
  { bytes, usage, usd }: SingleUse,
): void {
  const sum = used.get(model) ?? { answers: 0, bytes: 0, input: 0, output: 0, usd: 0 };
  used.set(model, {
    answers: sum.answers + 1,
    bytes: sum.bytes + bytes,
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    usd: sum.usd === undefined || usd === undefined ? undefined : sum.usd + usd,
  });
}
