/**
 * Everything in an answer that is not a sample, checked.
 *
 * @module
 */

import { z } from "zod";
import type { Labels } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { ByteInput } from "./byte_input.ts";
import { skipValue } from "./json_coroutine.ts";

const NOTES = z.array(z.string()).nullish();
const ENVELOPE = z.looseObject({
  status: z.enum(["success", "error"]),
  errorType: z.string().optional(),
  error: z.string().optional(),
  warnings: NOTES,
  infos: NOTES,
  isPartial: z.boolean().nullish(),
});
const LABEL_SETS = ENVELOPE.extend({ data: z.array(z.record(z.string(), z.string())) });
const TEXTS = ENVELOPE.extend({ data: z.array(z.string()) });
const ERROR = z.union([
  z.looseObject({ error: z.string().min(1) }).transform(({ error }) => error),
  z.looseObject({ message: z.string().min(1) }).transform(({ message }) => message),
]);

/** Members of an answer beside its data. */
export interface Envelope {
  /** The server's own word on whether it succeeded. */
  readonly ok: boolean;
  /** Its message if it did not. */
  readonly error?: string;
  /** Warnings and infos, for the person who reads the result. */
  readonly notices: string[];
}

/**
 * Checks the members of an answer beside its data.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readEnvelope } from "./envelope.ts";
 *
 * const { ok, notices } = readEnvelope({ status: "success", warnings: ["results truncated"] });
 * assert(ok && notices[0] === "results truncated");
 * ```
 */
export function readEnvelope(members: unknown): Envelope {
  return toEnvelope(check(ENVELOPE, members));
}

/**
 * Reads the answer of the endpoint `series`.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLabelSets } from "./envelope.ts";
 *
 * const { items } = readLabelSets('{"status":"success","data":[{"__name__":"up"}]}');
 * assert(items[0]?.__name__ === "up");
 * ```
 */
export function readLabelSets(body: string): { items: Labels[]; notices: string[] } {
  const answer = check(LABEL_SETS, parse(body));
  return { items: answer.data, notices: toEnvelope(answer).notices };
}

/**
 * Reads the answer of the endpoints `labels` and `label/.../values`.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readTexts } from "./envelope.ts";
 *
 * assert(readTexts('{"status":"success","data":["job"]}').items[0] === "job");
 * ```
 */
export function readTexts(body: string): { items: string[]; notices: string[] } {
  const answer = check(TEXTS, parse(body));
  return { items: answer.data, notices: toEnvelope(answer).notices };
}

/**
 * The message of an error in JSON, of the metrics server (`error`) or of the dashboard (`message`);
 * `undefined` if the text is none.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { errorEnvelope } from "./envelope.ts";
 *
 * assert(errorEnvelope('{"message":"Unauthorized"}') === "Unauthorized");
 * assert(errorEnvelope("Service Unavailable") === undefined);
 * ```
 */
export function errorEnvelope(body: string): string | undefined {
  try {
    return ERROR.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function toEnvelope(members: z.output<typeof ENVELOPE>): Envelope {
  const { status, error, warnings, infos, isPartial } = members;
  const notices = [...warnings ?? [], ...infos ?? []];
  if (isPartial) notices.push("The server says that its answer is not complete");
  return { ok: status === "success", notices, ...(error !== undefined && { error }) };
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unexpected(z.prettifyError(result.error).replaceAll("\n", " "));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    if (!isCutOff(body)) throw unexpected("it is not JSON");
    throw new WattbookError("TRUNCATED_ANSWER", "The answer stops in the middle", {
      hint: "Try again; if it stays, look for a size or time limit in a proxy on the way.",
    });
  }
}

/** Whether a text is the beginning of JSON. What engines say in their errors is not stable. */
function isCutOff(body: string): boolean {
  const input = new ByteInput();
  input.push(new TextEncoder().encode(body));
  try {
    return skipValue(input).next().done === false;
  } catch {
    return false;
  }
}

function unexpected(why: string): WattbookError {
  return new WattbookError("BAD_ANSWER", `The answer is not that of a query API: ${why}`, {
    hint: "Check that the address is that of a Prometheus-compatible server.",
  });
}
