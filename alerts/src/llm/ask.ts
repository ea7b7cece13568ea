/**
 * Asking a model over HTTP. No redirect is followed: the key goes to the endpoint and nowhere else.
 *
 * @module
 */

import { type Dispatcher, request } from "undici";
import { type Effects, REAL_EFFECTS } from "../effects.ts";
import type { LlmEndpoint } from "./endpoint.ts";
import { isTemporary, retryDelay } from "./retry_delay.ts";

/** Options of {@linkcode ask}. */
export interface AskOptions {
  /** Ends it early. With a `TimeoutError` for its reason the model was too slow. */
  readonly signal: AbortSignal;
  /** Time limit of each attempt. [ms] @default {60_000} */
  readonly timeout?: number;
  /** How often it is asked again. @default {2} */
  readonly retries?: number;
  /** Largest answer. [bytes] @default {1_048_576} */
  readonly maxBytes?: number;
  /** Makes an attempt, or gives `null` where it must not be made. @default makes it */
  readonly guard?: (attempt: () => Promise<Attempt>) => Promise<Attempt | null>;
  /** Connections. @default those of the process */
  readonly dispatcher?: Dispatcher;
  /** Called with the reason and the delay [ms] before each retry. @default nothing */
  readonly onRetry?: (retry: Retry) => void;
}

/** An attempt that is followed by another one. */
export interface Retry {
  /** Why it does not count: `http_529`, `timeout`, `network_econnreset`, … */
  readonly failure: string;
  /** Time until the next one. [ms] */
  readonly delay: number;
}

/** What came of it. */
export interface Reply {
  /** The last answer; absent if there was none. */
  readonly response?: { readonly status: number; readonly body: string };
  /**
   * Why there is no response: `timeout`, `model_hangs`, `aborted`, `too_large`,
   * `network_econnrefused`, …
   */
  readonly failure?: string;
  /** Whether it may be different in minutes. */
  readonly isTemporary: boolean;
  /** Number of requests. */
  readonly attempts: number;
  /** From the first request to the last answer. [ms] */
  readonly duration: number;
}

/** One request, with its response or the reason for its failure. */
export type Attempt = Pick<Reply, "response" | "failure"> & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/**
 * Sends a request until there is an answer that counts. Never rejects.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { ask } from "./ask.ts";
 * import { llmEndpoint } from "./endpoint.ts";
 *
 * const endpoint = llmEndpoint(new URL("http://127.0.0.1:1/"), { apiKey: new Secret("k") });
 * const { signal } = new AbortController();
 * const reply = await ask(endpoint, "{}", { signal, retries: 0 });
 * assert.equal(reply.failure, "network_econnrefused");
 * ```
 */
export async function ask(
  endpoint: LlmEndpoint,
  body: string,
  options: AskOptions,
  effects: Effects = REAL_EFFECTS,
): Promise<Reply> {
  const { signal, retries = 2, guard = (attempt) => attempt() } = options;
  const { now, random, wait } = effects;
  const start = now();
  for (let attempts = 1;; attempts++) {
    const made = await guard(() => attempt(endpoint, body, options));
    const { headers, ...outcome } = made ?? { failure: "model_hangs" };
    const status = outcome.response?.status;
    const done = (reply: Pick<Reply, "response" | "failure" | "isTemporary">): Reply => ({
      ...reply,
      attempts: made === null ? attempts - 1 : attempts,
      duration: now() - start,
    });
    if (outcome.failure === "aborted" || made === null || isTooLate(signal)) {
      return done({ ...outcome, isTemporary: true });
    }
    if (outcome.failure === "too_large") return done({ ...outcome, isTemporary: false });
    if (status !== undefined && status < 300) return done({ ...outcome, isTemporary: false });
    const delay = retryDelay({
      ...(status !== undefined && { status }),
      ...(headers && { headers }),
      attempts,
      retries,
      now: now(),
      random: random(),
    });
    if (delay === null) return done({ ...outcome, isTemporary: isTemporary(status, headers) });
    options.onRetry?.({ failure: outcome.failure ?? `http_${status}`, delay });
    try {
      await wait(delay, signal);
    } catch {
      return done({ failure: isTooLate(signal) ? "timeout" : "aborted", isTemporary: true });
    }
  }
}

async function attempt(
  endpoint: LlmEndpoint,
  body: string,
  { signal, timeout = 60_000, maxBytes = 2 ** 20, dispatcher }: AskOptions,
): Promise<Attempt> {
  const patience = AbortSignal.timeout(timeout);
  try {
    const answer = await request(endpoint.url, {
      method: "POST",
      headers: endpoint.headers(),
      body,
      signal: AbortSignal.any([signal, patience]),
      // The signal holds the limit of the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(dispatcher && { dispatcher }),
    });
    const text = await bounded(answer.body, maxBytes);
    if (text === undefined) return { failure: "too_large" };
    return {
      response: { status: answer.statusCode, body: text },
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, value?.toString()]),
      ),
    };
  } catch (error) {
    if (patience.aborted || isTooLate(signal)) return { failure: "timeout" };
    if (signal.aborted) return { failure: "aborted" };
    return { failure: `network_${codeOf(error).toLowerCase()}` };
  }
}

/** Whether the caller ran out of time: the model was too slow, nothing was aborted. */
function isTooLate({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "TimeoutError";
}

/** The text of a body, `undefined` if it is longer than allowed. */
async function bounded(
  body: Dispatcher.ResponseData["body"],
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "", bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function codeOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code, name } = inner as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "failed");
}
