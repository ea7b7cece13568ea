import type { Hono } from "hono";
import { parseNotification } from "./alertmanager.ts";
import { type DoorOptions, webhookDoor } from "./webhook_door.ts";

/**
 * The front door of the cluster analyzer: it takes Alertmanager's webhooks.
 *
 * @returns A web application; `fetch` answers requests.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { alertmanagerDoor } from "./alertmanager_door.ts";
 *
 * const door = alertmanagerDoor({ secret: new Secret("s3cret"), accept: () => null });
 * const response = await door.request("/webhook", {
 *   method: "POST",
 *   headers: { authorization: "Bearer s3cret" },
 *   body: "{}",
 * });
 * assert.equal(response.status, 400);
 * ```
 */
export function alertmanagerDoor(options: DoorOptions, now: () => number = Date.now): Hono {
  return webhookDoor((body) => parseNotification(body, now), options, now);
}
