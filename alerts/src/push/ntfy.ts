/**
 * Publishing at an ntfy server.
 *
 * @module
 */

import { type Dispatcher, request } from "undici";
import { type RetrySchedule, scheduledDelay } from "../../../src/client/retry.ts";
import { WattbookError } from "../errors.ts";
import type { Secret } from "../../../src/secret.ts";
import { type Effects, REAL_EFFECTS } from "../effects.ts";
import { cutText } from "../text/cut_text.ts";
import { headerText } from "./header_text.ts";
import type { Publisher, PublishOptions, PushMessage } from "./publisher.ts";

/** Options of {@linkcode ntfyPublisher}. */
export interface NtfyOptions {
  /** The server, without the topic. */
  readonly url: URL;
  /** Topic. */
  readonly topic: string;
  /** Access token. @default none */
  readonly token?: Secret;
  /** Time limit of each request. [ms] @default {10_000} */
  readonly timeout?: number;
  /** How often a request that was surely not taken is made again. @default {2} */
  readonly retries?: number;
  /** Connections. @default those of the process */
  readonly dispatcher?: Dispatcher;
}

/** Longest message; a longer one would become an attachment. [bytes] */
const NTFY_MESSAGE_BYTES = 4096;

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
/** Paths that the server keeps for itself. */
const RESERVED = /^(?:docs|static|file|app|metrics|account|settings|signup|login|v1)$/;
/** Connections that never stood: nothing was sent. */
const NOT_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT)/;
/** A third of each delay is random: it is between 500 and 750 ms after the first attempt. */
const SCHEDULE: RetrySchedule = { first: 750, longest: 10_000, jitter: 1 / 3 };
/** The server's answers are short. [characters] */
const LONGEST_ANSWER = 65_536;

/**
 * A publisher that posts to a topic of an ntfy server. It follows no redirect.
 *
 * @throws {WattbookError} `BAD_SETTING` if the topic is none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { ntfyPublisher } from "./ntfy.ts";
 *
 * const url = new URL("http://127.0.0.1:1/");
 * const publisher = ntfyPublisher({ url, topic: "alerts", retries: 0 });
 * const message = { title: "Disk full", message: "87 %", priority: 4, tags: [] } as const;
 * const failed = await publisher.publish(message, { signal: AbortSignal.timeout(10_000) })
 *   .catch((error) => error.code);
 * assert.equal(failed, "PUSH_FAILED");
 * ```
 */
export function ntfyPublisher(options: NtfyOptions, effects: Effects = REAL_EFFECTS): Publisher {
  const { url, topic, retries = 2 } = options;
  if (!TOPIC.test(topic) || RESERVED.test(topic)) {
    throw new WattbookError("BAD_SETTING", `'${topic}' is not a valid topic of a push service`, {
      hint: "PUSH_PUBLISH_TOPIC takes 1 to 64 letters, digits, '-' and '_', and no reserved name.",
    });
  }
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/$/, "")}/${topic}`;
  return {
    topic,
    async publish(message, { signal }) {
      for (let attempts = 1;; attempts++) {
        const failure = await post(target, message, { ...options, signal });
        if (failure === undefined) return;
        const delay = scheduledDelay(SCHEDULE, { attempts, random: 1 - effects.random() });
        if (!failure.isQuick || attempts > retries || delay === null) throw failure.error;
        await effects.wait(delay, signal).catch(() => Promise.reject(failure.error));
      }
    },
  };
}

interface Failure {
  readonly error: WattbookError;
  /** Whether it was surely not taken, and may be in a second. */
  readonly isQuick: boolean;
}

async function post(
  target: URL,
  message: PushMessage,
  { token, timeout = 10_000, dispatcher, signal }: NtfyOptions & PublishOptions,
): Promise<Failure | undefined> {
  const patience = AbortSignal.timeout(timeout);
  try {
    const { statusCode, body } = await request(target, {
      method: "POST",
      headers: {
        ...headersOf(message),
        ...(token && { authorization: `Bearer ${token.reveal()}` }),
      },
      body: cutText(message.message, { bytes: NTFY_MESSAGE_BYTES }),
      signal: AbortSignal.any([signal, patience]),
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(dispatcher && { dispatcher }),
    });
    return answered(statusCode, await start(body), target);
  } catch (error) {
    return lost(error, target, signal.aborted || patience.aborted);
  }
}

function headersOf({ id, title, priority, tags, click }: PushMessage): Record<string, string> {
  return {
    "content-type": "text/plain; charset=utf-8",
    "x-title": headerText(title),
    "x-priority": String(priority),
    ...(tags.length > 0 && { "x-tags": headerText(tags.join(",")) }),
    ...(click !== undefined && { "x-click": headerText(click) }),
    // ntfy 2.16 and newer replace what came with the same one; older ones do not look at it.
    ...(id !== undefined && { "x-sequence-id": headerText(id) }),
  };
}

/** What an answer means; nothing if the message was taken. */
function answered(status: number, body: string, target: URL): Failure | undefined {
  const answer = parse(body);
  if (status === 200 && answer["event"] === "message") return undefined;
  const code = typeof answer["code"] === "number" ? answer["code"] : undefined;
  const said = typeof answer["error"] === "string" ? `: ${cutText(answer["error"], TOLD)}` : "";
  const text = `The push service at ${target.host} answered ${code ?? status}${said}`;
  const details = { hint: HINTS[status] ?? HINTS[0]!, status };
  // The message was there: the server may have published it before it failed, and a proxy may have
  // passed it on.
  if (status === 408 || status >= 500) {
    return { error: new WattbookError("PUSH_UNCERTAIN", text, details), isQuick: false };
  }
  if (status === 429) {
    // Only the limit of requests is over in seconds; those of a day and of failed logins are not.
    return { error: new WattbookError("PUSH_FAILED", text, details), isQuick: code === 42901 };
  }
  return { error: new WattbookError("PUSH_REFUSED", text, details), isQuick: false };
}

const TOLD = { characters: 200 };
const HINTS: Readonly<Record<number, string>> = {
  0: "Check that PUSH_PUBLISH_URL is the address of the server itself: redirects are not followed.",
  400: "The server does not take the message as it is; look at its log.",
  401: "Check PUSH_PUBLISH_TOKEN.",
  403: "Check that PUSH_PUBLISH_TOKEN may write to PUSH_PUBLISH_TOPIC.",
  429: "The server's limit is reached; it is tried again later.",
  500: "Look at the push service's log.",
  502: "Look at the proxy in front of the push service.",
  503: "Look at the push service's log.",
  504: "Look at the proxy in front of the push service.",
};

function lost(error: unknown, target: URL, isLate: boolean): Failure {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const code = String((inner as { code?: unknown }).code ?? (inner as Error).name);
  const isSurelyNot = !isLate && NOT_SENT.test(code);
  const text = isLate ? "did not answer in time" : `cannot be reached (${code})`;
  const details = { hint: "Check PUSH_PUBLISH_URL and the network.", cause: new Error(code) };
  return {
    error: new WattbookError(
      isSurelyNot ? "PUSH_FAILED" : "PUSH_UNCERTAIN",
      `The push service at ${target.host} ${text}`,
      details,
    ),
    isQuick: isSurelyNot,
  };
}

async function start(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
