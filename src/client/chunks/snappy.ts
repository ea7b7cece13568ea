/**
 * Snappy's block format, in which requests and answers of remote read travel. Its description is
 * `format_description.txt` of google/snappy. The packages for it (snappyjs, and hyparquet, which has
 * the same code) never end on a literal of more than 2^31 bytes, so a server could hang the client.
 *
 * @module
 */

import { badChunks } from "./bad_chunks.ts";

/** Packs bytes as a single literal: a request is too small to gain by more. */
export function packSnappy(bytes: Uint8Array): Uint8Array {
  const size = bytes.length, head: number[] = [];
  for (let rest = size; head.push(rest < 0x80 ? rest : rest & 0x7f | 0x80), rest >= 0x80;) {
    rest = Math.floor(rest / 128);
  }
  // 63: the length less one follows in four bytes.
  const length = size - 1;
  const literal = size === 0
    ? []
    : [63 << 2, length & 0xff, length >>> 8 & 0xff, length >>> 16 & 0xff, length >>> 24];
  const packed = new Uint8Array(head.length + literal.length + size);
  packed.set(head);
  packed.set(literal, head.length);
  packed.set(bytes, head.length + literal.length);
  return packed;
}

/**
 * Unpacks a block.
 *
 * @param most Most bytes that may come out.
 * @returns `null` if the block says that more come out.
 * @throws {WattbookError} `BAD_ANSWER` if it is no such block.
 */
export function unpackSnappy(block: Uint8Array, most: number): Uint8Array | null {
  let from = 0, size = 0;
  for (let factor = 1;; factor *= 128) {
    if (from >= block.length || from > 4) throw bad();
    const group = block[from++]!;
    size += (group & 0x7f) * factor;
    if (group < 0x80) break;
  }
  if (size > most) return null;
  // Nothing makes more than 64 bytes out of two; a length beyond that would reserve memory for nothing.
  if (size > 32 * block.length) throw bad();
  const bytes = new Uint8Array(size);
  let to = 0;
  while (from < block.length) {
    const tag = block[from++]!;
    const kind = tag & 3, upper = tag >>> 2;
    const width = kind === 0 ? Math.max(0, upper - 59) : kind === 3 ? 4 : kind;
    if (from + width > block.length) throw bad();
    let number = 0;
    for (let index = width - 1; index >= 0; index--) number = number * 256 + block[from + index]!;
    from += width;
    if (kind === 0) {
      const length = (width === 0 ? upper : number) + 1;
      if (from + length > block.length || to + length > size) throw bad();
      bytes.set(block.subarray(from, from + length), to);
      from += length;
      to += length;
    } else {
      const length = kind === 1 ? (upper & 7) + 4 : upper + 1;
      const distance = kind === 1 ? (tag >>> 5) * 256 + number : number;
      if (distance === 0 || distance > to || to + length > size) throw bad();
      // A copy may read what it has just written.
      for (const end = to + length; to < end; to++) bytes[to] = bytes[to - distance]!;
    }
  }
  if (to !== size) throw bad();
  return bytes;
}

function bad() {
  return badChunks("it is not compressed with snappy");
}
