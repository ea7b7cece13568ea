/**
 * How long work may take, and how long it waits.
 *
 * @module
 */

/** Waits vary by so much, so that not all alerts of a storm come back at the same moment. */
const JITTER = 0.2;

/**
 * A wait, a little shorter or longer.
 *
 * @param wait [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { varied } from "./waits.ts";
 *
 * assert.equal(varied(10_000, () => 0), 8_000);
 * assert.equal(varied(10_000, () => 0.5), 10_000);
 * ```
 */
export function varied(wait: number, random: () => number = Math.random): number {
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
}

/**
 * Gives work a limit, and ends it when the service stops, even if it does not listen.
 *
 * @param limit [ms]
 * @throws Why it was ended, or what `work` throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { within } from "./waits.ts";
 *
 * const stop = new AbortController().signal;
 * assert.equal(await within(() => Promise.resolve(7), { limit: 1_000, stop }), 7);
 * await assert.rejects(within(() => new Promise(() => {}), { limit: 1, stop }), /Not done after/);
 * ```
 */
export async function within<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { limit, stop }: { readonly limit: number; readonly stop: AbortSignal },
): Promise<T> {
  const late = new AbortController();
  const signal = AbortSignal.any([stop, late.signal]);
  const timer = setTimeout(
    () => late.abort(new Error(`Not done after ${limit / 1000} s`)),
    limit,
  );
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work(signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}
