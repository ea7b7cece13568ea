import fc from "fast-check";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { snappyUncompress } from "hyparquet/src/snappy.js";
import { describe, expect, test } from "vitest";
import { packSnappy, unpackSnappy } from "../../../src/client/chunks/snappy.ts";
import { bytes, varint } from "./encode.ts";

/** Bytes that repeat themselves, near and far. */
const content = fc.tuple(
  fc.array(fc.tuple(fc.uint8Array({ maxLength: 90 }), fc.nat({ max: 90 })), { maxLength: 40 }),
  fc.boolean(),
).map(([parts, far]) =>
  bytes(
    ...parts.flatMap(([part, times]) => new Array<Uint8Array>(times % 8).fill(part)),
    new Array(far ? 70_000 : 0).fill(7),
    ...parts.map(([part]) => part),
  )
);

describe("unpackSnappy()", () => {
  test("unpacks what another program packed", () => {
    fc.assert(fc.property(content, (whole) => {
      expect(unpackSnappy(snappyCompress(whole), whole.length)).toEqual(whole);
    }));
  });

  test.each<[string, number[], number[]]>([
    ["a literal whose length is in one byte", [60 << 2, 0, 65], [65]],
    ["in two", [61 << 2, 0, 0, 65], [65]],
    ["in three", [62 << 2, 0, 0, 0, 65], [65]],
    ["in four", [63 << 2, 0, 0, 0, 0, 65], [65]],
    ["a copy with one byte", [0, 65, 1, 1], [65, 65, 65, 65, 65]],
    ["with two", [0, 65, 1 << 2 | 2, 1, 0], [65, 65, 65]],
    ["with four", [0, 65, 2 << 2 | 3, 1, 0, 0, 0], [65, 65, 65, 65]],
    ["a pattern that continues itself", [1 << 2, 1, 2, 4 << 2 | 2, 2, 0], [1, 2, 1, 2, 1, 2, 1]],
  ])("knows %s", (_, block, expected) => {
    expect([...unpackSnappy(bytes([expected.length], block), 100)!]).toEqual(expected);
  });

  test("a block that says it is too large is not unpacked", () => {
    expect(unpackSnappy(bytes(varint(2 ** 32 - 1), [0, 1]), 1e6)).toBe(null);
    expect(unpackSnappy(snappyCompress(new Uint8Array(1001)), 1000)).toBe(null);
  });

  test.each<[string, Uint8Array]>([
    ["is empty", bytes()],
    ["has a length that does not end", bytes([0x80, 0x80])],
    ["has a length of six bytes", bytes([0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0])],
    ["promises much more than it can hold", bytes(varint(100_000), [0, 1])],
    ["holds less than it says", bytes([5, 0, 1])],
    ["holds more than it says", bytes([1, 1 << 2, 1, 2])],
    ["ends within a literal", bytes([5, 4 << 2, 1])],
    ["ends within a length", bytes([5, 63 << 2, 1])],
    ["ends within a copy", bytes([5, 0, 1, 2])],
    ["copies from before its start", bytes([5, 0, 1, 3 << 2 | 2, 2, 0])],
    ["copies from nowhere", bytes([5, 0, 1, 3 << 2 | 2, 0, 0])],
    // Packages that compute with 32 bits take this length for -5 and start again, for ever.
    ["has a literal of 4 GB", bytes([5, 63 << 2, 0xfa, 0xff, 0xff, 0xff], new Array(60).fill(0))],
  ])("refuses a block that %s", (_, block) => {
    expect(() => unpackSnappy(block, 1e6)).toThrow(expect.objectContaining({ code: "BAD_ANSWER" }));
  });
});

test("packSnappy() packs what another program unpacks", () => {
  fc.assert(fc.property(content, (whole) => {
    const output = new Uint8Array(whole.length);
    snappyUncompress(packSnappy(whole), output);
    expect(output).toEqual(whole);
  }));
});
