import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleText } from "../../src/text/visible_text.ts";
import { anyText } from "../any_text.ts";

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

describe("visibleText()", () => {
  test.each([
    ["\u001b[1;31mred\u001b[0m", "red"],
    ["\u202eevil\u202c \u2066x\u2069", "evil x"],
    ["pass\u200bw\u200do\u2060rd\ufeff", "password"],
    ["a\u{e0041}\u{e0042}b", "ab"],
    ["a\u3164b\ufe0f\u{e0100}", "ab"],
    ["a\u0000\u0007\u0085b", "a b"],
    ["a\r\nb\tc\u2028d", "a b c d"],
    ["x\ud800", "x\ufffd"],
    ["Störung 中文 العربية", "Störung 中文 العربية"],
  ])("makes %j %j", (text, result) => {
    expect(visibleText(text)).toBe(result);
  });

  test("keeps lines where they are wanted", () => {
    expect(visibleText(" a \r\n\r\n\r\n\t b ", { lines: true })).toBe("a\n\nb");
  });

  test("shows all that it leaves, on one line", () => {
    fc.assert(fc.property(anyText(), (text) => {
      const shown = visibleText(text);
      expect(INVISIBLE.test(shown)).toBe(false);
      expect(visibleText(shown)).toBe(shown);
    }));
  });
});
