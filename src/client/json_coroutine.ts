/**
 * JSON read from a stream by coroutines: each function reads one piece of the grammar as if all
 * bytes were there, and yields where they are not there yet.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { ByteInput } from "./decoder_memory.ts";

/** Reads one piece; yields for more bytes; returns what it read. */
export type Reading<T = void> = Generator<void, T, void>;

const SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a, BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;

/** A value that must be kept whole (labels, a warning) is refused beyond this. [bytes] */
const LARGEST_VALUE = 16 * 2 ** 20;

/** More white space in one place means that the answer has no end. [bytes] */
export const LONGEST_SPACE: number = 2 ** 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The next byte that is not white space, without consuming it. */
export function* peek(input: ByteInput): Reading<number> {
  const from = input.dropped + input.at;
  for (;;) {
    while (input.at < input.end) {
      const byte = input.bytes[input.at]!;
      // Space, tab, line feed, carriage return.
      if (byte > SPACE || (byte !== SPACE && byte !== 9 && byte !== 10 && byte !== 13)) return byte;
      input.at++;
    }
    if (input.dropped + input.at - from > LONGEST_SPACE) throw endlessSpace(input);
    yield;
  }
}

/** The error for white space without end. */
export function endlessSpace(input: ByteInput): WattbookError {
  const place = input.dropped + input.at;
  return new WattbookError(
    "BAD_ANSWER",
    `The answer continues with nothing but white space up to byte ${place}`,
    { hint: "Check the server and every proxy before it: one of them does not end its answers." },
  );
}

/**
 * Reads an object; `member` is told each key and must read the value.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function* readObject(input: ByteInput, member: (key: string) => Reading): Reading {
  yield* expect(input, OPEN_OBJECT);
  if ((yield* peek(input)) === CLOSE_OBJECT) return void input.at++;
  do {
    if ((yield* peek(input)) !== QUOTE) throw broken(input);
    const key = yield* readValue(input);
    yield* expect(input, COLON);
    yield* member(key as string);
  } while (yield* more(input, CLOSE_OBJECT));
}

/**
 * Reads a list; `item` must read each item.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function* readList(input: ByteInput, item: () => Reading): Reading {
  yield* expect(input, OPEN_LIST);
  if ((yield* peek(input)) === CLOSE_LIST) return void input.at++;
  do yield* item(); while (yield* more(input, CLOSE_LIST));
}

/**
 * Reads any value whole, with `JSON.parse`. For what is small.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function* readValue(input: ByteInput): Reading<unknown> {
  yield* peek(input);
  input.mark = input.at;
  yield* skipValue(input);
  const slice = input.bytes.subarray(input.mark, input.at);
  input.mark = -1;
  try {
    return JSON.parse(utf8.decode(slice));
  } catch {
    throw broken(input);
  }
}

/**
 * Passes over any value, however large, without keeping it.
 *
 * @throws {WattbookError} `BAD_ANSWER`
 */
export function* skipValue(input: ByteInput): Reading {
  const first = yield* peek(input);
  if (first === QUOTE) return yield* skipText(input);
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return yield* skipWord(input);
  let depth = 0;
  do {
    const byte = yield* peek(input);
    if (byte === QUOTE) {
      yield* skipText(input);
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    input.at++;
  } while (depth > 0);
}

function* skipText(input: ByteInput): Reading {
  input.at++;
  for (let escaped = false;;) {
    while (input.at < input.end) {
      const byte = input.bytes[input.at++]!;
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) return;
      else if (byte < SPACE) throw broken(input);
    }
    yield* wait(input);
  }
}

/** A number, `true`, `false` or `null`: everything up to a byte that cannot belong to one. */
function* skipWord(input: ByteInput): Reading {
  let length = 0;
  for (;; length++, input.at++) {
    while (input.at === input.end) yield* wait(input);
    const byte = input.bytes[input.at]!;
    const isWord = byte > 0x60 && byte < 0x7b || byte > 0x40 && byte < 0x5b ||
      byte > 0x2f && byte < 0x3a || byte === 0x2b || byte === 0x2d || byte === 0x2e;
    if (!isWord) break;
  }
  if (length === 0) throw broken(input);
}

function* wait(input: ByteInput): Reading {
  if (input.mark >= 0 && input.end - input.mark > LARGEST_VALUE) throw broken(input);
  yield;
}

function* expect(input: ByteInput, byte: number): Reading {
  if ((yield* peek(input)) !== byte) throw broken(input);
  input.at++;
}

/**
 * Whether a comma or the end comes next; consumes it.
 *
 * @throws {WattbookError} `BAD_ANSWER` if something else comes.
 */
export function* more(input: ByteInput, close: number): Reading<boolean> {
  const byte = yield* peek(input);
  if (byte !== COMMA && byte !== close) throw broken(input);
  input.at++;
  return byte === COMMA;
}

/**
 * The error for an answer that is not the JSON it should be. It tells the place and not the text
 * there, which could be anything, even an echo of the request with its credentials.
 */
export function broken(input: ByteInput): WattbookError {
  const place = input.dropped + input.at;
  return new WattbookError("BAD_ANSWER", `The answer is not the JSON of a query at byte ${place}`, {
    hint: "Something between here and the server may have changed the answer; try again, then " +
      "ask the server with another tool.",
  });
}
