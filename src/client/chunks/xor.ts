/**
 * The XOR chunks of Prometheus: the compression of the Gorilla paper (Pelkonen et al., VLDB 2015,
 * section 4.1), with the widths of Prometheus' `tsdb/chunkenc/xor.go`.
 *
 * @module
 */

import type { SampleStore } from "../decoder_memory.ts";
import { badChunks } from "./bad_chunks.ts";

/** Bytes behind a chunk that {@linkcode decodeXor} may read: one sample too many, and the reach of a read. */
export const PADDING = 32;

/** Number of samples, two bytes, at the start of each chunk. [bytes] */
const HEADER = 2;

/** In the high half of a double: the exponent of NaN and infinities, and the digits. */
const EXPONENT = 0x7ff00000, DIGITS = 0xfffff;
/** High half of JavaScript's own `NaN`; its low half is zero. */
const QUIET_NAN = 0x7ff80000;
/** The NaN that marks the end of a series. */
const STALE_HIGH = 0x7ff00000, STALE_LOW = 2;

/**
 * How many samples a chunk says that it holds.
 *
 * @throws {WattbookError} `BAD_ANSWER` if it is too short to say so.
 */
export function samplesOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < HEADER) throw badChunks("a chunk is shorter than its header");
  return bytes[start]! << 8 | bytes[start + 1]!;
}

/**
 * Appends the samples of a chunk. As the query API does it, stale markers are left out and every other
 * NaN becomes JavaScript's.
 *
 * After the header come, highest bit first:
 *
 * - The first time as a zigzag varint [ms], and the first value as 64 bits.
 * - The second time as a varint: the difference to the first.
 * - Each later time as the change of that difference: `0` for none; `10`, `110` or `1110` and 14, 17
 *   or 20 bits; `1111` and 64 bits. A change of n bits lies above -2^(n-1), up to and including 2^(n-1).
 * - Behind each time but the first its value as the XOR with the value before: `0` if that is zero; `10`
 *   and the bits between the leading and trailing zeros of the last `11`; `11`, the number of leading
 *   zeros in 5 bits, that of the bits between in 6 (0 means 64), and these bits.
 *
 * A double is handled as two halves of 32 bits, because JavaScript's operators take no more.
 *
 * @param bytes Must hold {@linkcode PADDING} more bytes behind `end`.
 * @throws {WattbookError} `BAD_ANSWER` if it is no such chunk.
 */
export function decodeXor(bytes: Uint8Array, start: number, end: number, store: SampleStore): void {
  const count = samplesOf(bytes, start, end);
  if (count === 0) return;
  store.reserve(count);
  const { time, value } = store;
  // Low half first, as all processors have it that Deno runs on.
  const halves = new Int32Array(value.buffer, value.byteOffset, 2 * value.length);
  const text = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endBit = (8 * end) | 0;

  const first = readVarint(bytes, start + HEADER, end);
  let at = first.value % 2 === 0 ? first.value / 2 : -(first.value + 1) / 2;
  if (first.end + 8 > end) throw cut();
  let high = text.getInt32(first.end), low = text.getInt32(first.end + 4);
  let bit = 8 * (first.end + 8), delta = 0;
  if (count > 1) {
    const second = readVarint(bytes, first.end + 8, end);
    bit = 8 * second.end;
    delta = second.value;
  }

  let length = store.length | 0, leading = 0, width = 64;
  for (let left = count | 0;;) {
    if ((high & EXPONENT) !== EXPONENT || ((high & DIGITS) | low) === 0) {
      time[length] = at;
      halves[2 * length] = low;
      halves[2 * length + 1] = high;
      length = (length + 1) | 0;
    } else if (high !== STALE_HIGH || low !== STALE_LOW) {
      time[length] = at;
      halves[2 * length] = 0;
      halves[2 * length + 1] = QUIET_NAN;
      length = (length + 1) | 0;
    }
    left = (left - 1) | 0;
    if (left === 0) break;

    // 32 bits from `bit` on. A shift by 32 would be one by none, hence the single byte.
    let byte = bit >>> 3, shift = bit & 7;
    let word = (text.getInt32(byte) << shift) | (bytes[byte + 4]! >>> (8 - shift));
    if (left !== count - 1) {
      if (word >= 0) {
        bit = (bit + 1) | 0;
        word <<= 1;
      } else {
        let change = 0;
        if ((word & 0x40000000) === 0) {
          change = signed((word << 2) >> 18, 0x2000);
          bit = (bit + 16) | 0;
        } else if ((word & 0x20000000) === 0) {
          change = signed((word << 3) >> 15, 0x10000);
          bit = (bit + 20) | 0;
        } else if ((word & 0x10000000) === 0) {
          change = signed((word << 4) >> 12, 0x80000);
          bit = (bit + 24) | 0;
        } else {
          bit = (bit + 4) | 0;
          byte = bit >>> 3, shift = bit & 7;
          const upper = (text.getInt32(byte) << shift) | (bytes[byte + 4]! >>> (8 - shift));
          const lower = (text.getInt32(byte + 4) << shift) | (bytes[byte + 8]! >>> (8 - shift));
          change = upper * 2 ** 32 + (lower >>> 0);
          bit = (bit + 64) | 0;
        }
        delta += change;
        byte = bit >>> 3, shift = bit & 7;
        if (bit > endBit) throw cut();
        word = (text.getInt32(byte) << shift) | (bytes[byte + 4]! >>> (8 - shift));
      }
    }
    at += delta;

    if (word >= 0) {
      bit = (bit + 1) | 0;
    } else {
      if ((word & 0x40000000) === 0) {
        bit = (bit + 2) | 0;
      } else {
        leading = (word >>> 25) & 31;
        width = (word >>> 19) & 63;
        if (width === 0) width = 64;
        if (leading + width > 64) throw badChunks("a value of a chunk has more than 64 bits");
        bit = (bit + 13) | 0;
      }
      byte = bit >>> 3, shift = bit & 7;
      let upper = (text.getInt32(byte) << shift) | (bytes[byte + 4]! >>> (8 - shift));
      if (width <= 32) {
        upper &= -1 << (32 - width);
        // Two shifts: by 32 there is none.
        low ^= (upper << 1) << (31 - leading);
      } else {
        let lower = (text.getInt32(byte + 4) << shift) | (bytes[byte + 8]! >>> (8 - shift));
        lower &= -1 << (64 - width);
        low ^= (lower >>> leading) | ((upper << 1) << (31 - leading));
      }
      high ^= upper >>> leading;
      bit = (bit + width) | 0;
    }
    if (bit > endBit) throw cut();
  }
  store.length = length;
}

/** The one value whose sign the encoding turns round: of n bits it has 2^(n-1), not -2^(n-1). */
function signed(change: number, limit: number): number {
  return change === -limit ? limit : change;
}

/** A whole number in groups of seven bits, the lowest first. Exact up to 2^53, which no time reaches. */
function readVarint(bytes: Uint8Array, start: number, end: number): { value: number; end: number } {
  let value = 0, factor = 1;
  for (let at = start; at < end && at < start + 10; at++) {
    const group = bytes[at]!;
    value += (group & 0x7f) * factor;
    if (group < 0x80) return { value, end: at + 1 };
    factor *= 128;
  }
  throw cut();
}

function cut() {
  return badChunks("a chunk ends in the middle of a sample");
}
