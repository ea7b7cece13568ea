/**
 * Keeps an account that is refused from being tried over and over.
 *
 * @module
 */

import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from "cockatiel";

/** Options of {@linkcode accountBreaker}. */
export interface AccountBreakerOptions<T> {
  /** Why the account is refused, if a result says so. */
  readonly refusal: (result: T) => string | undefined;
  /** Whether a result shows that the account is good. */
  readonly isGood: (result: T) => boolean;
  /** How long nothing is tried. [ms] */
  readonly pause: number;
  /** Told of the first refusal, with its reason, and of the first good result after it. */
  readonly tell: (refusal: string | null) => void;
}

/**
 * A circuit breaker: after a refusal of the account nothing is tried for a while, then one attempt
 * decides. Failures of other kinds leave it closed.
 *
 * @returns Does the work, or gives `null` where it must not be tried.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { accountBreaker } from "./account_breaker.ts";
 *
 * const told: unknown[] = [];
 * const guarded = accountBreaker<number>({
 *   refusal: (status) => status === 401 ? "http_401" : undefined,
 *   isGood: (status) => status === 200,
 *   pause: 60_000,
 *   tell: (refusal) => told.push(refusal),
 * });
 * assert.equal(await guarded(() => Promise.resolve(401)), 401);
 * assert.equal(await guarded(() => Promise.resolve(200)), null);
 * assert.deepEqual(told, ["http_401"]);
 * ```
 */
export function accountBreaker<T>(
  options: AccountBreakerOptions<T>,
): (work: () => Promise<T>) => Promise<T | null> {
  const { refusal, isGood, pause, tell } = options;
  const breaker = circuitBreaker(
    handleWhenResult((result) => refusal(result as T) !== undefined),
    { breaker: new ConsecutiveBreaker(1), halfOpenAfter: pause },
  );
  let isRefused = false;
  return async (work) => {
    try {
      const result = await breaker.execute(work);
      const reason = refusal(result);
      // Once, however often it is tried again; a lost connection in between proves nothing.
      if (reason !== undefined && !isRefused) tell(reason);
      if (isGood(result) && isRefused) tell(null);
      isRefused = reason !== undefined || (isRefused && !isGood(result));
      return result;
    } catch (error) {
      if (isBrokenCircuitError(error)) return null;
      throw error;
    }
  };
}
