/**
 * The services of a host that are not OK.
 *
 * @module
 */

import { compareTimes } from "./row_values.ts";
import type { HostQuestion } from "./question.ts";
import { readRows } from "./read_rows.ts";
import { SERVICE_ROW, serviceDigest, type ServiceRow } from "./service_row.ts";

/** What is shown; the worst come first. */
const MOST = 40;
const WORST_FIRST = ["CRITICAL", "UNKNOWN", "WARNING"];

/**
 * Asks for the services of a host that are not OK, the worst first, and of equal ones the latest.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { notOkQuestion } from "./not_ok_question.ts";
 *
 * assert.equal(notOkQuestion("db1").title, "Services of db1 that are not OK");
 * ```
 */
export function notOkQuestion(host: string): HostQuestion {
  return {
    title: `Services of ${host} that are not OK`,
    query: `/objects/host/${host}/collections/services: state != 0`,
    read: async ({ api, redactor, signal }) => {
      const query = { op: "!=", left: "state", right: "0" } as const;
      const columns = Object.keys(SERVICE_ROW.shape);
      const path = ["objects", "host", host, "collections", "services"];
      const rows = readRows(await api.list(path, { columns, query }, signal), SERVICE_ROW);
      const services = rows.toSorted(byBadness).slice(0, MOST)
        .map((row) => serviceDigest(row, redactor));
      return { total: rows.length, services };
    },
  };
}

function byBadness(a: ServiceRow, b: ServiceRow): number {
  const place = ({ state }: ServiceRow) => {
    const at = WORST_FIRST.indexOf(state ?? "");
    return at < 0 ? WORST_FIRST.length : at;
  };
  return place(a) - place(b) || compareTimes(b.last_state_change, a.last_state_change);
}
