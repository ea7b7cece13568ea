import { parser } from "@prometheus-io/lezer-promql";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillIn } from "../../../src/context/prometheus/fill_in.ts";
import { parseSelector } from "../../../../src/selector.ts";

/** Texts with what matters to a parser, and any others. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', "\\", "\n", "'", "`", "{", "}", ",", "$", "#", "é", "\0"),
  }),
  fc.string({ unit: "binary" }),
  fc.constantFrom('"} or on() vector(1) #', "\\", '\\"', "$namespace", "$&", "\u2028"),
);

/** Names of the nodes of an expression: its structure, without its texts. */
function structure(expression: string): string {
  const names: string[] = [];
  parser.parse(expression).iterate({ enter: ({ name }) => void names.push(name) });
  return names.join(" ");
}

describe("fillIn()", () => {
  test("any label value comes back as itself", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const { matchers } = parseSelector(fillIn("up{job=$job}", { job: value })!);
        expect(matchers).toEqual([{ label: "job", op: "=", value }]);
      }),
      { numRuns: 500 },
    );
  });

  test("no label value changes the structure of an expression", () => {
    const expression = "sum(rate(x{a=$a,b=$b}[5m])) / y{a=$a} > 0";
    const expected = structure('sum(rate(x{a="1",b="2"}[5m])) / y{a="1"} > 0');
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        expect(structure(fillIn(expression, { a, b })!)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("half a surrogate pair becomes a replacement character", () => {
    expect(fillIn("up{job=$job}", { job: "a\ud83d" })).toBe('up{job="a\ufffd"}');
  });

  test("labels that an object has by nature are missing ones", () => {
    expect(fillIn("up{job=$constructor}", {})).toBeNull();
  });
});
