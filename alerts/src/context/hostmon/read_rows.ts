/**
 * Answers of the monitoring site, as rows.
 *
 * @module
 */

import { z } from "zod";
import { WattbookError } from "../../errors.ts";

const OBJECT = z.object({ extensions: z.record(z.string(), z.unknown()) });
const COLLECTION = z.object({ value: z.array(z.unknown()) });

/**
 * The one object of an answer.
 *
 * @throws {WattbookError} `BAD_ANSWER` if there is none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { readRow } from "./read_rows.ts";
 * import { hostState } from "./row_values.ts";
 *
 * const row = readRow({ extensions: { state: 1, more: [] } }, z.object({ state: hostState }));
 * assert.deepEqual(row, { state: "DOWN" });
 * ```
 */
export function readRow<Row>(answer: unknown, schema: z.ZodType<Row>): Row {
  const parsed = OBJECT.safeParse(answer);
  if (!parsed.success) throw unreadable("object");
  const row = schema.safeParse(parsed.data.extensions);
  if (!row.success) throw unreadable("object");
  return row.data;
}

/**
 * The rows of an answer; what is no row is left out.
 *
 * @throws {WattbookError} `BAD_ANSWER` if it is no collection.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { readRows } from "./read_rows.ts";
 *
 * const answer = { value: [{ extensions: { name: "db1" } }, { extensions: {} }, null] };
 * assert.deepEqual(readRows(answer, z.object({ name: z.string() })), [{ name: "db1" }]);
 * ```
 */
export function readRows<Row>(answer: unknown, schema: z.ZodType<Row>): Row[] {
  const parsed = COLLECTION.safeParse(answer);
  if (!parsed.success) throw unreadable("collection");
  return parsed.data.value.flatMap((one) => {
    const object = OBJECT.safeParse(one);
    const row = object.success ? schema.safeParse(object.data.extensions) : undefined;
    return row?.success ? [row.data] : [];
  });
}

function unreadable(what: string): WattbookError {
  return new WattbookError("BAD_ANSWER", `The answer is no ${what}`, {
    hint: "Check that HOSTMON_API_URL names a Checkmk site.",
  });
}
