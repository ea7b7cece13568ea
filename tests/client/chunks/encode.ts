/**
 * The other side of remote read, for tests: chunks, frames and messages, bit by bit and without regard
 * to speed. It shares nothing with the decoder.
 *
 * @module
 */

/** One sample: Unix time in ms, and the bits of its value. */
export type BitSample = readonly [time: number, bits: bigint];

/** The bits of a double. */
export function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value).buffer)[0]!;
}

/** The NaN that marks the end of a series. */
export const STALE = 0x7ff0000000000002n;

class Bits {
  #text = "";

  add(value: bigint, width: number): this {
    this.#text += BigInt.asUintN(width, value).toString(2).padStart(width, "0");
    return this;
  }

  bytes(): Uint8Array {
    const padded = this.#text.padEnd(Math.ceil(this.#text.length / 8) * 8, "0");
    return Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
  }
}

/** An unsigned varint of protobuf. */
export function varint(value: bigint | number): number[] {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value));; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

function leadingZeros(bits: bigint): number {
  return 64 - bits.toString(2).length;
}

function trailingZeros(bits: bigint): number {
  return bits.toString(2).length - bits.toString(2).replace(/0+$/, "").length;
}

/** An XOR chunk of at most 65,535 samples, as Prometheus writes it. */
export function xorChunk(samples: readonly BitSample[]): Uint8Array {
  const bits = new Bits().add(BigInt(samples.length), 16);
  let [at, value] = [0n, 0n], delta = 0n, window: [leading: number, trailing: number] | null = null;
  for (const [index, [time, next]] of samples.entries()) {
    const now = BigInt(time);
    if (index === 0) {
      for (const byte of varint(now < 0n ? -2n * now - 1n : 2n * now)) bits.add(BigInt(byte), 8);
      bits.add(next, 64);
    } else {
      const step = now - at;
      if (index === 1) {
        for (const byte of varint(step)) bits.add(BigInt(byte), 8);
      } else {
        const change = step - delta;
        const fits = (width: bigint) =>
          change > -(1n << (width - 1n)) && change <= 1n << (width - 1n);
        if (change === 0n) bits.add(0n, 1);
        else if (fits(14n)) bits.add(0b10n, 2).add(change, 14);
        else if (fits(17n)) bits.add(0b110n, 3).add(change, 17);
        else if (fits(20n)) bits.add(0b1110n, 4).add(change, 20);
        else bits.add(0b1111n, 4).add(change, 64);
      }
      delta = step;
      const xor = next ^ value;
      if (xor === 0n) {
        bits.add(0n, 1);
      } else {
        const leading = Math.min(31, leadingZeros(xor)), trailing = trailingZeros(xor);
        if (window && leading >= window[0] && trailing >= window[1]) {
          bits.add(0b10n, 2).add(xor >> BigInt(window[1]), 64 - window[0] - window[1]);
        } else {
          window = [leading, trailing];
          const width = 64 - leading - trailing;
          bits.add(0b11n, 2).add(BigInt(leading), 5).add(BigInt(width), 6)
            .add(xor >> BigInt(trailing), width);
        }
      }
    }
    [at, value] = [now, next];
  }
  return bits.bytes();
}

/** Concatenates bytes. */
export function bytes(...parts: (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A field of protobuf that has a length. */
export function field(
  number: number,
  content: Uint8Array | readonly number[] | string,
): Uint8Array {
  const inner = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return bytes(varint(number << 3 | 2), varint(inner.length), inner);
}

/** A field of protobuf that is a whole number. */
export function number(field: number, value: bigint | number): Uint8Array {
  return bytes(varint(field << 3), varint(value));
}

function labelFields(labels: Readonly<Record<string, string>>): Uint8Array[] {
  return Object.entries(labels).map(([name, value]) =>
    field(1, bytes(field(1, name), field(2, value)))
  );
}

/** A chunk with its encoding: 1 for XOR. */
export interface EncodedChunk {
  readonly data: Uint8Array;
  /** @default {1} */
  readonly encoding?: number;
}

/** A `ChunkedReadResponse` of one series. */
export function chunkedResponse(
  labels: Readonly<Record<string, string>>,
  chunks: readonly EncodedChunk[],
): Uint8Array {
  const encoded = chunks.map(({ data, encoding = 1 }) =>
    // The times of a chunk: the decoder must not rely on them.
    field(2, bytes(number(1, 1), number(2, 2), number(3, encoding), field(4, data)))
  );
  return field(1, bytes(...labelFields(labels), ...encoded));
}

/** CRC-32C, one bit at a time. */
export function checksum(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** A frame of a streamed answer. */
export function frame(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(4));
  head.setUint32(0, checksum(message));
  return bytes(varint(message.length), new Uint8Array(head.buffer), message);
}

/** A series of a `ReadResponse`. */
export interface EncodedSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly BitSample[];
  /** Times of native histograms. [ms] @default {[]} */
  readonly histograms?: readonly number[];
}

/** A native histogram of three observations in one bucket. */
function histogram(time: number): Uint8Array {
  const three = new Uint8Array(Float64Array.of(3).buffer);
  return bytes(
    ...[number(1, 3), bytes([3 << 3 | 1], three), number(6, 0)],
    // One span of one bucket, whose count is three (zigzag).
    ...[field(11, bytes(number(1, 0), number(2, 1))), field(12, varint(6)), number(15, time)],
  );
}

/** A `ReadResponse`, not yet packed. */
export function samplesResponse(series: readonly EncodedSeries[]): Uint8Array {
  return field(1, timeSeries(series));
}

/** Several `TimeSeries`: all of a `QueryResult`, and of the `WriteRequest` of remote write. */
export function timeSeries(series: readonly EncodedSeries[]): Uint8Array {
  const encoded = series.map(({ labels, samples, histograms = [] }) =>
    field(
      1,
      bytes(
        ...labelFields(labels),
        ...samples.map(([time, bits]) =>
          // Zeros are left out, as proto3 says.
          field(
            2,
            bytes(
              bits === 0n
                ? []
                : bytes([1 << 3 | 1], new Uint8Array(BigUint64Array.of(bits).buffer)),
              time === 0 ? [] : number(2, time),
            ),
          )
        ),
        ...histograms.map((time) => field(4, histogram(time))),
      ),
    )
  );
  return bytes(...encoded);
}
