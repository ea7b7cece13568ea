import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { mergeRestarts, restartsIn } from "../../src/frames/restarts.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;

function merged(text: string, options = {}) {
  return mergeRestarts(load(text), options).map(({ labels, time, value }) => (
    { labels, at: [...time].map((t) => t / MINUTE), value: [...value] }
  ));
}

describe("mergeRestarts()", () => {
  test("does not copy what was not split", () => {
    const one = { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(5) };
    const [merged] = mergeRestarts(joinSeries([one]));
    expect(merged).toEqual({ ...one, labels: {} });
    expect(merged!.value.buffer).toBe(one.value.buffer);
  });

  test("puts a series behind the one that it replaces", () => {
    expect(merged(`
      power{pod="a",instance="10.0.0.1:80",ain="1-1"} 5 6 7 _ _ _
      power{pod="b",instance="10.0.0.2:80",ain="1-1"} _ _ _ _ 8 9
    `)).toEqual([{
      labels: { __name__: "power", ain: "1-1" },
      at: [0, 1, 2, 4, 5],
      value: [5, 6, 7, 8, 9],
    }]);
  });

  test("takes the greater value where both report at the same time", () => {
    expect(
      merged(`
      kwh{pod="a"} 1 2 3 3 _ _
      kwh{pod="b"} _ _ 2 4 5 6
    `)[0]!.value,
    ).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("holds the greater value between the samples of the other one", () => {
    expect(
      merged(`
      kwh{pod="a"} 5 _ 5 _ 5 _
      kwh{pod="b"} _ 1 _ 1 _ 2
    `)[0]!.value,
    ).toEqual([5, 5, 5, 5, 5, 2]);
  });

  test("does not let the last value of a stopped exporter linger", () => {
    expect(
      merged(`
      watts{pod="a"} 900 900 _ _ _
      watts{pod="b"} _ 100 100 100 100
    `)[0]!.value,
    ).toEqual([900, 900, 100, 100, 100]);
  });

  test("does not hold a value over a gap longer than the staleness", () => {
    const text = `
      watts{pod="a"} 900 _ _ _ _ _ _ _ 900
      watts{pod="b"} 1 1 1 1 1 1 1 1 1
    `;
    expect(merged(text)[0]!.value).toEqual([900, 900, 900, 900, 900, 900, 1, 1, 900]);
    expect(merged(text, { staleness: 2 * MINUTE })[0]!.value)
      .toEqual([900, 900, 900, 1, 1, 1, 1, 1, 900]);
  });

  test("keeps strings apart and drops every other label when told the identity", () => {
    expect(merged(
      `
      dc{string="pv1",pod="a",firmware="1"} 1 _
      dc{string="pv2",pod="a",firmware="1"} 2 _
      dc{string="pv1",pod="a",firmware="2"} _ 3
    `,
      { identity: ["string"] },
    )).toEqual([
      { labels: { string: "pv1" }, at: [0, 1], value: [1, 3] },
      { labels: { string: "pv2" }, at: [0], value: [2] },
    ]);
  });

  test("an absent value never wins and never hides another", () => {
    expect(
      merged(`
      w{pod="a"} 5 NaN 5
      w{pod="b"} NaN 2 NaN
    `)[0]!.value,
    ).toEqual([5, 2, 5]);
  });

  test("of nothing is nothing", () => {
    expect(merged("")).toEqual([]);
  });

  test("undoes any division of a series in time, whatever its pods are called", () => {
    fc.assert(fc.property(
      fc.array(fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.boolean()), { minLength: 1 }),
      (samples) => {
        let pod = 0;
        const lines: string[][] = [[]];
        samples.forEach(([value, restarts], i) => {
          if (restarts && i > 0) lines[++pod] = [`_x${i}`];
          lines[pod]!.push(String(value));
        });
        const text = lines.map((items, p) => `w{pod="${p}"} ${items.join(" ")}`).join("\n");
        const [one] = merged(text);
        expect(one!.value).toEqual(samples.map(([value]) => value));
        expect(one!.at).toEqual(samples.map((_, i) => i));
      },
    ));
  });

  test("agrees with max() at every sample, computed one instant at a time", () => {
    const part = fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const text = parts.map((items, p) => `w{pod="${p}"} ${items.map((v) => v ?? "_").join(" ")}`);
      const expected: [number, number][] = [];
      for (let at = 0; at < 12; at++) {
        if (!parts.some((items) => items[at] != null)) continue;
        const alive = parts.flatMap((items) => {
          const before = items.slice(0, at + 1).findLastIndex((v) => v !== null);
          const goesOn = items.slice(at).some((v) => v !== null);
          return before >= 0 && goesOn && at - before <= 5 ? [items[before]!] : [];
        });
        expected.push([at, Math.max(...alive)]);
      }
      const [one] = merged(text.join("\n"));
      expect((one?.at ?? []).map((at, i) => [at, one!.value[i]])).toEqual(expected);
    }));
  });
});

describe("restartsIn()", () => {
  const silences = (text: string) =>
    restartsIn(load(text)).map(({ start, end }) => [start / MINUTE, end / MINUTE]);

  test("is where a series ends and its successor has not begun", () => {
    expect(silences(`
      power{pod="b"} _ _ _ _ 8 9 _ _
      power{pod="a"} 5 6 7 _ _ _ _ _
      power{pod="c"} _ _ _ _ _ _ _ 1
    `)).toEqual([[2, 4], [5, 7]]);
  });

  test("is not where they overlap, or where one series pauses", () => {
    expect(silences(`power{pod="a"} 5 _ _ 7 8`)).toEqual([]);
    expect(silences(`
      power{pod="a"} 5 6 7 _ _ 7
      power{pod="b"} _ 8 _ _ _ _
      power{pod="c"} _ _ _ _ 1 1
    `)).toEqual([]);
    expect(silences("")).toEqual([]);
  });
});
