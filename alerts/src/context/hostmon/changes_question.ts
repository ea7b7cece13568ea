/**
 * What changed on a host lately.
 *
 * @module
 */

import { HOUR, SECOND } from "../../../../src/time.ts";
import { compareTimes } from "./row_values.ts";
import type { HostQuestion } from "./question.ts";
import { readRows } from "./read_rows.ts";
import { instant, serviceState } from "./row_values.ts";
import { SERVICE_ROW, serviceDigest } from "./service_row.ts";

const ROW = SERVICE_ROW.extend({
  last_hard_state: serviceState,
  last_time_ok: instant,
});

/** How far back, and how many of them. */
const LATELY = 6 * HOUR, MOST = 30;

/**
 * Asks for the services of a host whose state changed in the last six hours, the latest first, also
 * those that are OK again. The REST API has no history of events, so only the last change of each
 * service can be had.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { changesQuestion } from "./changes_question.ts";
 *
 * assert.equal(changesQuestion("db1").title, "Last state changes on db1");
 * ```
 */
export function changesQuestion(host: string): HostQuestion {
  return {
    title: `Last state changes on ${host}`,
    query: `/objects/host/${host}/collections/services: last_state_change in the last 6 h`,
    read: async ({ api, redactor, now, signal }) => {
      const from = String(Math.floor((now - LATELY) / SECOND));
      const query = { op: ">=", left: "last_state_change", right: from } as const;
      const columns = Object.keys(ROW.shape);
      const path = ["objects", "host", host, "collections", "services"];
      const rows = readRows(await api.list(path, { columns, query }, signal), ROW);
      const changes = rows
        .toSorted((a, b) => compareTimes(b.last_state_change, a.last_state_change))
        .slice(0, MOST)
        .map((row) => ({
          ...serviceDigest(row, redactor),
          lastHardState: row.last_hard_state,
          lastOk: row.last_time_ok,
        }));
      return {
        total: rows.length,
        changes,
        note: "Only the last change of each service is known: the API has no history of events",
      };
    },
  };
}
