/**
 * The messages in answers of remote read: `ChunkedReadResponse` and `ReadResponse` of Prometheus'
 * `prompb/remote.proto` and `types.proto`.
 *
 * @module
 */

import { PbfReader } from "pbf";
import type { Labels } from "../../columns.ts";
import { badChunks } from "./bad_chunks.ts";
import type { SampleRows } from "./sample_rows.ts";
import { decodeXor, samplesOf } from "./xor.ts";

/** `Chunk.Encoding`: floats, and the forms of native histograms. XOR2 (4) is still an experiment. */
const XOR = 1, HISTOGRAMS: readonly number[] = [2, 3, 5, 6];

/** Wire types of protobuf. */
const VARINT = 0, FIXED64 = 1, BYTES = 2;

/**
 * Reads a `ChunkedReadResponse`: chunks of one or more series.
 *
 * @param bytes The message, with room behind it as {@linkcode decodeXor} needs it.
 * @param length Length of the message. [bytes]
 * @throws {WattbookError} `BAD_ANSWER` if it is none, `TOO_MANY_SAMPLES`
 */
export function readChunkedResponse(bytes: Uint8Array, length: number, rows: SampleRows): void {
  const message = new Message(bytes, length);
  message.fields(length, {
    1: () => {
      const end = message.enter(), chunks: [start: number, end: number, encoding: number][] = [];
      const labels = message.labels(end, {
        2: () => chunks.push(readChunk(message)),
      });
      rows.series(labels);
      for (const [start, end, encoding] of chunks) {
        if (encoding === XOR) {
          rows.expect(samplesOf(bytes, start, end));
          const from = rows.store.length;
          decodeXor(bytes, start, end, rows.store);
          rows.keep(from);
        } else if (HISTOGRAMS.includes(encoding)) {
          rows.addHistograms();
        } else {
          throw badChunks(`a chunk has the unknown encoding ${encoding}`);
        }
      }
    },
    2: () => {
      if (message.varint() !== 0) throw badChunks("it answers another query");
    },
  });
}

function readChunk(message: Message): [start: number, end: number, encoding: number] {
  let start = 0, end = 0, encoding = 0;
  message.fields(message.enter(), {
    3: () => encoding = message.varint(),
    4: () => {
      end = message.enter();
      start = message.leave(end);
    },
  });
  return [start, end, encoding];
}

/**
 * Reads a `ReadResponse`: all samples of all series.
 *
 * @throws {WattbookError} `BAD_ANSWER` if it is none, `TOO_MANY_SAMPLES`
 */
export function readSamplesResponse(bytes: Uint8Array, rows: SampleRows): void {
  const message = new Message(bytes, bytes.length);
  message.fields(bytes.length, {
    1: () =>
      message.fields(message.enter(), {
        1: () => readTimeSeries(message, rows),
      }),
  });
}

function readTimeSeries(message: Message, rows: SampleRows): void {
  const samples: number[] = [];
  let histograms = false;
  const labels = message.labels(message.enter(), {
    2: () => {
      const end = message.enter();
      samples.push(message.leave(end), end);
    },
    4: () => {
      histograms = true;
      message.leave(message.enter());
    },
  });
  rows.series(labels);
  if (histograms) rows.addHistograms();
  rows.expect(samples.length / 2);
  const from = rows.store.length;
  for (let index = 0; index < samples.length; index += 2) {
    message.sample(samples[index]!, samples[index + 1]!, rows);
  }
  rows.keep(from);
}

type Fields = Readonly<Record<number, () => unknown>>;

const UTF8 = new TextDecoder();
/** The low and high half of the NaN that marks the end of a series. */
const STALE_LOW = 2, STALE_HIGH = 0x7ff00000;

/**
 * Reads a message with pbf. It trusts lengths and wire types, and reads nothing behind the end of its
 * bytes as zeros; here, each is checked.
 */
class Message {
  readonly #reader: PbfReader;

  constructor(bytes: Uint8Array, length: number) {
    this.#reader = new PbfReader(bytes.subarray(0, length));
  }

  /** Calls a function for each field up to `end`, and skips those that have none. */
  fields(end: number, readers: Fields): void {
    const reader = this.#reader;
    try {
      for (let field; (field = reader.nextField(end)) !== 0;) readers[field]?.();
    } catch (error) {
      // Errors of pbf are plain ones: a wire type that does not exist, a number of eleven bytes.
      throw error instanceof Error && error.constructor === Error
        ? badChunks("it is not protobuf")
        : error;
    }
    if (reader.pos !== end) throw badChunks("a part of it is longer than the whole");
  }

  /** Steps into a field that has a length; returns its end. */
  enter(): number {
    const reader = this.#reader;
    if (reader.type !== BYTES) throw badChunks("a field has the wrong type");
    const end = reader.readVarint() + reader.pos;
    if (end > reader.length) throw badChunks("a part of it is longer than the whole");
    return end;
  }

  /** Skips what was entered; returns where it starts. */
  leave(end: number): number {
    const start = this.#reader.pos;
    this.#reader.pos = end;
    return start;
  }

  varint(): number {
    if (this.#reader.type !== VARINT) throw badChunks("a field has the wrong type");
    return this.#reader.readVarint(true);
  }

  text(): string {
    const end = this.enter();
    return UTF8.decode(this.#reader.buf.subarray(this.leave(end), end));
  }

  /** Reads a series up to `end`: its labels are field 1, the other fields are the caller's. */
  labels(end: number, others: Fields): Labels {
    const labels: [name: string, value: string][] = [];
    this.fields(end, {
      ...others,
      1: () => {
        let name = "", value = "";
        this.fields(this.enter(), {
          1: () => name = this.text(),
          2: () => value = this.text(),
        });
        labels.push([name, value]);
      },
    });
    return Object.fromEntries(labels);
  }

  /** Reads a `Sample`, and appends it unless it marks the end of its series. */
  sample(start: number, end: number, { store }: SampleRows): void {
    const reader = this.#reader;
    let time = 0, value = 0, isStale = false;
    reader.pos = start;
    this.fields(end, {
      1: () => {
        if (reader.type !== FIXED64) throw badChunks("a field has the wrong type");
        const { dataView, pos } = reader;
        if (pos + 8 > end) throw badChunks("a part of it is longer than the whole");
        isStale = dataView.getInt32(pos + 4, true) === STALE_HIGH &&
          dataView.getInt32(pos, true) === STALE_LOW;
        value = reader.readDouble();
      },
      2: () => time = this.varint(),
    });
    // Any other NaN becomes JavaScript's, as in answers in JSON.
    if (!isStale) store.add(time, value === value ? value : NaN);
  }
}
