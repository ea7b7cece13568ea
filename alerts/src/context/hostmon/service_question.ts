/**
 * The service that a notification is about, in detail.
 *
 * @module
 */

import { z } from "zod";
import type { HostQuestion } from "./question.ts";
import { readRow } from "./read_rows.ts";
import { flag, instant, number, serviceState, text } from "./row_values.ts";
import { SERVICE_ROW, serviceDigest } from "./service_row.ts";
import { shortText } from "./row_values.ts";

const ROW = SERVICE_ROW.extend({
  long_plugin_output: text,
  perf_data: text,
  check_command: text,
  last_check: instant,
  last_hard_state: serviceState,
  last_hard_state_change: instant,
  last_time_ok: instant,
  last_time_warning: instant,
  last_time_critical: instant,
  last_time_unknown: instant,
  current_attempt: number,
  max_check_attempts: number,
  is_flapping: flag,
  percent_state_change: number,
  staleness: number,
  in_check_period: flag,
});

const LONGEST_OUTPUT = 2000, LONGEST_VALUES = 1000;

/**
 * Asks for a service. Its check's command is asked for by name; a command line, which may hold
 * passwords, is not.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { serviceQuestion } from "./service_question.ts";
 *
 * assert.equal(serviceQuestion("db1", "Disk /").title, "Service Disk / of db1 in detail");
 * ```
 */
export function serviceQuestion(host: string, service: string): HostQuestion {
  return {
    title: `Service ${service} of ${host} in detail`,
    query: `GET /objects/host/${host}/actions/show_service/invoke: ${service}`,
    read: async ({ api, redactor, signal }) => {
      const path = ["objects", "host", host, "actions", "show_service", "invoke"];
      const parameters = { service_description: service, columns: Object.keys(ROW.shape) };
      // Without its name nothing else would be read of it.
      const row = readRow(
        await api.get(path, parameters, signal),
        ROW.extend({ description: z.string().catch(service) }),
      );
      return {
        ...serviceDigest(row, redactor),
        longOutput: shortText(row.long_plugin_output, redactor, LONGEST_OUTPUT),
        perfdata: shortText(row.perf_data, redactor, LONGEST_VALUES),
        // Nagios cores put arguments behind the name.
        checkCommand: shortText(row.check_command?.split("!")[0], redactor),
        lastCheck: row.last_check,
        attempt: row.current_attempt,
        maxAttempts: row.max_check_attempts,
        lastHardState: row.last_hard_state,
        lastHardStateChange: row.last_hard_state_change,
        lastSeen: {
          ok: row.last_time_ok,
          warning: row.last_time_warning,
          critical: row.last_time_critical,
          unknown: row.last_time_unknown,
        },
        isFlapping: row.is_flapping,
        // [%] of the last checks that changed the state
        stateChanges: row.percent_state_change,
        // [1] check intervals since the last result
        staleness: row.staleness,
        isInCheckPeriod: row.in_check_period,
      };
    },
  };
}
