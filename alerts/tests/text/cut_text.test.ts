import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText } from "../../src/text/cut_text.ts";
import { anyText } from "../any_text.ts";

const FAMILY = "👨‍👩‍👧‍👦", FLAG = "🇩🇪";

describe("cutText()", () => {
  test.each([
    ["abcdef", { bytes: 6 }, "abcdef"],
    ["abcdef", { bytes: 5 }, "ab…"],
    ["abcdef", { characters: 5 }, "abcd…"],
    ["abcdef", { bytes: 2 }, "ab"],
    ["abc  def", { characters: 6 }, "abc…"],
    ["", { bytes: 0 }, ""],
    ["a", { bytes: 0 }, ""],
    [`a${FAMILY}`, { bytes: 20 }, "a…"],
    [`a${FLAG}${FLAG}`, { bytes: 15 }, `a${FLAG}…`],
    ["cafe\u0301 x", { characters: 5 }, "caf…"],
    ["x\ud800y", { characters: 3 }, "x\ufffdy"],
  ])("%j within %j is %j", (text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });

  test("a character that is longer than all the room is cut within, between code points", () => {
    expect(cutText("e" + "\u0301".repeat(1000), { bytes: 8 })).toBe("e\u0301\u0301…");
  });

  test("is never longer than the limit, is valid UTF-8, and begins as the text does", () => {
    fc.assert(fc.property(anyText(), fc.nat(60), fc.boolean(), (text, most, inBytes) => {
      const cut = cutText(text, inBytes ? { bytes: most } : { characters: most });
      expect(inBytes ? Buffer.byteLength(cut) : cut.length).toBeLessThanOrEqual(most);
      expect(cut.isWellFormed()).toBe(true);
      expect(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(cut)))
        .toBe(cut);
      const whole = text.toWellFormed();
      if (cut !== whole) expect(whole.startsWith(cut.replace(/…$/, ""))).toBe(true);
    }));
  });

  test("keeps what fits", () => {
    fc.assert(fc.property(anyText(), (text) => {
      const whole = text.toWellFormed();
      expect(cutText(text, { bytes: Buffer.byteLength(whole) })).toBe(whole);
    }));
  });

  test("does not look at what is far past the limit", () => {
    const long = "ä".repeat(5_000_000);
    expect(cutText(long, { bytes: 7 })).toBe("ää…");
  });
});
