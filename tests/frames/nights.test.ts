import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { fillNights, nightMask, usualHours } from "../../src/frames/nights.ts";
import { HOUR, localDays } from "../../src/time.ts";

describe("usualHours()", () => {
  const days = localDays("2025-06-01", "2025-06-05", "Europe/Berlin");
  const at = (d: number, hour: number) => Date.parse(`2025-06-0${d}T00:00Z`) + hour * HOUR;
  const generation = {
    time: Float64Array.of(at(1, 5), at(1, 18), at(2, 4), at(2, 17), at(4, 3), at(4, 20)),
    value: Float64Array.of(10, 10, 10, 10, 0, 10),
  };

  test("spans the earliest to the latest generation of a day and its neighbours", () => {
    const hours = usualHours(days, generation, { neighbours: 1 });
    expect(hours).toEqual([
      { start: at(1, 4), end: at(1, 18) },
      { start: at(2, 4), end: at(2, 18) },
      { start: at(3, 4), end: at(3, 20) },
    ]);
  });

  test("proves nothing where no neighbour generated", () => {
    expect(usualHours(days, { time: new Float64Array(), value: new Float64Array() })).toEqual([]);
  });
});

describe("fillNights()", () => {
  const frame = pl.DataFrame({
    time: pl.Series("time", Float64Array.of(0, 10, 20, 30, 40)),
    value: pl.Series("value", [null, null, 5, null, 7], pl.Float64),
  }).withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));

  test("sets missing values to zero at night only, and keeps measured ones", () => {
    const filled = fillNights(frame, [{ start: 10, end: 25 }]);
    expect(filled.getColumn("value").toArray()).toEqual([0, null, 5, 0, 7]);
    expect(filled.columns).toEqual(["time", "value"]);
  });

  test("an empty frame stays empty", () => {
    expect(fillNights(frame.head(0), []).height).toBe(0);
  });
});

test("nightMask() does not depend on the order of the instants", () => {
  const daylight = [{ start: 10, end: 20 }, { start: 30, end: 40 }];
  expect([...nightMask([35, 5, 19, 20, 10, 29, 50], daylight)]).toEqual([0, 1, 0, 1, 0, 1, 1]);
});
