/**
 * Keeps a provider that refuses us, or that hangs, from being asked over and over.
 *
 * @module
 */

import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from "cockatiel";

/** Options of {@linkcode breaker}. */
export interface BreakerOptions<T> {
  /** What is wrong with the provider, if a result says so. */
  readonly fault: (result: T) => string | undefined;
  /** Whether a result shows that all is well. */
  readonly isGood: (result: T) => boolean;
  /** After how many faults in a row nothing is tried. @default {1} */
  readonly after?: number;
  /** How long nothing is tried. [ms] */
  readonly pause: number;
  /**
   * Called at the first fault that opens it, and at the first success after that. @default nothing
   */
  readonly tell?: (fault: string | null) => void;
}

/**
 * A circuit breaker: after one fault, or after a few in a row, nothing is tried for a while. Then one
 * attempt decides. Failures of other kinds leave it closed.
 *
 * @returns Does the work, or gives `null` where it must not be tried.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { breaker } from "./breaker.ts";
 *
 * const told: unknown[] = [];
 * const guarded = breaker<number>({
 *   fault: (status) => status === 401 ? "http_401" : undefined,
 *   isGood: (status) => status === 200,
 *   pause: 60_000,
 *   tell: (fault) => told.push(fault),
 * });
 * assert.equal(await guarded(() => Promise.resolve(401)), 401);
 * assert.equal(await guarded(() => Promise.resolve(200)), null);
 * assert.deepEqual(told, ["http_401"]);
 * ```
 */
export function breaker<T>(
  { fault, isGood, after = 1, pause, tell = () => {} }: BreakerOptions<T>,
): (work: () => Promise<T>) => Promise<T | null> {
  const circuit = circuitBreaker(
    handleWhenResult((result) => fault(result as T) !== undefined),
    { breaker: new ConsecutiveBreaker(after), halfOpenAfter: pause },
  );
  let isTold = false, count = 0;
  return async (work) => {
    try {
      const result = await circuit.execute(work);
      const reason = fault(result);
      count = reason === undefined ? 0 : count + 1;
      // Once, however often it is tried again; a lost connection in between proves nothing.
      if (reason !== undefined && count >= after && !isTold) {
        isTold = true;
        tell(reason);
      }
      if (isGood(result) && isTold) {
        isTold = false;
        tell(null);
      }
      return result;
    } catch (error) {
      if (isBrokenCircuitError(error)) return null;
      throw error;
    }
  };
}
