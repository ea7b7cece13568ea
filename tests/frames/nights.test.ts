import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { fillNights, nightMask } from "../../src/frames/nights.ts";

describe("fillNights()", () => {
  const frame = pl.DataFrame({
    time: pl.Series("time", Float64Array.of(0, 10, 20, 30, 40)),
    value: pl.Series("value", [null, null, 5, null, 7], pl.Float64),
  }).withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));

  test("sets missing values to zero in proven night only, and keeps measured ones", () => {
    const filled = fillNights(frame, { dark: [{ start: 0, end: 10 }, { start: 15, end: 40 }] });
    expect(filled.getColumn("value").toArray()).toEqual([0, null, 5, 0, 7]);
    expect(fillNights(frame, { dark: [] }).getColumn("value").toArray())
      .toEqual([null, null, 5, null, 7]);
    expect(filled.columns).toEqual(["time", "value"]);
  });

  test("an empty frame stays empty", () => {
    expect(fillNights(frame.head(0), { dark: [] }).height).toBe(0);
  });
});

test("nightMask() does not depend on the order of the instants", () => {
  const dark = [{ start: 10, end: 20 }, { start: 30, end: 40 }];
  expect([...nightMask([35, 5, 19, 20, 10, 29, 50], dark)]).toEqual([1, 0, 1, 0, 1, 0, 0]);
});
