import pl from "nodejs-polars";
import { expect, test } from "vitest";
import { readable } from "../../src/frames/readable.ts";
import { HOUR } from "../../src/time.ts";

const first = Date.parse("2025-10-26T00:30:00Z");
const frame = pl.DataFrame([
  pl.Series("time", Float64Array.of(first, first + HOUR)).cast(pl.Datetime("ms", "UTC")),
  pl.Series("kwh", [1.23456, null], pl.Float64),
  pl.Series("hours", [1, 2], pl.Int32),
  pl.Series("flags", ["a", ""], pl.String),
]);

test("readable() rounds, and tells both 02:30 of a long night apart", () => {
  const shown = readable(frame, { zone: "Europe/Berlin", decimals: 1 });
  expect(shown.columns).toEqual(frame.columns);
  expect(shown.row(0)).toEqual(["2025-10-26 02:30:00 +0200", 1.2, 1, "a"]);
  expect(shown.row(1)).toEqual(["2025-10-26 02:30:00 +0100", null, 2, ""]);
});

test("readable() leaves an empty frame empty and refuses an unknown zone", () => {
  expect(readable(frame.head(0)).columns).toEqual(frame.columns);
  expect(() => readable(frame, { zone: "Nowhere" }))
    .toThrow(expect.objectContaining({ code: "BAD_ZONE" }));
});
