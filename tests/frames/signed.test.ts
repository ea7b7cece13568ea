import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { exportOf, importOf, splitGrid } from "../../src/frames/signed.ts";

const power = Float64Array.of(300, -200, 0, NaN, Infinity, -Infinity);

describe("importOf() and exportOf()", () => {
  test("clip each raw sample and leave absent values absent", () => {
    expect([...importOf(power)].slice(0, 4)).toEqual([300, 0, 0, NaN]);
    expect([...exportOf(power)].slice(0, 4)).toEqual([0, 200, 0, NaN]);
  });

  test("never give a negative zero, which would print as −0", () => {
    const values = [
      ...importOf(Float64Array.of(-5, 0, -0)),
      ...exportOf(Float64Array.of(5, 0, -0)),
    ];
    expect(values.every((value) => Object.is(value, 0))).toBe(true);
  });
});

describe("splitGrid()", () => {
  const frame = pl.DataFrame({ value: pl.Series("value", [300, -200, 0, null], pl.Float64) });

  test("adds both directions per row", () => {
    const split = splitGrid(frame);
    expect(split.getColumn("import_w").toArray()).toEqual([300, 0, 0, null]);
    expect(split.getColumn("export_w").toArray().map((v) => v === null ? v : Math.abs(v as number)))
      .toEqual([0, 200, 0, null]);
  });

  test("splits before averaging: the mean of both directions is kept", () => {
    const split = splitGrid(pl.DataFrame({ value: [1000, -1000] }));
    expect(split.getColumn("import_w").mean()).toBe(500);
    expect(split.getColumn("export_w").mean()).toBe(500);
  });

  test("an empty frame stays empty and gets the columns", () => {
    expect(splitGrid(frame.head(0)).columns).toEqual(["value", "import_w", "export_w"]);
  });
});
