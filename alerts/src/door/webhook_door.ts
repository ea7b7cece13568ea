/**
 * What both front doors have in common: probes of health and readiness, and a receiver of webhooks.
 *
 * @module
 */

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Secret } from "../../../src/secret.ts";
import type { AnalyzerEvent } from "../events.ts";
import type { Incident } from "../incident.ts";
import type { Acceptance } from "../store/intake.ts";
import { bearerCheck } from "./bearer.ts";

/** A webhook's incidents. */
export interface Notification {
  /** Those that can be used, in the sender's order, each episode once. */
  readonly incidents: readonly Incident[];
  /** Numbers of alerts that are not analysed, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /**
   * Whether the sender means to tell about incidents again that it has told about. `undefined` where
   * it does not say.
   */
  readonly isRepeat?: boolean;
}

/** Options of every door. */
export interface DoorOptions {
  /** What a sender must know. */
  readonly secret: Secret;
  /**
   * Takes incidents in. What it says is on the disk by then. `null` if nothing is taken in any more,
   * because the service stops.
   */
  readonly accept: (
    incidents: readonly Incident[],
    options: { readonly isRepeat?: boolean },
  ) => Acceptance | null | Promise<Acceptance | null>;
  /** Tries whether an incident would be taken in now; rejects if not. @default always */
  readonly check?: () => Promise<void>;
  /**
   * Whether incidents that are over are skipped.
   *
   * @default {true}
   */
  readonly skipsResolved?: boolean;
  /**
   * Longest body that is read. [bytes]
   *
   * @default {4_194_304}
   */
  readonly maxBytes?: number;
  /**
   * Hears what happened.
   *
   * @default {() => {}}
   */
  readonly report?: (event: AnalyzerEvent) => void;
}

/**
 * Reads the parsed body of a webhook.
 *
 * @returns The notification, or why the body is none.
 */
export type ReadBody = (body: unknown) => Notification | string;

/** How soon a sender may try again. [s] */
const RETRY_AFTER = "5";

/**
 * Makes a front door. Its answers are short, because senders write them into their logs, and hold
 * nothing of what was sent.
 *
 * @returns A web application; `fetch` answers requests.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { webhookDoor } from "./webhook_door.ts";
 *
 * const door = webhookDoor(() => "not a payload", { secret: new Secret("s3cret"), accept: () => null });
 * assert.equal((await door.request("/health")).status, 200);
 * assert.equal((await door.request("/webhook", { method: "POST" })).status, 401);
 * ```
 */
export function webhookDoor(
  read: ReadBody,
  options: DoorOptions,
  now: () => number = Date.now,
): Hono {
  const { secret, accept, skipsResolved = true, maxBytes = 4_194_304, report = () => {} } = options;
  const { check = () => Promise.resolve() } = options;
  const isKnown = bearerCheck(secret);
  const door = new Hono();

  door.get("/health", (context) => context.json({ status: "ok" }));
  door.all("/health", (context) => context.json(...notAllowed("GET, HEAD")));
  door.get("/ready", async (context) => {
    try {
      await check();
      return context.json({ status: "ready" });
    } catch (error) {
      report({ kind: "fault", where: "ready", error });
      return context.json({ status: "not ready" }, 503);
    }
  });
  door.all("/ready", (context) => context.json(...notAllowed("GET, HEAD")));

  door.use("/webhook", async (context, next) => {
    const begun = now();
    await next();
    report({ kind: "request", status: context.res.status, duration: now() - begun });
  });
  // Unauthorised senders learn nothing, and their body is not read.
  door.use("/webhook", async (context, next) => {
    if (isKnown(context.req.header("authorization"))) return await next();
    return context.json({ error: "unauthorized" }, 401, { "www-authenticate": "Bearer" });
  });
  door.post(
    "/webhook",
    bodyLimit({
      maxSize: maxBytes,
      onError: (context) => context.json({ error: `body longer than ${maxBytes} bytes` }, 413),
    }),
    async (context) => {
      const body = await context.req.json().catch(() => undefined);
      if (body === undefined) return context.json({ error: "the body is not JSON" }, 400);
      const notification = read(body);
      if (typeof notification === "string") return context.json({ error: notification }, 400);

      const { incidents, isRepeat } = notification;
      const wanted = incidents.filter(({ status }) => !(skipsResolved && status === "resolved"));
      const taken = await accept(wanted, isRepeat === undefined ? {} : { isRepeat });
      if (taken === null) {
        return context.json({ error: "stopping" }, 503, { "retry-after": RETRY_AFTER });
      }
      const { accepted, refused } = taken;
      const skipped = positive({
        ...notification.skipped,
        resolved: incidents.length - wanted.length,
        ...taken.skipped,
      });
      report({ kind: "webhook", accepted, skipped, refused });
      const answer = { accepted, ...(Object.keys(skipped).length > 0 && { skipped }) };
      if (refused === 0) return context.json(answer);
      return context.json({ error: "queue full", refused, ...answer }, 503, {
        "retry-after": RETRY_AFTER,
      });
    },
  );
  door.all("/webhook", (context) => context.json(...notAllowed("POST")));
  door.notFound((context) => context.json({ error: "not found" }, 404));
  door.onError((error, context) => {
    report({ kind: "fault", where: "door", error });
    // 5xx: the sender tries again.
    return context.json({ error: "internal error" }, 500);
  });
  return door;
}

function notAllowed(allow: string): [{ error: string }, 405, { allow: string }] {
  return [{ error: "method not allowed" }, 405, { allow }];
}

function positive(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
