import { describe, expect, test } from "vitest";
import { eachSeries, seriesAt } from "../src/columns.ts";
import { load } from "./notation.ts";

/** Samples as `[step, value]`, to compare at a glance. */
function steps(text: string): [number, number][] {
  const { time, value } = seriesAt(load(text, { step: 1 }), 0);
  return Array.from(time, (at, row) => [at, value[row]!]);
}

describe("values", () => {
  test.each<[string, [number, number][]]>([
    ["5", [[0, 5]]],
    ["1 2", [[0, 1], [1, 2]]],
    ["5x2", [[0, 5], [1, 5], [2, 5]]],
    ["5+2x2", [[0, 5], [1, 7], [2, 9]]],
    ["-5-0.5x2", [[0, -5], [1, -5.5], [2, -6]]],
    ["1 _ 3", [[0, 1], [2, 3]]],
    ["1 _x3 3", [[0, 1], [4, 3]]],
    ["1 stale 3", [[0, 1], [2, 3]]],
    ["NaN -Inf Inf 1e3", [[0, NaN], [1, -Infinity], [2, Infinity], [3, 1000]]],
    ["", []],
  ])("'%s'", (values, expected) => {
    expect(steps(`x ${values}`)).toEqual(expected);
  });
});

test("labels, start and step", () => {
  const columns = load(
    `
    power{ain="1 2-1",pod="a}b"} 1 2
    {string="pv1"} 3
  `,
    { start: 1_000_000, step: 15_000 },
  );
  expect([...eachSeries(columns)]).toEqual([
    {
      labels: { __name__: "power", ain: "1 2-1", pod: "a}b" },
      time: Float64Array.of(1_000_000, 1_015_000),
      value: Float64Array.of(1, 2),
    },
    {
      labels: { string: "pv1" },
      time: Float64Array.of(1_000_000),
      value: Float64Array.of(3),
    },
  ]);
});

test.each(["x 1y", "x 5+2", "1 2 3"])("'%s' is refused", (text) => {
  expect(() => load(text)).toThrow(SyntaxError);
});
