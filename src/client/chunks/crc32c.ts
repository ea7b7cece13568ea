/**
 * CRC-32C (Castagnoli), the checksum of a frame: RFC 3720, appendix B.4. `node:zlib` has the other
 * polynomial only.
 *
 * @module
 */

/** The polynomial 0x1edc6f41 with its bits reversed. */
const POLYNOMIAL = 0x82f63b78;

/** `TABLES[k][byte]`: what a byte does to the checksum when `k` more bytes follow it. */
const TABLES: readonly Int32Array[] = makeTables(8);
const [T0, T1, T2, T3, T4, T5, T6, T7] = TABLES as unknown as readonly [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

/**
 * The checksum of bytes, or of those after others. Eight bytes are taken at a time, each from a table
 * of its own (slicing-by-8): one at a time would take longer than decoding.
 *
 * @param before Checksum of the bytes before these.
 * @returns An unsigned 32-bit number.
 */
export function crc32c(bytes: Uint8Array, before = 0): number {
  const length = bytes.length | 0, wide = length & ~7;
  let crc = ~before, at = 0;
  for (; at < wide; at = (at + 8) | 0) {
    const low = crc ^
      (bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24);
    crc = T7[low & 0xff]! ^ T6[(low >>> 8) & 0xff]! ^ T5[(low >>> 16) & 0xff]! ^ T4[low >>> 24]! ^
      T3[bytes[at + 4]!]! ^ T2[bytes[at + 5]!]! ^ T1[bytes[at + 6]!]! ^ T0[bytes[at + 7]!]!;
  }
  for (; at < length; at = (at + 1) | 0) crc = (crc >>> 8) ^ T0[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

function makeTables(count: number): Int32Array[] {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    return rest;
  });
  const tables = [first];
  while (tables.length < count) {
    tables.push(tables.at(-1)!.map((crc) => (crc >>> 8) ^ first[crc & 0xff]!));
  }
  return tables;
}
