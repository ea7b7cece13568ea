import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEnd, readWhole } from "../../src/context/read_body.ts";

const UTF8 = new TextEncoder();

async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = UTF8.encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.slice(at, at + size));
  }
}

const log = fc.string({ unit: fc.constantFrom("a", "ß", "😀", "\n"), maxLength: 60 });
const limit = fc.integer({ min: 4, max: 40 });

describe("readEnd()", () => {
  const end = async (text: string, limit: number) => String(await readEnd(chunked(text, 3), limit));

  test("keeps the end, within the limit, of whole characters", async () => {
    await fc.assert(fc.asyncProperty(log, limit, async (text, limit) => {
      const kept = await end(text, limit);
      expect(text.endsWith(kept)).toBe(true);
      expect(UTF8.encode(kept).length).toBeLessThanOrEqual(limit);
      expect(kept.isWellFormed() && !kept.includes("\ufffd")).toBe(true);
    }));
  });

  test("keeps as many whole lines as fit", async () => {
    await fc.assert(fc.asyncProperty(log, limit, async (text, limit) => {
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      let fitting = "";
      for (const line of lines.toReversed()) {
        if (UTF8.encode(line + fitting).length > limit) break;
        fitting = line + fitting;
      }
      // Where not even the last line fits, its end is kept.
      if (fitting !== "" || text === "") expect(await end(text, limit)).toBe(fitting);
    }));
  });
});

test("readEnd() holds little of a long answer", async () => {
  const line = UTF8.encode(`${"x".repeat(1023)}\n`);
  async function* endless() {
    for (let count = 0; count < 20_000; count++) yield await Promise.resolve(line);
  }
  const kept = await readEnd(endless(), 4096);
  expect(kept.length).toBe(4096);
  // Its own bytes, not a window on everything that came in.
  expect(kept.buffer.byteLength).toBeLessThan(200_000);
});

test("readWhole() stops reading at the limit", async () => {
  let chunks = 0;
  async function* endless() {
    while (true) {
      chunks++;
      yield await Promise.resolve(new Uint8Array(1000));
    }
  }
  await expect(readWhole(endless(), 10_000)).rejects.toMatchObject({ code: "BAD_ANSWER" });
  expect(chunks).toBe(11);
});
