import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeXor, PADDING } from "../../../src/client/chunks/xor.ts";
import { SampleStore } from "../../../src/client/decoder_memory.ts";
import { samples } from "./arbitrary.ts";
import { asAnswered } from "./as_answered.ts";
import { type BitSample, bitsOf, bytes, xorChunk } from "./encode.ts";

/** Decodes one chunk that lies somewhere in other bytes. */
function decode(chunk: Uint8Array, before = 3): BitSample[] {
  const store = new SampleStore(1);
  const all = bytes(new Array(before).fill(0xff), chunk, new Array(PADDING).fill(0xff));
  decodeXor(all, before, before + chunk.length, store);
  const { time, value } = store.finish();
  return Array.from(time, (at, row) => [at, bitsOf(value[row]!)]);
}

describe("decodeXor()", () => {
  test("gives the bits that were encoded, whatever they are", () => {
    fc.assert(
      fc.property(samples, fc.nat({ max: 9 }), (all, before) => {
        expect(decode(xorChunk(all), before)).toEqual(asAnswered(all));
      }),
      { numRuns: 1000 },
    );
  });

  test("knows every pair of leading and trailing zeros, new and reused", () => {
    const all: BitSample[] = [[0, 0n]];
    let value = 0n;
    for (let leading = 0; leading < 64; leading++) {
      for (let trailing = 0; leading + trailing < 64; trailing++) {
        const ones = (1n << BigInt(64 - leading - trailing)) - 1n;
        const inner = (1n << BigInt(63 - leading)) | (1n << BigInt(trailing));
        for (const flip of [ones << BigInt(trailing), inner]) {
          value ^= flip;
          all.push([all.length, value]);
        }
      }
    }
    expect(decode(xorChunk(all))).toEqual(asAnswered(all));
    expect(all.length).toBeGreaterThan(4000);
  });

  test.each([2 ** 13, 2 ** 16, 2 ** 19, 2 ** 40])(
    "knows changes of the step around %d",
    (limit) => {
      for (const off of [-1, 0, 1]) {
        for (const sign of [-1, 1]) {
          const steps = [2 ** 41, 2 ** 41 + sign * (limit + off), 2 ** 41];
          let at = 0;
          const all = [0, ...steps].map((step): BitSample => [at += step, 1n]);
          expect(decode(xorChunk(all))).toEqual(all);
        }
      }
    },
  );

  test("an empty chunk has no samples", () => expect(decode(Uint8Array.of(0, 0))).toEqual([]));

  test("65,535 samples are one chunk", () => {
    const all = Array.from(
      { length: 65_535 },
      (_, row): BitSample => [row * 1000, bitsOf(row % 7 / 10)],
    );
    expect(decode(xorChunk(all))).toEqual(all);
  });

  test("a chunk that is cut anywhere is refused", () => {
    const all = Array.from({ length: 12 }, (_, row): BitSample => [
      1e12 + row * (row + 14_990),
      bitsOf(Math.sin(row)),
    ]);
    const chunk = xorChunk(all);
    for (let length = 0; length < chunk.length; length++) {
      expect(() => decode(chunk.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "BAD_ANSWER" }),
      );
    }
  });

  test("more samples than a chunk has, and more than 64 bits, are refused", () => {
    const chunk = xorChunk([[1, 1n], [2, 1n], [3, 2n]]);
    expect(() => decode(Uint8Array.from(chunk, (byte, at) => at === 0 ? 0xff : byte)))
      .toThrow(/ends in the middle/);
    // Two samples; the value of the second: 11, 31 leading zeros, 63 bits.
    const wide = bytes([0, 2, 0], new Array(8).fill(0), [1], [0b11111111, 0b11111100], [
      0,
      0,
      0,
      0,
    ]);
    expect(() => decode(wide)).toThrow(/more than 64 bits/);
  });
});
