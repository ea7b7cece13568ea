import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { fillNights, nightMask, splitGrid, withLocalDay } from "../../src/frames/frame_columns.ts";
import { exportOf, importOf } from "../../src/frames/samples.ts";
import { HOUR, localDay, localDays } from "../../src/time.ts";

describe("withLocalDay()", () => {
  // half-hour zone, skipped midnight, doubled hour, behind UTC
  test.each(["Asia/Kolkata", "Asia/Beirut", "Europe/Berlin", "America/St_Johns"])(
    "agrees in %s with the days of the calendar, hour by hour",
    (zone) => {
      const start = Date.UTC(2025, 2, 27);
      const time = Float64Array.from({ length: 24 * 7 }, (_, i) => start + i * HOUR);
      const frame = pl.DataFrame({ time: pl.Series("time", time) })
        .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
      expect(withLocalDay(frame, zone).getColumn("day").toArray())
        .toEqual([...time].map((at) => localDay(at, zone)));
    },
  );

  test("counts 23 and 25 hours on the days of the clock change", () => {
    for (const [day, hours] of [["2025-03-30", 23], ["2025-10-26", 25]] as const) {
      const [period] = localDays(day, day, "Europe/Berlin");
      const time = Float64Array.from({ length: 72 }, (_, i) => period!.start + (i - 24) * HOUR);
      const frame = pl.DataFrame({ time: pl.Series("time", time) })
        .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
      const days = withLocalDay(frame, "Europe/Berlin").getColumn("day").toArray();
      expect(days.filter((one) => one === day)).toHaveLength(hours);
    }
  });

  test("refuses an unknown zone", () => {
    expect(() => withLocalDay(pl.DataFrame({ time: [] }), "Nowhere"))
      .toThrow(expect.objectContaining({ code: "BAD_ZONE" }));
  });
});

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
