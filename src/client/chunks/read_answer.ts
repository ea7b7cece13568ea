/**
 * Reads an answer of remote read, in either of its two forms.
 *
 * @module
 */

import { isWattbookError, WattbookError } from "../../errors.ts";
import type { TimeRange } from "../../time.ts";
import type { Answer } from "../answer.ts";
import type { SampleStore } from "../decoder_memory.ts";
import { noteCut } from "../plan.ts";
import { badChunks } from "./bad_chunks.ts";
import { FrameReader } from "./frames.ts";
import { readChunkedResponse, readSamplesResponse } from "./messages.ts";
import { SampleRows } from "./sample_rows.ts";
import { unpackSnappy } from "./snappy.ts";

/** How samples come: as the chunks of the server's disk, or one by one. */
export type ReadForm = "chunks" | "samples";

/**
 * The form of an answer.
 *
 * @param contentType Its header.
 * @returns `null` if it is not one of remote read.
 */
export function formOf(contentType: string): ReadForm | null {
  const [type = ""] = contentType.split(";");
  switch (type.trim().toLowerCase()) {
    case "application/x-streamed-protobuf":
      return "chunks";
    case "application/x-protobuf":
      return "samples";
    default:
      return null;
  }
}

/** Options of {@linkcode readReadAnswer}. */
export interface ReadAnswerOptions {
  readonly form: ReadForm;
  /** What is wanted, both ends included. [ms] */
  readonly range: TimeRange;
  /** Largest answer as JSON would be; fewer samples than its bytes would hold are read. [bytes] */
  readonly maxBytes: number;
  /** Where to decode; it may be used again afterwards. @default {memory of its own} */
  readonly store?: SampleStore | undefined;
}

/** A sample in JSON has at least 17 bytes, and 16 in columns. [bytes] */
const SMALLEST_SAMPLE = 16;

/**
 * Decodes a body while it comes in.
 *
 * @throws {WattbookError} `BAD_ANSWER`, `TRUNCATED_ANSWER`, `TOO_MANY_SAMPLES`
 */
export async function readReadAnswer(
  body: AsyncIterable<Uint8Array>,
  { form, range, maxBytes, store }: ReadAnswerOptions,
): Promise<Answer> {
  const rows = new SampleRows({ range, store, most: Math.floor(maxBytes / SMALLEST_SAMPLE) });
  try {
    if (form === "chunks") {
      const frames = new FrameReader((bytes, length) => readChunkedResponse(bytes, length, rows));
      for await (const chunk of body) frames.push(chunk);
      frames.finish();
    } else {
      readSamplesResponse(unpacked(await gather(body), maxBytes), rows);
    }
  } catch (error) {
    if (isWattbookError(error, "TOO_MANY_SAMPLES")) noteCut(error, rows.samplesPerSeries);
    throw error;
  }
  const { columns, histogramSeries } = rows.finish();
  const notices = histogramSeries === 0
    ? []
    : [`Native histograms of ${histogramSeries} series are left out`];
  return { columns, resultType: "matrix", notices };
}

async function gather(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks = await Array.fromAsync(body);
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function unpacked(block: Uint8Array, maxBytes: number): Uint8Array {
  if (block.length === 0) throw badChunks("it is empty");
  const bytes = unpackSnappy(block, maxBytes);
  if (bytes !== null) return bytes;
  throw new WattbookError("TOO_MANY_SAMPLES", `The answer is larger than ${maxBytes} bytes`, {
    hint: "Ask for a shorter range or fewer series, or raise `maxBytes`.",
  });
}
