/**
 * Operators' comments on a host and its services.
 *
 * @module
 */

import { z } from "zod";
import { compareTimes } from "./row_values.ts";
import type { HostQuestion } from "./question.ts";
import { readRows } from "./read_rows.ts";
import { instant, text } from "./row_values.ts";
import { shortText } from "./row_values.ts";

const ROW = z.object({
  comment: z.string(),
  author: text,
  entry_time: instant,
  service_description: text,
});

/** How many of them, and their longest text. [characters] */
const MOST = 20, LONGEST = 500;

/**
 * Asks for the comments of a host and its services, the latest first.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { commentsQuestion } from "./comments_question.ts";
 *
 * assert.equal(commentsQuestion("db1").title, "Comments on db1 and its services");
 * ```
 */
export function commentsQuestion(host: string): HostQuestion {
  return {
    title: `Comments on ${host} and its services`,
    query: `GET /domain-types/comment/collections/all: ${host}`,
    read: async ({ api, redactor, signal }) => {
      const path = ["domain-types", "comment", "collections", "all"];
      const rows = readRows(await api.get(path, { host_name: host }, signal), ROW);
      const comments = rows
        .toSorted((a, b) => compareTimes(b.entry_time, a.entry_time))
        .slice(0, MOST)
        .map((row) => ({
          time: row.entry_time,
          author: shortText(row.author, redactor),
          service: shortText(row.service_description, redactor),
          comment: shortText(row.comment, redactor, LONGEST),
        }));
      return { total: rows.length, comments };
    },
  };
}
