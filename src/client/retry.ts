/**
 * When a request may be made: the first one alone, and a failed one again after a delay.
 *
 * @module
 */

import { type ErrorCode, WattbookError } from "../errors.ts";

/** What the decision depends on besides the error. */
export interface RetryCircumstances {
  /** How often the request was made already. */
  readonly attempts: number;
  /** How often it may be made again. @default {3} */
  readonly retries?: number;
  /** What the server asked for. [ms] */
  readonly retryAfter?: number | undefined;
  /** Whether the caller prefers to ask for less, if that may help. @default {false} */
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
/** Half of each delay is random, so that several clients do not come back at the same moment. */
const SCHEDULE: RetrySchedule = { first: 250, longest: 10_000, jitter: 0.5 };

/**
 * Time to wait before a request is made again, `null` if it must not be. Only failed connections and
 * 429, 502, 503 and 504 are retried; a 401 never is, because gateways ban after a few.
 *
 * @returns Time to wait. [ms]
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
  // The server ran the query to its time limit, and would again.
  if (error.code === "TIMEOUT" && error.status === 503) return null;
  return scheduledDelay(SCHEDULE, { attempts, retryAfter, random: 1 - random() });
}

/** Delays that double from one attempt to the next. */
export interface RetrySchedule {
  /** Delay after the first attempt. [ms] */
  readonly first: number;
  /** Longest delay. [ms] */
  readonly longest: number;
  /** Largest share by which chance shortens a delay. [0–1] */
  readonly jitter: number;
}

/** If a server asks for a longer pause, the request is not made again. [ms] */
const MAX_RETRY_AFTER = 60_000;

/**
 * The next delay of a schedule. A pause that the server asked for takes precedence.
 *
 * @returns Time to wait; `null` if the server asked for too long a pause. [ms]
 */
export function scheduledDelay(
  { first, longest, jitter }: RetrySchedule,
  { attempts, retryAfter, random }: {
    readonly attempts: number;
    readonly retryAfter?: number | undefined;
    readonly random: number;
  },
): number | null {
  if (retryAfter !== undefined) return retryAfter <= MAX_RETRY_AFTER ? retryAfter : null;
  return Math.round(Math.min(longest, first * 2 ** (attempts - 1)) * (1 - jitter * random));
}

/**
 * Reads the header `Retry-After`: seconds, or a date.
 *
 * @returns Time to wait. [ms]
 */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Whether a request may succeed when it asks for a shorter range. */
export function isTooLarge(error: unknown): error is WattbookError {
  if (!(error instanceof WattbookError)) return false;
  // A status shows that a server or proxy answered; without one, the server may be down.
  if (error.code === "TIMEOUT") return error.status !== undefined;
  return ["TOO_MANY_POINTS", "TOO_MANY_SAMPLES", "RANGE_TOO_LONG"].includes(error.code);
}

/**
 * Lets the first request through alone, until one has shown that the credentials are good: several
 * at once with a wrong password could get the account banned. After a 401 no request passes.
 */
export class Turnstile {
  #open = false;
  #refusal: WattbookError | undefined;
  #trial: Promise<void> | undefined;

  /**
   * Makes a request when it may be made.
   *
   * @throws {WattbookError} The 401 of an earlier request, or what the request throws.
   */
  async pass<T>(request: () => Promise<T>): Promise<T> {
    while (this.#trial) await this.#trial;
    if (this.#refusal) throw this.#refusal;
    const attempt = this.#attempt(request);
    if (!this.#open) {
      const over = () => void (this.#trial = undefined);
      this.#trial = attempt.then(over, over);
    }
    return await attempt;
  }

  async #attempt<T>(request: () => Promise<T>): Promise<T> {
    try {
      const result = await request();
      this.#open = true;
      return result;
    } catch (error) {
      if (error instanceof WattbookError && error.status === 401) this.#refusal = error;
      throw error;
    }
  }
}
