/**
 * The state of a host.
 *
 * @module
 */

import { z } from "zod";
import type { HostQuestion } from "./question.ts";
import { readRow } from "./read_rows.ts";
import { flag, hostState, instant, number, text } from "./row_values.ts";
import { shortText } from "./row_values.ts";

const ROW = z.object({
  alias: text,
  address: text,
  state: hostState,
  plugin_output: text,
  last_check: instant,
  last_state_change: instant,
  last_time_up: instant,
  last_time_down: instant,
  acknowledged: flag,
  scheduled_downtime_depth: flag,
  is_flapping: flag,
  current_attempt: number,
  max_check_attempts: number,
  parents: z.array(z.string()).optional().catch(undefined),
  num_services_ok: number,
  num_services_warn: number,
  num_services_crit: number,
  num_services_unknown: number,
});

/** Longest text of the check, and most hosts on the way. */
const LONGEST = 500, MOST_PARENTS = 10;

/**
 * Asks for a host.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { hostQuestion } from "./host_question.ts";
 *
 * assert.equal(hostQuestion("db1").query, "GET /objects/host/db1");
 * ```
 */
export function hostQuestion(host: string): HostQuestion {
  return {
    title: `State of the host ${host}`,
    query: `GET /objects/host/${host}`,
    read: async ({ api, redactor, signal }) => {
      const columns = Object.keys(ROW.shape);
      const row = readRow(await api.get(["objects", "host", host], { columns }, signal), ROW);
      return {
        state: row.state,
        output: shortText(row.plugin_output, redactor, LONGEST),
        since: row.last_state_change,
        lastCheck: row.last_check,
        lastUp: row.last_time_up,
        lastDown: row.last_time_down,
        attempt: row.current_attempt,
        maxAttempts: row.max_check_attempts,
        isAcknowledged: row.acknowledged,
        isInDowntime: row.scheduled_downtime_depth,
        isFlapping: row.is_flapping,
        alias: shortText(row.alias, redactor),
        address: shortText(row.address, redactor),
        parents: row.parents?.slice(0, MOST_PARENTS).map((parent) => shortText(parent, redactor)),
        services: {
          ok: row.num_services_ok,
          warning: row.num_services_warn,
          critical: row.num_services_crit,
          unknown: row.num_services_unknown,
        },
      };
    },
  };
}
