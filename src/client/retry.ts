/**
 * The one place that decides whether a request is made again, and when.
 *
 * @module
 */

import type { ErrorCode, WattbookError } from "../errors.ts";
import { isTooLarge } from "./is_too_large.ts";

/** What the decision depends on besides the error. */
export interface RetryCircumstances {
  /** How often the request was made already. */
  readonly attempts: number;
  /** How often it may be made again. @default {3} */
  readonly retries?: number;
  /** What the server asked for. [ms] */
  readonly retryAfter?: number | undefined;
  /** Whether the caller will rather ask for less, if that may help. @default {false} */
  readonly splittable?: boolean;
  /** Random number in [0, 1). */
  readonly random?: () => number;
}

const CONNECTION_ERRORS: readonly ErrorCode[] = [
  "CONNECTION_REFUSED",
  "CONNECTION_LOST",
  "UNREACHABLE",
];
const STATUSES = [429, 502, 503, 504];
const FIRST_DELAY = 250, LONGEST_DELAY = 10_000, LONGEST_WISH = 60_000;

/**
 * Time to wait before a request is made again, `null` if it must not be. Only failed connections and
 * 429, 502, 503 and 504 are worth it; a 401 never is, because gateways ban after a few.
 *
 * @returns Time to wait. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { WattbookError } from "../errors.ts";
 * import { retryDelay } from "./retry.ts";
 *
 * const unauthorized = new WattbookError("GATEWAY_UNAUTHORIZED", "No", { hint: "", status: 401 });
 * assert(retryDelay(unauthorized, { attempts: 1 }) === null);
 * const limited = new WattbookError("RATE_LIMITED", "Slow", { hint: "", status: 429 });
 * assert(retryDelay(limited, { attempts: 1, retryAfter: 2000 }) === 2000);
 * ```
 */
export function retryDelay(
  error: WattbookError,
  circumstances: RetryCircumstances,
): number | null {
  const { attempts, retries = 3, retryAfter, splittable = false, random = Math.random } =
    circumstances;
  if (attempts > retries) return null;
  const retryable = CONNECTION_ERRORS.includes(error.code) ||
    (error.status !== undefined && STATUSES.includes(error.status));
  if (!retryable || (splittable && isTooLarge(error))) return null;
  // The server ran the query to its time limit: it would only do so again.
  if (error.code === "TIMEOUT" && error.status === 503) return null;
  if (retryAfter !== undefined) return retryAfter <= LONGEST_WISH ? retryAfter : null;
  // Half of it at random, so that several clients do not come back at the same moment.
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempts - 1));
  return delay * (0.5 + random() / 2);
}

/**
 * Reads the header `Retry-After`: seconds, or a date.
 *
 * @returns Time to wait. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseRetryAfter } from "./retry.ts";
 *
 * assert(parseRetryAfter("2", 0) === 2000);
 * assert(parseRetryAfter("Thu, 01 Jan 1970 00:00:05 GMT", 1000) === 4000);
 * ```
 */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
