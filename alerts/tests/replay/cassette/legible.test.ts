import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromLegible, legible } from "../../../replay/cassette/legible.ts";

/** What goes through a file. */
const stored = (text: string) => fromLegible(JSON.parse(JSON.stringify(legible(text))));

describe("legible()", () => {
  test("loses nothing of any text", () => {
    const json = fc.json({ stringUnit: "binary" });
    const nested = fc.tuple(json, fc.string({ unit: "binary" })).map(([inner, key]) =>
      JSON.stringify({ [key]: inner, list: [inner, `${key}\n${inner}`] })
    );
    fc.assert(fc.property(fc.oneof(json, nested, fc.string({ unit: "binary" })), (text) => {
      expect(stored(text)).toBe(text);
    }));
  });

  test.each([
    ['{"$json":{"a":1}}'],
    ['{"$lines":["a","b"]}'],
    ['{"text":{"$json":[]}}'],
    ['{"a":"{\\"$lines\\":[\\"x\\"]}"}'],
    ['{"1":0,"b":0,"0":0}'],
    ['{"a":1,"a":2}'],
    ['{ "a": 1.0 }'],
    ['{"a":1e2}'],
    ['"{}"'],
    ["{"],
    [""],
    ["\ufeff{}"],
    [`${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ])("keeps %.30s", (text) => {
    expect(stored(text)).toBe(text);
  });

  test("shows what people look for", () => {
    const document = JSON.stringify({ alert: { name: "Down" } });
    expect(legible(JSON.stringify({ messages: [{ text: document }] })))
      .toEqual({ messages: [{ text: { $json: { alert: { name: "Down" } } } }] });
  });
});
