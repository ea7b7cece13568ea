import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32c } from "../../../src/client/chunks/crc32c.ts";
import { checksum } from "./encode.ts";

test.each([
  // RFC 3720, appendix B.4.
  ["zeros", new Uint8Array(32), 0x8a9136aa],
  ["ones", new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ["counting up", Uint8Array.from({ length: 32 }, (_, at) => at), 0x46dd794e],
  ["counting down", Uint8Array.from({ length: 32 }, (_, at) => 31 - at), 0x113fdb5c],
  ["the digits", new TextEncoder().encode("123456789"), 0xe3069283],
  ["nothing", new Uint8Array(), 0],
])("the checksum of %s is that of the standard", (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

test("it may be computed in parts", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat({ max: 100 }), (bytes, cut) => {
    const whole = crc32c(bytes);
    expect(whole).toBe(checksum(bytes));
    expect(crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut)))).toBe(whole);
  }));
});
