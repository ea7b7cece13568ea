import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameReader } from "../../../src/client/chunks/frames.ts";
import { bytes, frame, varint } from "./encode.ts";

function read(...chunks: Uint8Array[]): Uint8Array[] {
  const messages: Uint8Array[] = [];
  const reader = new FrameReader((all, length) => messages.push(all.slice(0, length)));
  for (const chunk of chunks) reader.push(chunk);
  reader.finish();
  return messages;
}

describe("FrameReader", () => {
  test("gives the messages, wherever the stream is cut", () => {
    const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { maxLength: 6 });
    fc.assert(fc.property(messages, fc.infiniteStream(fc.nat({ max: 90 })), (sent, cuts) => {
      const stream = bytes(...sent.map(frame)), chunks: Uint8Array[] = [];
      for (let at = 0; at < stream.length;) {
        const length = cuts.next().value!;
        chunks.push(stream.subarray(at, at + length));
        at += length;
      }
      expect(read(...chunks)).toEqual(sent);
    }));
  });

  test("a message may be larger than its room", () => {
    const sent = [100_000, 3, 400_000, 70_000].map((length) => new Uint8Array(length).fill(length));
    expect(read(...sent.map(frame))).toEqual(sent);
    // In small pieces the room grows with what came.
    const stream = frame(sent[2]!);
    const pieces = Array.from(
      { length: Math.ceil(stream.length / 16_384) },
      (_, index) => stream.subarray(index * 16_384, (index + 1) * 16_384),
    );
    expect(read(...pieces)).toEqual([sent[2]]);
  });

  test("a stream that ends within a frame is a truncated answer", () => {
    const stream = bytes(frame(Uint8Array.of(1)), frame(new Uint8Array(300).fill(7)));
    // Behind the first frame, of six bytes, it is whole.
    for (let length = 1; length < stream.length; length++) {
      if (length === 6) continue;
      expect(() => read(stream.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "TRUNCATED_ANSWER" }),
      );
    }
    expect(read()).toEqual([]);
  });

  test("each changed bit is noticed", () => {
    const good = frame(Uint8Array.from({ length: 40 }, (_, at) => at * 7));
    for (let bit = 0; bit < 8 * good.length; bit++) {
      const bad = good.slice();
      bad[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => read(bad)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/BAD_ANSWER|TRUNCATED_ANSWER/) }),
      );
    }
  });

  test.each<[string, Uint8Array, RegExp]>([
    ["a length that does not end", new Uint8Array(12).fill(0x80), /does not end/],
    ["a length of 50 MB and a byte", bytes(varint(50_000_001), [0, 0, 0, 0]), /50000001 bytes/],
    ["a length of 2^63", bytes(varint(2n ** 63n), [0, 0, 0, 0]), /9223372036854776000 bytes/],
  ])("%s is refused at once", (_, stream, message) => {
    expect(() => read(stream)).toThrow(expect.objectContaining({
      code: "BAD_ANSWER",
      message: expect.stringMatching(message),
    }));
  });

  test("room is made for what came, not for what was promised", () => {
    const before = Deno.memoryUsage().external;
    const readers = Array.from({ length: 200 }, () => {
      const reader = new FrameReader(() => {});
      reader.push(bytes(varint(49_000_000), [0, 0, 0, 0], new Array(100).fill(1)));
      return reader;
    });
    expect(readers.length).toBe(200);
    expect(Deno.memoryUsage().external - before).toBeLessThan(100e6);
  });
});
