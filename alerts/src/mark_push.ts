/**
 * Marks in pushes that people may have had before.
 *
 * @module
 */

import type { PushMessage } from "./push/publisher.ts";
import type { Repeat } from "./store/job.ts";

/** Of a push that may have arrived already. */
export const MAY_BE_REPEAT = "(may be a repeat)";
/** Marks a push about an episode that has been pushed before. */
const AGAIN = "(again)";
/** Of the analysis that follows the facts. A push service that cannot update shows both. */
export const UPDATE = "(update)";

/**
 * Marks a push if people may have been told of the same episode before.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { forRepeat } from "./mark_push.ts";
 *
 * const push = { title: "Down", message: "It is down", priority: 3, tags: [] } as const;
 * assert.equal(forRepeat(push, "no").message, "It is down");
 * assert.equal(forRepeat(push, "yes").message, "(again) It is down");
 * ```
 */
export function forRepeat(message: PushMessage, repeats: Repeat): PushMessage {
  if (repeats === "no") return message;
  return markPush(message, repeats === "yes" ? AGAIN : MAY_BE_REPEAT);
}

/**
 * A push with a mark at the front of its text, where no cut can take it away.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { markPush } from "./mark_push.ts";
 *
 * const push = { title: "Down", message: "It is down", priority: 3, tags: [] } as const;
 * assert.equal(markPush(push, "(again)").message, "(again) It is down");
 * ```
 */
export function markPush(message: PushMessage, mark: string): PushMessage {
  return { ...message, message: `${mark} ${message.message}` };
}
