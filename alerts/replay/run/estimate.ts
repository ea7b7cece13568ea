import type { Price } from "../../src/llm/prices.ts";
import type { RenderOptions } from "../../src/llm/render.ts";
import { priceOf } from "./price_of.ts";

/** Tokens and cost, of which nothing is known for sure but the upper bound. */
export interface Estimate {
  readonly requests: number;
  /** Most that may be used. [tokens] */
  readonly tokens: number;
  /** Most that it may cost [USD]; absent where a price is not known. */
  readonly usd?: number;
}

/**
 * Most that a request may use, with any tokenizer: a token has at least one byte. An answer ends at its
 * limit.
 *
 * @param bytes Length of the body. [bytes]
 */
export function mostUsed(
  bytes: number,
  { maxTokens = 8192 }: Pick<RenderOptions, "maxTokens">,
): { input: number; output: number } {
  return { input: bytes + ENVELOPE, output: maxTokens };
}

/** What a provider may put around a request, such as the schema in words. [tokens] */
const ENVELOPE = 2048;

/** What recorded answers of a model used. */
export interface RecordedUse {
  readonly answers: number;
  /** Length of their questions. [bytes] */
  readonly bytes: number;
  readonly input: number;
  /** Written. [tokens] */
  readonly output: number;
  /** Cost [USD], `undefined` if that of one is not known. */
  readonly usd: number | undefined;
}

/** What is asked: once for each key, whatever number of places shares the answer. */
export interface Asked {
  readonly key: string;
  /** Length of its body. [bytes] */
  readonly bytes: number;
  readonly render: RenderOptions;
}

/**
 * Adds up what missing answers cost at most.
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
 * What missing answers cost if they are as those of the same models that are recorded already.
 *
 * @returns Nothing if a model has no recorded answers.
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

/** What one recorded answer used. */
export interface SingleUse {
  /** Length of its question. [bytes] */
  readonly bytes: number;
  /** Tokens that were read and written. */
  readonly usage: { readonly input: number; readonly output: number };
  /** Cost [USD], `undefined` if it is not known. */
  readonly usd: number | undefined;
}

/**
 * Adds what a recorded answer used to what others of its model did.
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
