/** How long an answer is reused, so that frequent checks do not load the disk. [ms] */
const VALID = 1_000;

/**
 * Makes a check whose outcome counts for a second, and which runs once at a time.
 *
 * @param check Rejects if something is not ready.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readiness } from "./readiness.ts";
 *
 * let count = 0;
 * const check = readiness(async () => void count++);
 * await Promise.all([check(), check()]);
 * await check();
 * assert.equal(count, 1);
 * ```
 */
export function readiness(
  check: () => Promise<void>,
  now: () => number = Date.now,
): () => Promise<void> {
  let last: { readonly at: number; readonly outcome: Promise<void> } | undefined;
  return () => {
    if (!last || now() - last.at >= VALID) last = { at: now(), outcome: check() };
    return last.outcome;
  };
}
