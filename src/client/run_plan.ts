/**
 * Runs the requests of a plan, several at a time, and splits those that ask for too much.
 *
 * @module
 */

import { isTooLarge } from "./is_too_large.ts";

/** Options of {@linkcode runPlan}. */
export interface RunPlanOptions<Part> {
  /** Splits a part that the server finds too large; `null` if that cannot be done. */
  readonly halve: (part: Part) => readonly [Part, Part] | null;
  /** Most requests in flight. @default {4} */
  readonly concurrency?: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each finished part; `total` grows when a part is split. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Results of a run. */
export interface PlanRun<Result> {
  /** One result per request that succeeded, in the order of the plan. */
  readonly results: Result[];
  /** Number of requests that were made, those that were too large included. */
  readonly requests: number;
}

/**
 * Fetches every part of a plan. When one part fails for good, the others are ended and its error is
 * thrown.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { runPlan } from "./run_plan.ts";
 *
 * const { results } = await runPlan([1, 2, 3], async (part) => part * 10, { halve: () => null });
 * assert(results.join() === "10,20,30");
 * ```
 */
export async function runPlan<Part, Result>(
  plan: readonly Part[],
  fetchPart: (part: Part, signal: AbortSignal) => Promise<Result>,
  { halve, concurrency = 4, signal, onProgress }: RunPlanOptions<Part>,
): Promise<PlanRun<Result>> {
  const failed = new AbortController();
  const both = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const waiting: (() => void)[] = [];
  let free = concurrency, done = 0, total = plan.length, requests = 0;
  // A split is of one level more than its whole; what the server refused of one part is not tried
  // again with the next.
  let level = 0;

  async function slot<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  }

  async function pull(part: Part, depth: number): Promise<Result[]> {
    const outcome = await slot(async () => {
      if (depth < level) return null;
      try {
        requests++;
        return [await fetchPart(part, both)];
      } catch (error) {
        if (both.aborted || !isTooLarge(error) || halve(part) === null) throw error;
        level = Math.max(level, depth + 1);
        return null;
      }
    });
    const halves = outcome ? null : halve(part);
    if (halves) {
      total++;
      return (await Promise.all(halves.map((half) => pull(half, depth + 1)))).flat();
    }
    const result = outcome ?? await slot(async () => (requests++, [await fetchPart(part, both)]));
    onProgress?.(++done, total);
    return result;
  }

  let first: { error: unknown } | undefined;
  const settled = await Promise.allSettled(plan.map((part) =>
    pull(part, 0).catch((error) => {
      first ??= { error };
      failed.abort(error);
      throw error;
    })
  ));
  if (first) throw first.error;
  const results = settled.flatMap((one) => one.status === "fulfilled" ? one.value : []);
  return { results, requests };
}
