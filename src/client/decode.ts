/**
 * Decodes the answer of a query from the byte stream straight into columns: no object per sample,
 * labels once per series, memory in proportion to the samples and not to the text.
 *
 * @module
 */

import type { Labels, SeriesColumns } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import {
  type ByteInput,
  type DecoderMemory,
  newMemory,
  type SampleStore,
} from "./decoder_memory.ts";
import {
  broken,
  endlessSpace,
  LONGEST_SPACE,
  more,
  peek,
  type Reading,
  readList,
  readObject,
  readValue,
  skipValue,
} from "./json_coroutine.ts";
import { parseValue, readSamples } from "./read_samples.ts";

/** What an answer holds. */
export interface Decoded {
  /** Samples of all series that have any. A scalar is one series without labels. */
  readonly columns: SeriesColumns;
  /** `matrix`, `vector`, `scalar` or `string`, as the server says. */
  readonly resultType: unknown;
  readonly text?: string;
  /** Number of series with native histograms, which have no place in columns of numbers. */
  readonly histogramSeries: number;
  /** Members of the answer beside its data (`status`, `error`, `warnings`, ...), as they came. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** Samples of servers are shorter: a time, a sign, 17 digits, an exponent. [bytes] */
const LONGEST_SAMPLE = 64;

const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b;

/** Members of the outermost object that are kept; any other is skipped. */
const ENVELOPE = new Set(["status", "errorType", "error", "warnings", "infos", "isPartial"]);

/** Decodes an answer that comes in chunks, cut anywhere. */
export class Decoder {
  readonly #input: ByteInput;
  readonly #store: SampleStore;
  readonly #labels: Labels[] = [];
  readonly #offsets: number[] = [0];
  readonly #envelope: Record<string, unknown> = {};
  readonly #reading: Reading;
  #histogramSeries = 0;
  #resultType: unknown;
  #pair: unknown;
  #done = false;
  /** Bytes behind the end. */
  #behind = 0;

  /**
   * Begins an answer.
   *
   * @param memory Where to decode it; the columns of {@linkcode Decoder.finish} are views on it.
   */
  constructor({ input, store }: DecoderMemory = newMemory()) {
    input.clear();
    store.length = 0;
    this.#input = input;
    this.#store = store;
    this.#reading = this.#answer();
  }

  /**
   * Takes the next chunk.
   *
   * @throws {WattbookError} `BAD_ANSWER` if the answer is not what a query gives.
   */
  push(chunk: Uint8Array): void {
    this.#input.push(chunk);
    if (!this.#done) this.#done = this.#reading.next().done === true;
    else if (new TextDecoder().decode(chunk).trim() !== "") throw broken(this.#input);
    else if ((this.#behind += chunk.length) > LONGEST_SPACE) throw endlessSpace(this.#input);
  }

  /** Samples per series that was read to its end so far; `undefined` before the first one. */
  get samplesPerSeries(): number | undefined {
    const series = this.#labels.length;
    return series === 0 ? undefined : this.#offsets[series]! / series;
  }

  /**
   * Ends the answer and gives what it held.
   *
   * @throws {WattbookError} `TRUNCATED_ANSWER` if the end is missing, `BAD_ANSWER` if a scalar or a
   * string is not one.
   */
  finish(): Decoded {
    this.#input.isWhole = true;
    this.#done ||= this.#reading.next().done === true;
    if (!this.#done) {
      throw new WattbookError("TRUNCATED_ANSWER", "The answer is cut off", {
        hint:
          "Try again; if it happens again, look for a size or time limit in a proxy on the way.",
      });
    }
    const text = this.#pair === undefined ? undefined : this.#single(this.#pair);
    return {
      columns: {
        labels: this.#labels,
        offsets: Uint32Array.from(this.#offsets),
        ...this.#store.finish(),
      },
      resultType: this.#resultType,
      histogramSeries: this.#histogramSeries,
      envelope: this.#envelope,
      ...(text !== undefined && { text }),
    };
  }

  *#answer(): Reading {
    const input = this.#input;
    const result = (key: string) => this.#dataMember(key);
    const member = (key: string) => this.#member(key, result);
    yield* readObject(input, member);
    // Only white space may follow; `peek` returns as soon as anything else does.
    while (input.at < input.end) {
      if (input.bytes[input.at++]! > 0x20) throw broken(input);
    }
  }

  *#member(key: string, result: (key: string) => Reading): Reading {
    if (key === "data" && (yield* peek(this.#input)) === OPEN_OBJECT) {
      yield* readObject(this.#input, result);
    } else if (ENVELOPE.has(key)) {
      this.#envelope[key] = yield* readValue(this.#input);
    } else {
      yield* skipValue(this.#input);
    }
  }

  *#dataMember(key: string): Reading {
    const input = this.#input;
    if (key === "resultType") {
      this.#resultType = yield* readValue(input);
    } else if (key === "result") {
      // A list of series or one [time, value]; only the first item tells, because `resultType` may
      // come later.
      if ((yield* peek(input)) !== OPEN_LIST) return yield* skipValue(input);
      input.at++;
      const first = yield* peek(input);
      if (first === CLOSE_LIST) return void input.at++;
      if (first === OPEN_OBJECT) {
        do yield* this.#series(); while (yield* more(input, CLOSE_LIST));
      } else {
        const time = yield* readValue(input);
        if (!(yield* more(input, CLOSE_LIST))) throw broken(input);
        this.#pair = [time, yield* readValue(input)];
        if (yield* more(input, CLOSE_LIST)) throw broken(input);
      }
    } else {
      yield* skipValue(input);
    }
  }

  *#series(): Reading {
    const before = this.#store.length;
    let labels: Labels = {}, histograms = false;
    const input = this.#input;
    const seen = new Set<string>();
    yield* readObject(
      input,
      function* (this: Decoder, key: string): Reading {
        if (seen.has(key)) throw broken(input);
        seen.add(key);
        if (key === "metric") labels = asLabels(yield* readValue(input), input);
        else if (key === "values") yield* this.#samples();
        else if (key === "value") yield* this.#sample();
        else {
          if (key === "histogram" || key === "histograms") histograms = true;
          yield* skipValue(input);
        }
      }.bind(this),
    );
    if (histograms) this.#histogramSeries++;
    if (this.#store.length === before) return;
    this.#labels.push(labels);
    this.#offsets.push(this.#store.length);
  }

  *#samples(): Reading {
    const input = this.#input;
    yield* readList(
      input,
      function* (this: Decoder): Reading {
        input.at = readSamples(input.bytes, input.at, this.#store);
        // The rest may be a sample that the chunk cuts in two; it is read much faster in one piece.
        while (input.end - input.at < LONGEST_SAMPLE && !input.isWhole) {
          yield;
          input.at = readSamples(input.bytes, input.at, this.#store);
        }
        yield* this.#sample();
      }.bind(this),
    );
  }

  /** One sample in any form that JSON allows. */
  *#sample(): Reading {
    this.#add(yield* readValue(this.#input));
  }

  #add(pair: unknown): void {
    if (!Array.isArray(pair) || pair.length !== 2) throw broken(this.#input);
    const [time, text] = pair as unknown[];
    const value = typeof text === "string" ? parseValue(text) : undefined;
    if (typeof time !== "number" || value === undefined) throw broken(this.#input);
    // Exact: a double holds seconds of our age to far less than half a millisecond.
    this.#store.add(Math.round(time * 1000) + 0, value);
  }

  /** The result of type scalar or string; returns the text of a string. */
  #single(pair: unknown): string | undefined {
    if (this.#resultType === "string") {
      const [, text] = pair as unknown[];
      if (typeof text !== "string") throw broken(this.#input);
      return text;
    }
    this.#add(pair);
    this.#labels.push({});
    this.#offsets.push(this.#store.length);
    return undefined;
  }
}

function asLabels(value: unknown, input: ByteInput): Labels {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw broken(input);
  for (const name in value) {
    if (typeof (value as Labels)[name] !== "string") throw broken(input);
  }
  return value as Labels;
}
