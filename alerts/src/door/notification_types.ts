/**
 * Types of notifications of Checkmk, Nagios and Icinga, and what becomes of each.
 *
 * @module
 */

/** What becomes of a notification. */
export type Treatment =
  /** It is analysed. */
  | "analysed"
  /** The trouble is over. */
  | "over"
  /** It is analysed unless the state is OK or UP; then the trouble is over. */
  | "by_state"
  /** It is skipped, and counted under this reason. */
  | { readonly skipped: "acknowledgement" | "downtime" | "flapping" | "alert_handler" };

/** A type. */
export interface NotificationType {
  /** Its name, in upper case. */
  readonly name: string;
  /** Notifications of one class are one matter: they share a cooldown. */
  readonly class: "problem" | "recovery" | "flapping" | "custom" | "other";
  /** What becomes of it. */
  readonly treatment: Treatment;
}

const DOWNTIME = { class: "other", treatment: { skipped: "downtime" } } as const;

const TYPES: Readonly<Record<string, Omit<NotificationType, "name">>> = {
  PROBLEM: { class: "problem", treatment: "analysed" },
  RECOVERY: { class: "recovery", treatment: "over" },
  // A person asked for this notification, whatever the state.
  CUSTOM: { class: "custom", treatment: "analysed" },
  // While it flaps, problems are not told: this is all that is heard of them.
  FLAPPINGSTART: { class: "flapping", treatment: "analysed" },
  // What flapped may have come to rest in a problem that was not told.
  FLAPPINGSTOP: { class: "problem", treatment: "by_state" },
  FLAPPINGDISABLED: { class: "other", treatment: { skipped: "flapping" } },
  // A person is already working on it.
  ACKNOWLEDGEMENT: { class: "other", treatment: { skipped: "acknowledgement" } },
  DOWNTIMESTART: DOWNTIME,
  DOWNTIMEEND: DOWNTIME,
  DOWNTIMECANCELLED: DOWNTIME,
  ALERTHANDLER: { class: "other", treatment: { skipped: "alert_handler" } },
};

/** Icinga's names for the same. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  FLAPPINGEND: "FLAPPINGSTOP",
  DOWNTIMEREMOVED: "DOWNTIMECANCELLED",
};

/**
 * What a type means. Upper and lower case are the same; what follows in brackets
 * (`ALERTHANDLER (OK)`) does not count. Of a type that is not known, or of none at all, the state
 * decides, so that nothing is lost.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { notificationType } from "./notification_types.ts";
 *
 * assert.equal(notificationType("Problem").treatment, "analysed");
 * assert.deepEqual(notificationType("DowntimeRemoved").treatment, { skipped: "downtime" });
 * assert.equal(notificationType("OMEN").treatment, "by_state");
 * ```
 */
export function notificationType(word = ""): NotificationType {
  const given = /^\s*(\w{0,30})/.exec(word)![1]!.toUpperCase();
  const name = OTHER_NAMES[given] ?? given;
  const known = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  return { name, ...(known ?? { class: "problem", treatment: "by_state" }) };
}
