/**
 * The hot loop of the decoder: samples as servers write them, from bytes to numbers.
 *
 * @module
 */

import type { SampleStore } from "./sample_store.ts";

const QUOTE = 0x22, PLUS = 0x2b, COMMA = 0x2c, MINUS = 0x2d, DOT = 0x2e, ZERO = 0x30;
const UPPER_I = 0x49, UPPER_N = 0x4e, OPEN = 0x5b, CLOSE = 0x5d;

/** Powers of ten that a double holds exactly. */
const POWER_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Below this, whole numbers are exact in a double. */
const EXACT = 2 ** 53;

/**
 * Reads samples `[1735689600.123,"-12.5"],` as long as they come in this compact form, each with
 * its comma. Whatever else comes (white space, the last sample of a series, a sample that the chunk
 * cuts in two, an error) is left to the caller.
 *
 * A decimal with a mantissa below 2^53 and at most 22 decimals is one exact division of two exact
 * doubles, which IEEE 754 rounds correctly: the same bits as `Number(text)` gives. Every other
 * number goes through `Number`.
 *
 * @param bytes Must hold eight zero bytes behind the text: they end every inner loop, so that none of
 * them compares with a length.
 * @param at Where a sample starts.
 * @returns Where the first sample starts that was not read.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readSamples } from "./read_samples.ts";
 * import { SampleStore } from "./sample_store.ts";
 *
 * const store = new SampleStore();
 * const bytes = new TextEncoder().encode('[1735689600.5,"0.25"],[1735689601,"1"]]' + "\0".repeat(8));
 * assert(readSamples(bytes, 0, store) === 22 && store.value[0] === 0.25);
 * ```
 */
export function readSamples(bytes: Uint8Array, at: number, store: SampleStore): number {
  let { time, value, length } = store;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (;; length++) {
    let p = at, digit = 0, byte = 0;
    if (bytes[p++] !== OPEN) break;

    // Time: ten digits of seconds (the years 2001 to 2286), then up to three decimals.
    const high = fourDigits(view.getInt32(p, true)), low = fourDigits(view.getInt32(p + 4, true));
    const tens = bytes[p + 8]! - ZERO, ones = bytes[p + 9]! - ZERO;
    if (high < 1000 || low < 0 || tens < 0 || tens > 9 || ones < 0 || ones > 9) break;
    const seconds = high * 1_000_000 + (low * 100 + tens * 10 + ones);
    byte = bytes[p += 10]!;
    let milliseconds = 0;
    if (byte === DOT) {
      const point = p;
      while ((digit = (byte = bytes[++p]!) - ZERO) >= 0 && digit <= 9) {
        milliseconds = (Math.imul(milliseconds, 10) + digit) | 0;
      }
      const decimals = p - point - 1;
      if (decimals === 2) milliseconds *= 10;
      else if (decimals === 1) milliseconds *= 100;
      else if (decimals !== 3) break;
    }
    if (byte !== COMMA || bytes[p + 1] !== QUOTE) break;
    p += 2;

    // Value: a decimal without exponent, or one of the words.
    const text = p;
    let sample = NaN;
    byte = bytes[p]!;
    const negative = byte === MINUS;
    if (negative) byte = bytes[++p]!;
    const firstDigit = p;
    digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      let mantissa = digit, decimals = 0;
      while ((digit = (byte = bytes[++p]!) - ZERO) >= 0 && digit <= 9) {
        mantissa = (Math.imul(mantissa, 10) + digit) | 0;
      }
      if (byte === DOT) {
        const point = p;
        while ((digit = (byte = bytes[++p]!) - ZERO) >= 0 && digit <= 9) {
          mantissa = (Math.imul(mantissa, 10) + digit) | 0;
        }
        decimals = p - point - 1;
        if (decimals === 0) break;
      }
      if (byte !== QUOTE) break;
      // Up to nine digits: nothing has wrapped.
      if (p - firstDigit - (decimals > 0 ? 1 : 0) <= 9) {
        sample = mantissa / POWER_OF_TEN[decimals]!;
        if (negative) sample = -sample;
      } else {
        sample = longDecimal(bytes, text, p);
      }
    } else {
      const word = word3(bytes, p);
      if (word === NAN && p === text) p += 3;
      else if (word === INF && negative) p += 3, sample = -Infinity;
      else if (byte === PLUS && word3(bytes, p + 1) === INF) p += 4, sample = Infinity;
      else break;
      if (bytes[p] !== QUOTE) break;
    }
    if (bytes[p + 1] !== CLOSE || bytes[p + 2] !== COMMA) break;

    if (length === time.length) {
      store.length = length;
      store.grow();
      ({ time, value } = store);
    }
    time[length] = seconds * 1000 + milliseconds;
    value[length] = sample;
    at = p + 3;
  }
  store.length = length;
  return at;
}

/** The number that four bytes spell, the first one lowest; -1 if they are not all digits. */
function fourDigits(text: number): number {
  const digits = text - 0x30303030;
  // A byte outside of 0 to 9 has a high bit, or gets one when 6 is added.
  if (((digits | (digits + 0x06060606)) & 0xf0f0f0f0) !== 0) return -1;
  const pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff;
  return ((pairs & 0xff) * 100 + (pairs >>> 16)) | 0;
}

const NAN = UPPER_N << 16 | 0x61 << 8 | UPPER_N, INF = UPPER_I << 16 | 0x6e << 8 | 0x66;

function word3(bytes: Uint8Array, at: number): number {
  return bytes[at]! << 16 | bytes[at + 1]! << 8 | bytes[at + 2]!;
}

/** A decimal of any length; only digits, one sign in front and one point between. */
function longDecimal(bytes: Uint8Array, from: number, to: number): number {
  const negative = bytes[from] === MINUS;
  let mantissa = 0, decimals = 0;
  for (let p = negative ? from + 1 : from; p < to; p++) {
    if (bytes[p] === DOT) decimals = to - p - 1;
    else mantissa = mantissa * 10 + (bytes[p]! - ZERO);
  }
  if (mantissa >= EXACT || decimals > 22) return Number(ascii(bytes, from, to));
  const value = mantissa / POWER_OF_TEN[decimals]!;
  return negative ? -value : value;
}

/** On such lengths much cheaper than a `TextDecoder`. */
function ascii(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let p = from; p < to; p++) text += String.fromCharCode(bytes[p]!);
  return text;
}
