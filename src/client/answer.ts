/**
 * The answers of the query API, decoded and checked.
 *
 * @module
 */

import { z } from "zod";
import type { Labels, SeriesColumns } from "../columns.ts";
import { isWattbookError, WattbookError } from "../errors.ts";
import { answerFailure } from "./answer_failure.ts";
import { Decoder } from "./decode.ts";
import { ByteInput, type DecoderMemory } from "./decoder_memory.ts";
import { skipValue } from "./json_coroutine.ts";
import { noteCut } from "./plan.ts";
import type { Access } from "./route.ts";

/** A good answer. */
export interface Answer {
  /** Samples of all series that have any. */
  readonly columns: SeriesColumns;
  /** `matrix`, `vector`, `scalar` or `string`. */
  readonly resultType: string;
  readonly text?: string;
  /** For the person who reads the result. */
  readonly notices: string[];
}

/** What error messages refer to. */
export interface AnswerContext {
  readonly about: string;
  readonly access: Access;
  /** Where to decode it; the columns are views on it. @default {memory of its own} */
  readonly memory?: DecoderMemory | undefined;
}

const RESULT_TYPES: readonly unknown[] = ["matrix", "vector", "scalar", "string"];

/**
 * Decodes a body while it comes in.
 *
 * @throws {WattbookError} `BAD_ANSWER`, `TRUNCATED_ANSWER`, or the error in the answer.
 */
export async function readAnswer(
  body: AsyncIterable<Uint8Array>,
  { about, access, memory }: AnswerContext,
): Promise<Answer> {
  const decoder = new Decoder(memory);
  try {
    for await (const chunk of body) decoder.push(chunk);
  } catch (error) {
    if (isWattbookError(error, "TOO_MANY_SAMPLES")) noteCut(error, decoder.samplesPerSeries);
    throw error;
  }
  const { columns, resultType, text, histogramSeries, envelope } = decoder.finish();
  const { ok, notices } = readEnvelope(envelope);
  if (!ok) {
    // Some backends send errors with status 200; 422 is the status that means the same.
    throw answerFailure(
      { status: 422, headers: {}, body: JSON.stringify(envelope), about },
      access,
    );
  }
  if (!RESULT_TYPES.includes(resultType)) {
    throw new WattbookError("BAD_ANSWER", `The answer has no result of a known type in: ${about}`, {
      hint: "Check that the address is that of a Prometheus-compatible server.",
    });
  }
  if (histogramSeries > 0) {
    notices.push(`Native histograms of ${histogramSeries} series are left out`);
  }
  return {
    columns,
    resultType: resultType as string,
    notices,
    ...(text !== undefined && { text }),
  };
}

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

/** Members of an answer beside its data. */
export interface Envelope {
  /** Whether the server says that it succeeded. */
  readonly ok: boolean;
  /** Warnings and infos, for the person who reads the result. */
  readonly notices: string[];
}

/**
 * Checks the members of an answer beside its data.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function readEnvelope(members: unknown): Envelope {
  return toEnvelope(check(ENVELOPE, members));
}

/**
 * Reads the answer of the endpoint `series`.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function readLabelSets(body: string): { items: Labels[]; notices: string[] } {
  const answer = check(LABEL_SETS, parse(body));
  return { items: answer.data, notices: toEnvelope(answer).notices };
}

/**
 * Reads the answer of the endpoints `labels` and `label/.../values`.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function readTexts(body: string): { items: string[]; notices: string[] } {
  const answer = check(TEXTS, parse(body));
  return { items: answer.data, notices: toEnvelope(answer).notices };
}

function toEnvelope(members: z.output<typeof ENVELOPE>): Envelope {
  const { status, warnings, infos, isPartial } = members;
  const notices = [...warnings ?? [], ...infos ?? []];
  if (isPartial) notices.push("According to the server, its answer is incomplete");
  return { ok: status === "success", notices };
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
    throw new WattbookError("TRUNCATED_ANSWER", "The answer is cut off", {
      hint: "Try again; if it happens again, look for a size or time limit in a proxy on the way.",
    });
  }
}

/** Whether a text is the beginning of JSON. The messages of JSON.parse do not tell reliably. */
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
