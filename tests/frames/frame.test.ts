import fc from "fast-check";
import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { eachSeries, joinSeries } from "../../src/columns.ts";
import { fromFrame, rowFrame, toFrame } from "../../src/frames/frame.ts";
import { load } from "../notation.ts";

describe("toFrame()", () => {
  const frame = toFrame(load(`
    dc{string="pv1"} 1 NaN Inf
    dc{string="pv2",pod="a"} 4
  `));

  test("has UTC instants, categorical labels and null for what is absent", () => {
    expect(frame.columns).toEqual(["time", "__name__", "pod", "string", "value"]);
    expect(frame.schema["time"]!.toString()).toBe(pl.Datetime("ms", "UTC").toString());
    expect(frame.schema["string"]!.toString()).toBe(pl.Categorical.toString());
    expect(frame.getColumn("value").toArray()).toEqual([1, null, Infinity, 4]);
    expect(frame.getColumn("pod").toArray()).toEqual([null, null, null, "a"]);
    expect(frame.getColumn("string").toArray()).toEqual(["pv1", "pv1", "pv1", "pv2"]);
  });

  test("a label that no series has is null in every row, one that all share is written out", () => {
    const frame = toFrame(load('w{pod="a"} 1 2'), { labels: ["pod", "string"] });
    expect(frame.getColumn("pod").toArray()).toEqual(["a", "a"]);
    expect(frame.getColumn("string").toArray()).toEqual([null, null]);
    expect(frame.schema["pod"]!.toString()).toBe(pl.Categorical.toString());
    expect(frame.schema["string"]!.toString()).toBe(pl.Categorical.toString());
  });

  test("a sum is not poisoned by an absent value", () => {
    expect(toFrame(load("w 1 NaN 2")).getColumn("value").sum()).toBe(3);
  });

  test("of nothing keeps its columns", () => {
    const empty = toFrame(joinSeries([]), { labels: ["string"] });
    expect(empty.columns).toEqual(["time", "string", "value"]);
    expect(empty.schema["string"]!.toString()).toBe(pl.Categorical.toString());
    expect(empty.height).toBe(0);
    expect(toFrame(joinSeries([])).columns).toEqual(["time", "value"]);
  });

  test("a label may be called like a column of the frame's own making", () => {
    expect(toFrame(load('w{series="x"} 1')).getColumn("series").toArray()).toEqual(["x"]);
    const frame = toFrame(load('w{value="x",time="y"} 1'));
    expect(frame.columns).toEqual(["time", "__name__", "label_time", "label_value", "value"]);
    expect(frame.row(0).slice(2)).toEqual(["y", "x", 1]);
  });
});

test("fromFrame() undoes toFrame()", () => {
  const one = fc.array(fc.option(fc.double({ noNaN: true }), { nil: NaN }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (all) => {
      const columns = joinSeries(all.map((values, i) => ({
        labels: { string: `pv${i}`, ...(i % 2 && { pod: "a" }) },
        time: Float64Array.from(values, (_, t) => t * 1000),
        value: Float64Array.from(values),
      })));
      const back = fromFrame(toFrame(columns));
      expect([...eachSeries(back)]).toEqual([...eachSeries(columns)]);
    }),
    { numRuns: 50 },
  );
});

test("fromFrame() of a frame without rows has no series", () => {
  expect(fromFrame(toFrame(joinSeries([]), { labels: ["pod"] })).labels).toEqual([]);
});

const ROWS = [
  { name: "a", at: 5, kwh: 1.5, count: 2, isGood: true, flags: ["x", "y"] },
  { name: "b", at: 7, kwh: null, count: 3, isGood: false, flags: [] },
];
const COLUMNS = {
  name: "text",
  at: "instant",
  kwh: "number",
  count: "count",
  isGood: "flag",
  flags: ["text", ({ flags }: typeof ROWS[number]) => flags.join(";")],
} as const;

test("rowFrame(): a column takes the field of its name or what a function says", () => {
  const frame = rowFrame(ROWS, COLUMNS);
  expect(frame.row(0)).toEqual(["a", new Date(5), 1.5, 2, true, "x;y"]);
  expect(frame.getColumn("kwh").toArray()).toEqual([1.5, null]);
  expect(frame.getColumn("isGood").toArray()).toEqual([true, false]);
});

test("rowFrame(): without rows the columns have their types", () => {
  expect(rowFrame([], COLUMNS).schema).toEqual(rowFrame(ROWS, COLUMNS).schema);
});
