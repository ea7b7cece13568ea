/**
 * A service, as a row of the monitoring site.
 *
 * @module
 */

import { z } from "zod";
import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";
import { flag, instant, serviceState, text } from "./row_values.ts";
import { shortText } from "./row_values.ts";

/** What is asked for of every service. */
export const SERVICE_ROW = z.object({
  description: z.string(),
  state: serviceState,
  plugin_output: text,
  last_state_change: instant,
  acknowledged: flag,
  scheduled_downtime_depth: flag,
});

/** What is asked for of a service. */
export type ServiceRow = z.infer<typeof SERVICE_ROW>;

/** A service in short. */
export interface ServiceDigest {
  /** Name. */
  readonly service: string;
  /** State, in capitals. */
  readonly state: string | undefined;
  /** What the check said. */
  readonly output: string | undefined;
  /** When it took this state. */
  readonly since: string | undefined;
  /** Whether an operator has acknowledged the problem. */
  readonly isAcknowledged: boolean | undefined;
  /** Whether it is in a downtime now. */
  readonly isInDowntime: boolean | undefined;
}

/** [characters] */
const LONGEST_NAME = 200, LONGEST_OUTPUT = 300;

/**
 * Makes a row short.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { serviceDigest, SERVICE_ROW } from "./service_row.ts";
 *
 * const row = SERVICE_ROW.parse({ description: "Disk /", state: 2, acknowledged: 0 });
 * const digest = serviceDigest(row, { redact: (text) => text });
 * assert.deepEqual([digest.state, digest.isAcknowledged], ["CRITICAL", false]);
 * ```
 */
export function serviceDigest(row: ServiceRow, redactor: Redactor): ServiceDigest {
  const { description, state, plugin_output: output } = row;
  return {
    service: clip(description, redactor, LONGEST_NAME),
    state,
    output: shortText(output, redactor, LONGEST_OUTPUT),
    since: row.last_state_change,
    isAcknowledged: row.acknowledged,
    isInDowntime: row.scheduled_downtime_depth,
  };
}
