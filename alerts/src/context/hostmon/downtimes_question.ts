/**
 * Planned downtimes of a host and its services.
 *
 * @module
 */

import { z } from "zod";
import { compareTimes } from "./row_values.ts";
import type { HostQuestion } from "./question.ts";
import { readRows } from "./read_rows.ts";
import { flag, instant, text } from "./row_values.ts";
import { shortText } from "./row_values.ts";

const ROW = z.object({
  start_time: instant,
  end_time: instant,
  author: text,
  comment: text,
  service_description: text,
  recurring: flag,
});

/** How many of them, and their longest text. [characters] */
const MOST = 20, LONGEST = 500;

/**
 * Asks for the downtimes of a host and its services, those that begin first coming first.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { downtimesQuestion } from "./downtimes_question.ts";
 *
 * assert.equal(downtimesQuestion("db1").title, "Downtimes of db1 and its services");
 * ```
 */
export function downtimesQuestion(host: string): HostQuestion {
  return {
    title: `Downtimes of ${host} and its services`,
    query: `GET /domain-types/downtime/collections/all: ${host}`,
    read: async ({ api, redactor, signal }) => {
      const path = ["domain-types", "downtime", "collections", "all"];
      // As a query: older versions take host_name for "of the host, not of its services".
      const query = JSON.stringify({ op: "=", left: "host_name", right: host });
      const rows = readRows(await api.get(path, { query }, signal), ROW);
      const downtimes = rows
        .toSorted((a, b) => compareTimes(a.start_time, b.start_time))
        .slice(0, MOST)
        .map((row) => ({
          from: row.start_time,
          to: row.end_time,
          service: shortText(row.service_description, redactor),
          author: shortText(row.author, redactor),
          comment: shortText(row.comment, redactor, LONGEST),
          isRecurring: row.recurring,
        }));
      return { total: rows.length, downtimes };
    },
  };
}
