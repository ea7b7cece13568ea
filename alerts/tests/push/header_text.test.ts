import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headerText } from "../../src/push/header_text.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { anyText } from "../any_text.ts";

/** As RFC 2047 has it, written for this test alone. */
function decoded(header: string): string {
  const words = header.split(" ");
  if (!words.every((word) => /^=\?UTF-8\?B\?[A-Za-z0-9+/]*=*\?=$/.test(word))) return header;
  return words.map((word) => {
    const bytes = Uint8Array.from(atob(word.slice(10, -2)), (one) => one.charCodeAt(0));
    // Each word is decoded on its own: it must not end within a character.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  }).join("");
}

describe("headerText()", () => {
  test.each(["", "Disk full", "a?=b", "100 % ~", "{}"])("leaves %j", (text) => {
    expect(headerText(text)).toBe(text);
  });

  test.each([" a", "a ", "a\nX-Priority: 1", "=?UTF-8?B?QQ==?=", "ä", "\u007f", "\t"])(
    "encodes %j",
    (text) => {
      expect(headerText(text)).toMatch(/^=\?UTF-8\?B\?/);
      expect(decoded(headerText(text))).toBe(text);
    },
  );

  test("any text comes back, in words of at most 75 characters", () => {
    fc.assert(fc.property(anyText(120), (text) => {
      const header = headerText(text);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(decoded(header)).toBe(text.toWellFormed());
      if (header !== text) {
        expect(Math.max(...header.split(" ").map((word) => word.length))).toBeLessThanOrEqual(75);
      }
    }));
  });

  test("a title comes through a real request as it is", async () => {
    await using ntfy = startNtfy();
    const titles = ["Störung 🚨 auf Knoten 7", "漢字".repeat(60), "a, b; c=d"];
    for (const title of titles) {
      const answer = await fetch(new URL("/t", ntfy.url), {
        method: "POST",
        body: "x",
        headers: { "x-title": headerText(title) },
      });
      await answer.body?.cancel();
    }
    expect(ntfy.published.map(({ title }) => title)).toEqual(titles);
  });
});
