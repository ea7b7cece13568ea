/**
 * HTTP to one origin: timeouts, retries, bounded bodies, and failures as typed errors. It follows no
 * redirect and sends credentials nowhere else.
 *
 * @module
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { WattbookError } from "../errors.ts";
import { answerFailure } from "./answer_failure.ts";
import { connectionFailure } from "./connection_failure.ts";
import { type AnswerHeaders, dispatch, type HttpAnswer, readBody, readStart } from "./http.ts";
import { parseRetryAfter, retryDelay, Turnstile } from "./retry.ts";
import { type Access, isNearby } from "./route.ts";

/** Time limits of a request. */
export interface Timeouts {
  /** Until the connection stands. [ms] @default {10_000} */
  readonly connect?: number;
  /**
   * Until the answer begins, which is when the query is done: more than the two minutes that a
   * server gives a query. [ms] @default {130_000}
   */
  readonly answer?: number;
  /** Between two pieces of the answer. [ms] @default {60_000} */
  readonly idle?: number;
  /** From the beginning of the answer to its end. [ms] @default {600_000} */
  readonly whole?: number;
}

/** The clock, chance and waiting; tests replace them. */
export interface TransportEffects {
  /** The clock. [ms] */
  now(): number;
  /** Random number in [0, 1). */
  random(): number;
  /** Waits; rejects as soon as the signal is aborted. [ms] */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Options of {@linkcode openTransport}. */
export interface TransportOptions {
  /** Time limits. */
  readonly timeouts?: Timeouts;
  /** How often a request is made again. @default {3} */
  readonly retries?: number;
  /** Most connections at once. @default {8} */
  readonly connections?: number;
  /**
   * Whether answers come compressed. Within a local network that costs more time than it saves.
   *
   * @default {true} for addresses that are neither loopback nor private
   */
  readonly compression?: boolean;
  /** Certificate authorities to trust instead of the system's, as PEM. */
  readonly ca?: string;
  /** Largest answer. [bytes] @default {536_870_912} */
  readonly maxBytes?: number;
  /**
   * Whether the first request goes alone, until it has shown that the credentials are good: several
   * at once with a wrong password could get the account banned. Without it, a first request that
   * hangs does not delay the others; for servers that need no credentials.
   *
   * @default {true}
   */
  readonly firstAlone?: boolean;
}

/** One request. */
export interface Exchange {
  /** Path, with its prefix. */
  readonly path: string;
  /** Method. A form goes into the body of a POST, into the query string of a GET. */
  readonly method: "GET" | "POST";
  /** Parameters. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Body of a POST that is not a form, with the headers that go with it. */
  readonly content?: {
    readonly bytes: Uint8Array;
    readonly headers: Readonly<Record<string, string>>;
  };
  /**
   * Whether this only finds out what the server offers: it is made once, and neither waits for other
   * requests nor keeps them back. Only for routes without credentials. @default {false}
   */
  readonly isProbe?: boolean;
  /** The expression or selector, for messages. */
  readonly about?: string;
  /** Whether the caller asks for less if this is too much. @default {false} */
  readonly splittable?: boolean;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads the body of a successful answer. It is called again if the request is made again. */
export type BodyReader<T> = (body: AsyncIterable<Uint8Array>, headers: AnswerHeaders) => Promise<T>;

/** A connection to one origin. */
export interface Transport {
  /** Makes a request until it succeeds or must not be made again. */
  exchange<T>(request: Exchange, read: BodyReader<T>): Promise<T>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Largest answer, unless an option says otherwise. [bytes] */
export const MAX_BYTES: number = 2 ** 29;

const REAL: TransportEffects = {
  now: Date.now,
  random: Math.random,
  wait: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
};

/**
 * Undici's connections to one server. They are loaded late, because a report from an archive needs none,
 * and alone, because all of undici takes as long to load as Polars.
 */
async function loadPool(): Promise<typeof import("undici").Pool> {
  return (await import("undici/lib/dispatcher/pool.js")).default;
}

/** Opens connections to the origin of a route. Nothing is sent yet. */
export async function openTransport(
  access: Access,
  options: TransportOptions = {},
  effects: TransportEffects = REAL,
): Promise<Transport> {
  const { timeouts = {}, retries = 3, connections = 8, ca, maxBytes = MAX_BYTES } = options;
  const compression = options.compression ?? !isNearby(new URL(access.origin).hostname);
  const Pool = await loadPool();
  const pool = new Pool(access.origin, {
    connections,
    headersTimeout: timeouts.answer ?? 130_000,
    bodyTimeout: timeouts.idle ?? 60_000,
    connect: { timeout: timeouts.connect ?? 10_000, ...(ca !== undefined && { ca }) },
  });
  const whole = timeouts.whole ?? 600_000;
  const closed = new AbortController();
  const turnstile = options.firstAlone ?? true ? new Turnstile() : undefined;

  async function attempt<T>(
    request: Exchange,
    read: BodyReader<T>,
    signal: AbortSignal,
  ): Promise<T> {
    let answer: HttpAnswer | undefined;
    // A server that sends a byte now and then is never idle and never done.
    const late = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const ended = AbortSignal.any([signal, late.signal]);
      answer = await dispatch(pool, message(request, access, compression), ended);
      timer = setTimeout(() => late.abort(), whole);
      if (answer.status !== 200) throw await failed(answer, request, access);
      return await read(readBody(answer, { access, maxBytes }), answer.headers);
    } catch (error) {
      if (error instanceof WattbookError) throw error;
      if (signal.aborted) throw aborted(signal);
      if (late.signal.aborted) throw unfinished(access, whole);
      throw connectionFailure(error, access) ?? error;
    } finally {
      clearTimeout(timer);
      // If the reader stopped early, the rest and this connection are not needed.
      answer?.discard();
    }
  }

  async function exchange<T>(request: Exchange, read: BodyReader<T>): Promise<T> {
    const signal = request.signal
      ? AbortSignal.any([request.signal, closed.signal])
      : closed.signal;
    for (let attempts = 1;; attempts++) {
      if (signal.aborted) throw aborted(signal);
      try {
        const make = () => attempt(request, read, signal);
        return await (turnstile && !request.isProbe ? turnstile.pass(make) : make());
      } catch (error) {
        if (!(error instanceof WattbookError) || request.isProbe) throw error;
        const delay = retryDelay(error, {
          attempts,
          retries,
          retryAfter: parseRetryAfter(retryAfter.get(error), effects.now()),
          splittable: request.splittable ?? false,
          random: effects.random,
        });
        if (delay === null) throw error;
        await effects.wait(delay, signal).catch(() => Promise.reject(aborted(signal)));
      }
    }
  }

  return {
    exchange,
    async close() {
      closed.abort(new Error("The client is closed"));
      await pool.destroy();
    },
  };
}

/** The header `Retry-After` of failed answers; the reader of an error does not need it. */
const retryAfter = new WeakMap<WattbookError, string>();

function message(
  { path, method, form = [], content }: Exchange,
  access: Access,
  compression: boolean,
): Dispatcher.DispatchOptions {
  const text = new URLSearchParams(form.map(([name, value]) => [name, value])).toString();
  const headers: Record<string, string> = {
    // Without it, a gateway would treat the request as a browser's and redirect it.
    accept: "application/json",
    "accept-encoding": compression ? "gzip" : "identity",
    ...access.credentials(),
  };
  if (content) {
    return { path, method, headers: { ...headers, ...content.headers }, body: content.bytes };
  }
  if (method === "GET") return { path: text === "" ? path : `${path}?${text}`, method, headers };
  headers["content-type"] = "application/x-www-form-urlencoded";
  return { path, method, headers, body: text };
}

async function failed(
  answer: HttpAnswer,
  { about }: Exchange,
  access: Access,
): Promise<WattbookError> {
  const body = await readStart(answer);
  const { status, headers } = answer;
  const error = answerFailure({ status, headers, body, ...(about && { about }) }, access);
  const after = headers["retry-after"];
  if (typeof after === "string") retryAfter.set(error, after);
  return error;
}

function unfinished(access: Access, whole: number): WattbookError {
  const { host } = new URL(access.origin);
  return new WattbookError(
    "TIMEOUT",
    `${host} began its answer but did not finish it within ${whole / 1000} s`,
    {
      hint: "Try again, and check the network and every proxy on the way. If it is slow, ask for " +
        "less or raise the option `timeouts.whole`.",
    },
  );
}

function aborted(signal: AbortSignal): WattbookError {
  return new WattbookError("ABORTED", "The request was aborted", {
    hint: "Nothing went wrong at the server.",
    cause: signal.reason,
  });
}
