import fc from "fast-check";
import pl from "nodejs-polars";
import { expect, test } from "vitest";
import { seriesParts, timesOf } from "../../src/archive/series_parts.ts";

/** A row: its labels, and its value. */
type Row = readonly [pod: string | null, node: string | null, value: number | null];

function frameOf(rows: readonly Row[], { text = pl.String as pl.DataType, unit = "ms" } = {}) {
  const time = pl.Series("time", rows.map((_, row) => row + 5)).cast(pl.Datetime("ms", "UTC"));
  const label = (name: string, column: 0 | 1) =>
    pl.Series(name, rows.map((row) => row[column]), pl.String).cast(text);
  return pl.DataFrame([
    time.cast(pl.Datetime(unit as "ms", "UTC")),
    label("pod", 0),
    label("node", 1),
    pl.Series("value", rows.map(([, , value]) => value), pl.Float64),
  ]);
}

/** The same, row by row. */
function partsOf(rows: readonly Row[]) {
  const parts = new Map<string, { values: object; time: number[]; value: number[] }>();
  rows.forEach(([pod, node, value], row) => {
    const key = JSON.stringify([pod, node]);
    const part = parts.get(key) ?? { values: { pod, node }, time: [], value: [] };
    parts.set(key, part);
    part.time.push(row + 5);
    part.value.push(value ?? NaN);
  });
  return [...parts.values()];
}

const plain = (frame: pl.DataFrame, names = ["pod", "node"]) =>
  seriesParts(frame, names)
    .map(({ values, time, value }) => ({ values, time: [...time], value: [...value] }));

const text = fc.constantFrom(
  "a",
  "b",
  "gridbox-exporter-7c9f-1",
  "gridbox-exporter-7c9f-2",
  "",
  null,
);
const value = fc.option(fc.double(), { nil: null });
/** Rows as restarts leave them: the same labels again and again. */
const runs = fc.array(fc.tuple(text, text, fc.array(value, { minLength: 1, maxLength: 9 })), {
  minLength: 1,
  maxLength: 90,
}).map((runs) => runs.flatMap(([pod, node, values]) => values.map((one): Row => [pod, node, one])));
const mixed = fc.array(fc.tuple(text, text, value), { minLength: 1, maxLength: 40 });

test.each([["runs", runs], ["mixed rows", mixed]])("seriesParts() gives one part per series: %s", (
  _,
  rows,
) => {
  fc.assert(fc.property(rows, (rows) => {
    expect(plain(frameOf(rows))).toEqual(partsOf(rows));
  }));
});

test("seriesParts() needs no labels, and takes categories and other units of time", () => {
  const rows: Row[] = [["a", "x", 1], ["a", "x", null], ["b", "x", 3], ["a", "x", 4]];
  const [a, b] = partsOf(rows);
  expect(plain(frameOf(rows, { text: pl.Categorical, unit: "us" }))).toEqual([a, b]);
  expect(plain(frameOf(rows), [])).toEqual([
    { values: {}, time: [5, 6, 7, 8], value: [1, NaN, 3, 4] },
  ]);
});

test.each(["ms", "us", "ns"] as const)("timesOf() converts times in %s", (unit) => {
  const frame = pl.DataFrame([
    pl.Series("time", [5_000_000_000, null]).cast(pl.Datetime(unit, "UTC")),
  ]);
  const perMillisecond = { ms: 1, us: 1e3, ns: 1e6 }[unit];
  expect(timesOf(frame)).toEqual(Float64Array.of(5_000_000_000 / perMillisecond, NaN));
});
