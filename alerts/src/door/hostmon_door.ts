import type { Hono } from "hono";
import { type HostmonOptions, parseHostmon } from "./hostmon.ts";
import { type DoorOptions, webhookDoor } from "./webhook_door.ts";

/** The notification script sends a quarter of it at most. [bytes] */
const LONGEST_BODY = 2 ** 20;

/**
 * The front door of the host analyzer: it takes what the notification script posts.
 *
 * @returns A web application; `fetch` answers requests.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { hostmonDoor } from "./hostmon_door.ts";
 *
 * const door = hostmonDoor({ secret: new Secret("s3cret"), accept: () => null });
 * const response = await door.request("/webhook", {
 *   method: "POST",
 *   headers: { authorization: "Bearer s3cret" },
 *   body: "{}",
 * });
 * assert.equal(response.status, 400);
 * ```
 */
export function hostmonDoor(
  options: DoorOptions & HostmonOptions,
  now: () => number = Date.now,
): Hono {
  return webhookDoor(
    (body) => parseHostmon(body, options, now),
    { maxBytes: LONGEST_BODY, ...options },
    now,
  );
}
