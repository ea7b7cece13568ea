/**
 * Whether and when a model is asked again.
 *
 * @module
 */

import { parseRetryAfter, type RetrySchedule, scheduledDelay } from "../../../src/client/retry.ts";

/** What the decision depends on. */
export interface RetryCircumstances {
  /** Status of the answer; absent if there was none. */
  readonly status?: number;
  /** Headers of the answer, by names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** How often it was asked already. */
  readonly attempts: number;
  /** How often it may be asked again. */
  readonly retries: number;
  /** The clock. [ms] */
  readonly now: number;
  /** Random number in [0, 1). */
  readonly random: number;
}

/** A quarter of each delay is random, so that several workers do not come back at the same moment. */
const SCHEDULE: RetrySchedule = { first: 500, longest: 8000, jitter: 0.25 };

/**
 * Tells whether an answer, or that there is none, may be different next time: what the server says
 * of it, else 408, 409, 429, anything from 500 on, and lost connections.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isTemporary } from "./retry_delay.ts";
 *
 * assert(isTemporary(529) && isTemporary(undefined) && !isTemporary(401));
 * assert(!isTemporary(500, { "x-should-retry": "false" }));
 * ```
 */
export function isTemporary(
  status: number | undefined,
  headers: RetryCircumstances["headers"] = {},
): boolean {
  const wish = headers["x-should-retry"];
  if (wish === "true" || wish === "false") return wish === "true";
  return status === undefined || [408, 409, 429].includes(status) || status >= 500;
}

/**
 * Time to wait before a model is asked again, `null` if it must not be.
 *
 * @returns Time to wait. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { retryDelay } from "./retry_delay.ts";
 *
 * const first = { attempts: 1, retries: 2, now: 0, random: 0 };
 * assert.equal(retryDelay({ ...first, status: 529 }), 500);
 * assert.equal(retryDelay({ ...first, status: 429, headers: { "retry-after": "3" } }), 3000);
 * assert.equal(retryDelay({ ...first, status: 401 }), null);
 * ```
 */
export function retryDelay(circumstances: RetryCircumstances): number | null {
  const { status, headers = {}, attempts, retries, now, random } = circumstances;
  if (attempts > retries || !isTemporary(status, headers)) return null;
  return scheduledDelay(SCHEDULE, { attempts, retryAfter: requestedPause(headers, now), random });
}

/** The pause that the server asked for. [ms] */
function requestedPause(
  headers: NonNullable<RetryCircumstances["headers"]>,
  now: number,
): number | undefined {
  const milliseconds = headers["retry-after-ms"]?.trim();
  return milliseconds !== undefined && /^\d+(?:\.\d+)?$/.test(milliseconds)
    ? Number(milliseconds)
    : parseRetryAfter(headers["retry-after"], now);
}
