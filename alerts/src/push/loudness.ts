/**
 * How loudly a phone rings, and by which sign. Only the sender's own severity decides.
 *
 * @module
 */

import type { Incident, Severity } from "../incident.ts";
import type { PushMessage } from "./publisher.ts";

/** Priority, and a tag which the service shows as an emoji. */
export type Loudness = Pick<PushMessage, "priority"> & { readonly tag: string };

const BY_SEVERITY: Readonly<Record<Severity, Loudness>> = {
  critical: { priority: 5, tag: "rotating_light" },
  error: { priority: 4, tag: "red_circle" },
  warning: { priority: 3, tag: "warning" },
  // An alert without a severity is not harmless.
  unknown: { priority: 3, tag: "grey_question" },
  info: { priority: 2, tag: "information_source" },
};
const RESOLVED: Loudness = { priority: 2, tag: "white_check_mark" };

/**
 * Priority and sign of an incident.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loudnessOf } from "./loudness.ts";
 *
 * assert.equal(loudnessOf({ severity: "critical", status: "firing" }).priority, 5);
 * assert.equal(loudnessOf({ severity: "critical", status: "resolved" }).priority, 2);
 * ```
 */
export function loudnessOf({ severity, status }: Pick<Incident, "severity" | "status">): Loudness {
  return status === "resolved" ? RESOLVED : BY_SEVERITY[severity];
}
