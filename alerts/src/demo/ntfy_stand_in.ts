/**
 * A stand-in for a push service (ntfy): its limits, its access tokens and its errors.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** A message as its subscribers get it. */
export interface NtfyMessage {
  /** Topic. */
  readonly topic: string;
  /** Title. */
  readonly title?: string;
  /** Text. */
  readonly message: string;
  /** 1 to 5; 3 if absent. */
  readonly priority?: number;
  /** Tags. */
  readonly tags?: readonly string[];
  /** What a tap opens. */
  readonly click?: string;
  /** Buttons, as they were sent. */
  readonly actions?: string;
  /** Whether the text is Markdown. */
  readonly markdown?: boolean;
}

/** What the service is like. */
export interface NtfyStandInOptions {
  /** The token that may write; without one everybody may. */
  readonly token?: string;
  /** Tokens that are known but may not write. @default none */
  readonly readers?: readonly string[];
  /** Requests at once; every five seconds there is one more. @default {60} */
  readonly burst?: number;
  /** Whether long texts become attachments; else they are refused. @default {false} */
  readonly attachments?: boolean;
  /** The clock. [ms] */
  readonly now?: () => number;
}

/** A running push service. */
export interface NtfyStandIn extends StandIn {
  /** What was published, in order. */
  readonly published: readonly NtfyMessage[];
}

const TOPIC = /^\/([-_A-Za-z0-9]{1,64})$/;
const RESERVED = /^(?:docs|static|file|app|metrics|account|settings|signup|login|v1)$/;
const MESSAGE_BYTES = 4096, REFILL = 5000;

/**
 * Starts the service.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startNtfy } from "./ntfy_stand_in.ts";
 *
 * await using ntfy = startNtfy();
 * const topic = new URL("/alerts", ntfy.url);
 * await (await fetch(topic, { method: "POST", body: "87 %", headers: { title: "Disk" } })).text();
 * assert.deepEqual(ntfy.published, [{ topic: "alerts", title: "Disk", message: "87 %" }]);
 * ```
 */
export function startNtfy(options: NtfyStandInOptions = {}): NtfyStandIn {
  const { token, readers = [], burst = 60, attachments = false, now = Date.now } = options;
  const published: NtfyMessage[] = [];
  let left = burst, last = now();

  function isLimited(): boolean {
    left = Math.min(burst, left + (now() - last) / REFILL);
    last = now();
    if (left < 1) return true;
    left -= 1;
    return false;
  }

  function answer({ method, path, headers, body }: ReceivedRequest): Response {
    if (method === "GET" && path === "/v1/health") return Response.json({ healthy: true });
    const topic = TOPIC.exec(path.split("?")[0]!)?.[1];
    if (topic === undefined || method !== "POST") return error(40401, "page not found");
    if (RESERVED.test(topic)) return error(40010, "invalid request: topic name is not allowed");
    if (isLimited()) return error(42901, "limit reached: too many requests");
    const given = headers.get("authorization");
    const known = [token, ...readers].map((one) => `Bearer ${one}`);
    if (given !== null && !known.includes(given)) return error(40101, "unauthorized");
    if (token !== undefined && given !== `Bearer ${token}`) return error(40301, "forbidden");

    const parameter = (...names: string[]): string | undefined => {
      const value = names.map((name) => headers.get(name)).find((one) => one !== null);
      return value == null ? undefined : decodeHeader(value);
    };
    const priority = parameter("x-priority", "priority", "prio", "p");
    if (priority !== undefined && !/^[1-5]$/.test(priority)) {
      return error(40007, "invalid request: priority is not valid");
    }
    const isLong = Buffer.byteLength(body) > MESSAGE_BYTES;
    if (isLong && !attachments) {
      return error(40014, "invalid request: attachments not allowed");
    }
    const title = parameter("x-title", "title", "ti", "t");
    const tags = parameter("x-tags", "tags", "tag", "ta");
    const click = parameter("x-click", "click");
    const actions = parameter("x-actions", "actions", "action");
    const message: NtfyMessage = {
      topic,
      ...(title !== undefined && { title }),
      message: isLong ? "You received a file: attachment.txt" : body.trim() || "triggered",
      ...(priority !== undefined && { priority: Number(priority) }),
      ...(tags !== undefined && { tags: tags.split(",").map((tag) => tag.trim()) }),
      ...(click !== undefined && { click }),
      ...(actions !== undefined && { actions }),
      ...(parameter("x-markdown", "markdown", "md") === "yes" && { markdown: true }),
    };
    published.push(message);
    const time = Math.floor(now() / 1000);
    const id = `canned${published.length}`;
    return Response.json({ id, time, expires: time + 43_200, event: "message", ...message });
  }

  return Object.assign(standIn(answer), { published });
}

function error(code: number, text: string): Response {
  const http = Math.floor(code / 100);
  return Response.json({ code, http, error: text, link: "https://ntfy.sh/docs/" }, {
    status: http,
  });
}

/** Encoded words of RFC 2047 in UTF-8; spaces between two of them do not count. */
function decodeHeader(value: string): string {
  return value.replace(/(=\?UTF-8\?B\?[^?]*\?=)\s+(?==\?UTF-8\?B\?)/gi, "$1")
    .replace(
      /=\?UTF-8\?B\?([^?]*)\?=/gi,
      (_, base64: string) => Buffer.from(base64, "base64").toString("utf8"),
    );
}
