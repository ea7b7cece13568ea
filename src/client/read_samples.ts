/**
 * The hot loop of the decoder: samples as servers write them, from bytes to numbers.
 *
 * @module
 */

import type { SampleStore } from "./decoder_memory.ts";

const { clz32, imul } = Math;

const QUOTE = 0x22, MINUS = 0x2d, DOT = 0x2e;
/** The bytes `,"` before a value and `"],` behind it. */
const BEFORE = 0x2c22, BEHIND = 0x225d2c;
/** `^` with these turns digits into the numbers 0 to 9, and `[` into 0. */
const DIGITS = 0x30303030, BRACKET_DIGITS = 0x5b303030, DIGITS_BYTE = 0x30303000;

/** Length of the shortest sample, `[1735689600,"0"],`. [bytes] */
const SHORTEST = 17;

const INT_POWER = Int32Array.of(1, 10, 100, 1000, 10_000);
const POWER = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const POWER_OF_FIVE = POWER.map((_, exponent) => 5 ** exponent);
/** Below this, whole numbers are exact in a double. */
const EXACT = 2 ** 53;

/**
 * What {@linkcode quotient} counts its digits in. A power of two rounds nothing, but sums of digits are
 * no whole numbers any more: those V8 would convert to integers and back, each time, to see whether
 * they stay safe ones. Without it, full doubles take half as long again.
 */
export const UNIT: number = 2 ** -20;

const UNIT_POWER = Float64Array.from(
  { length: 23 },
  (_, exponent) => Number(`1e${exponent}`) * UNIT,
);
const INVERSE = UNIT_POWER.map((power) => 1 / power);

const KILOSECOND = 1_000_000 * UNIT;

/**
 * Reads samples `[1735689600.123,"-12.5"],` as long as they come in this compact form, each with its
 * comma. Whatever else comes (white space, the last sample of a series, a sample that the chunk cuts
 * in two, an error) is left to the caller.
 *
 * Four bytes are read and converted at a time, the first one highest. The end of a number is computed,
 * not searched for: a loop over digits ends where the processor does not expect it, which costs more
 * than all the rest. `| 0` tells V8 that an integer stays within 32 bits.
 *
 * All values have the bits that `Number(text)` gives. Up to nine digits are one division of two exact
 * doubles, which IEEE 754 rounds correctly; more go through {@linkcode quotient}; what is in no such
 * form (exponents, words, very long ones) goes through `Number` itself.
 *
 * @param bytes Must hold eight zero bytes behind the text. No sample contains one, so they end
 * everything here, and nothing need be compared with a length.
 * @param start Where a sample starts.
 * @returns Where the first sample starts that was not read.
 */
export function readSamples(bytes: Uint8Array, start: number, store: SampleStore): number {
  store.reserve(Math.ceil((bytes.length - start) / SHORTEST));
  const { time, value } = store;
  const text = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start | 0, length = store.length | 0;
  // The first eight bytes, `[1735689`, are the same for a quarter of an hour.
  let head = 0, neck = 0, kiloseconds = 0;
  for (;; length = (length + 1) | 0) {
    // Time: ten digits of seconds (the years 2001 to 2286), then up to three decimals.
    const first = text.getInt32(at), second = text.getInt32((at + 4) | 0);
    // Before the first sample none are known: the zero bytes behind a text must not pass for them.
    if (first !== head || second !== neck || kiloseconds === 0) {
      const high = first ^ BRACKET_DIGITS, low = second ^ DIGITS;
      if (notDigits(high) !== 0 || notDigits(low) !== 0) break;
      kiloseconds = fourDigits(high) * 10_000 + fourDigits(low);
      // A zero in front is no JSON; an eighth digit was no bracket.
      if (kiloseconds < 1_000_000 || kiloseconds >= 10_000_000) break;
      head = first, neck = second;
    }
    const third = text.getInt32((at + 8) | 0) ^ DIGITS_BYTE, seconds = third >>> 8;
    if (notDigits(seconds) !== 0) break;
    let milliseconds = imul(fourDigits(seconds), 1000), p = (at + 11) | 0;
    if ((third & 0xff) === DOT) {
      const decimals = text.getInt32((at + 12) | 0) ^ DIGITS, count = countDigits(decimals);
      if (count === 3) {
        milliseconds = (milliseconds + fourDigits(decimals >>> 8)) | 0;
        p = (at + 15) | 0;
      } else {
        if (count === 0 || count === 4) break;
        const fraction = imul(fourDigits(leading(decimals, count)), INT_POWER[3 - count]!);
        milliseconds = (milliseconds + fraction) | 0;
        p = (at + 12 + count) | 0;
      }
    }
    if (text.getInt16(p) !== BEFORE) break;
    const from = p = (p + 2) | 0;

    // Value: a sign, one to eight digits, decimals. `sample` stays NaN for any other form.
    let sample = NaN;
    let word = text.getInt32(p);
    const isNegative = word >>> 24 === MINUS;
    if (isNegative) word = text.getInt32(p = (p + 1) | 0);
    let count = countDigits(word ^ DIGITS);
    let whole = fourDigits(leading(word ^ DIGITS, count));
    word = text.getInt32(p = (p + count) | 0);
    if (count === 4 && notDigits((word >>> 24) ^ 0x30) === 0) {
      const more = countDigits(word ^ DIGITS);
      whole = (imul(whole, INT_POWER[more]!) + fourDigits(leading(word ^ DIGITS, more))) | 0;
      word = text.getInt32(p = (p + more) | 0);
    }
    if (count > 0 && word >>> 24 === DOT) {
      const point = p = (p + 1) | 0;
      word = text.getInt32(p) ^ DIGITS;
      count = countDigits(word);
      if (count < 4 && whole < 1_000_000) {
        if (count === 0) break;
        const digits = (imul(whole, INT_POWER[count]!) + fourDigits(leading(word, count))) | 0;
        sample = digits / POWER[count]!;
        p = (p + count) | 0;
      } else {
        let high = whole, low = 0;
        if (whole < 100_000) {
          high = (imul(whole, 10_000) + fourDigits(word)) | 0;
          word = text.getInt32(p = (p + 4) | 0) ^ DIGITS;
        }
        const seam = p;
        while (notDigits(word) === 0) {
          low = low * 10_000 + fourDigits(word) * UNIT;
          word = text.getInt32(p = (p + 4) | 0) ^ DIGITS;
        }
        count = countDigits(word);
        low = low * POWER[count]! + fourDigits(leading(word, count)) * UNIT;
        p = (p + count) | 0;
        // 10^n is 5^n times a power of two: what has to fit into a double is high times 5^n.
        const lowDigits = (p - seam) | 0;
        if (lowDigits <= 15 && high * POWER_OF_FIVE[lowDigits]! < EXACT) {
          sample = quotient(high * UNIT * POWER[lowDigits]!, low, p - point);
        }
      }
    } else if (count > 0) {
      sample = whole;
    }

    if (sample !== sample || text.getInt32(p) >>> 8 !== BEHIND) {
      while (bytes[p] !== QUOTE && bytes[p] !== 0) p = (p + 1) | 0;
      const other = parseValue(ascii(bytes, from, p));
      if (other === undefined || text.getInt32(p) >>> 8 !== BEHIND) break;
      value[length] = other;
    } else {
      value[length] = isNegative ? -sample : sample;
    }
    // In units for the same reason as in `quotient`.
    time[length] = (kiloseconds * KILOSECOND + milliseconds * UNIT) / UNIT;
    at = (p + 3) | 0;
  }
  store.length = length;
  return at;
}

/** Bits that are set where a byte is no number 0 to 9. */
function notDigits(word: number): number {
  return (word | (word + 0x06060606)) & 0xf0f0f0f0;
}

/** How many digits a word starts with, 0 to 4. */
function countDigits(word: number): number {
  return clz32(notDigits(word)) >>> 3;
}

/** The first `count` digits of a word, with zeros in front. Two shifts: by 32 there is none. */
function leading(word: number, count: number): number {
  return word >>> (16 - 4 * count) >>> (16 - 4 * count);
}

/** The number that the four digits of a word make. */
function fourDigits(word: number): number {
  const pairs = (imul(word >>> 8, 10) + word) & 0x00ff00ff;
  return (imul(pairs >>> 16, 100) + (pairs & 0xff)) | 0;
}

/** On such lengths much cheaper than a `TextDecoder`. */
function ascii(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let p = from; p < to; p++) text += String.fromCharCode(bytes[p]!);
  return text;
}

/** Veltkamp's constant: splits a double into two halves whose products are exact. */
const SPLITTER = 2 ** 27 + 1;

/**
 * More than the correction below can be wrong by, in proportion to itself: five roundings of 2^-53 each.
 * The one of the remainder can weigh more, but only in a correction too small to change a double.
 */
const MARGIN = 2 ** -46;

/** As a constant: the global `NaN`, in a branch that never ran, would make V8 box every result. */
const UNDECIDED = NaN;

/**
 * The double nearest to `(high + low) / 10^decimals`, or `NaN` in the rare case (one in some 2^46) that
 * it lies so near to the middle of two doubles that this way cannot tell.
 *
 * A multiplication by the inverse gives a quotient that is at most a few units in the last place off.
 * Dekker's product gives its remainder, and that times the inverse is the correction. If a slightly
 * larger and a slightly smaller correction lead to the same double, so does the exact one.
 *
 * @param high A double, zero or not below `low`. [{@linkcode UNIT}]
 * @param low The digits behind those of `high`, a double too. [{@linkcode UNIT}]
 * @param decimals 0 to 22: powers of ten that a double holds exactly.
 */
export function quotient(high: number, low: number, decimals: number): number {
  const divisor = UNIT_POWER[decimals]!, inverse = INVERSE[decimals]!;
  const sum = high + low, lost = low - (sum - high);
  const rough = sum * inverse, product = rough * divisor;
  const roughHigh = highHalf(rough), roughLow = rough - roughHigh;
  const divisorHigh = highHalf(divisor), divisorLow = divisor - divisorHigh;
  const error = roughHigh * divisorHigh - product + roughHigh * divisorLow +
    roughLow * divisorHigh + roughLow * divisorLow;
  const correction = (sum - product - error + lost) * inverse;
  const result = rough + correction * (1 + MARGIN);
  return result === rough + correction * (1 - MARGIN) ? result : UNDECIDED;
}

function highHalf(factor: number): number {
  const shifted = SPLITTER * factor;
  return shifted - (shifted - factor);
}

const DECIMAL = /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const INFINITY = /^([-+]?)Inf(inity)?$/i;

/** The number that a server means; `undefined` for anything that is no number. */
export function parseValue(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  if (text === "NaN") return NaN;
  const infinite = INFINITY.exec(text);
  return infinite ? (infinite[1] === "-" ? -Infinity : Infinity) : undefined;
}
