/**
 * The answer of a query, decoded and checked.
 *
 * @module
 */

import type { SeriesColumns } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { Decoder } from "./decode.ts";
import type { DecoderMemory } from "./decoder_memory.ts";
import { readEnvelope } from "./envelope.ts";
import { answerFailure } from "./answer_failure.ts";
import type { Access } from "./route.ts";

/** A good answer. */
export interface Answer {
  /** Samples of all series that have any. */
  readonly columns: SeriesColumns;
  /** `matrix`, `vector`, `scalar` or `string`. */
  readonly resultType: string;
  /** Text of a result of type `string`. */
  readonly text?: string;
  /** For the person who reads the result. */
  readonly notices: string[];
}

/** What errors are said about. */
export interface AnswerContext {
  /** The expression. */
  readonly about: string;
  /** The way that the answer came. */
  readonly access: Access;
  /** Where to decode it; the columns are views on it. @default {memory of its own} */
  readonly memory?: DecoderMemory | undefined;
}

const RESULT_TYPES: readonly unknown[] = ["matrix", "vector", "scalar", "string"];

/**
 * Decodes a body while it comes in.
 *
 * @throws {WattbookError} `BAD_ANSWER`, `TRUNCATED_ANSWER`, or the error that the answer tells.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readAnswer } from "./answer.ts";
 * import { accessOf } from "./route.ts";
 *
 * const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
 * const body = '{"status":"success","data":{"resultType":"scalar","result":[0,"1"]}}';
 * const { columns } = await readAnswer(new Blob([body]).stream(), { about: "1", access });
 * assert(columns.value[0] === 1);
 * ```
 */
export async function readAnswer(
  body: AsyncIterable<Uint8Array>,
  { about, access, memory }: AnswerContext,
): Promise<Answer> {
  const decoder = new Decoder(memory);
  for await (const chunk of body) decoder.push(chunk);
  const { columns, resultType, text, histogramSeries, envelope } = decoder.finish();
  const { ok, notices } = readEnvelope(envelope);
  if (!ok) {
    // Some backends send their errors with status 200; this is the status that says the same.
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
