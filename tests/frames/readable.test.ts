import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { readable } from "../../src/frames/readable.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const first = Date.parse("2025-10-26T00:30:00Z");
const times = (values: (number | null)[]) =>
  pl.Series("time", values, pl.Float64).cast(pl.Datetime("ms", "UTC"));
const frame = pl.DataFrame([
  times([first, first + HOUR]),
  pl.Series("import_kwh", [1.23456, null], pl.Float64),
  pl.Series("hours", [1, 2], pl.Float64),
  pl.Series("count", [7, null], pl.Float64).cast(pl.Int32),
  pl.Series("flags", ["a;b", ""], pl.String),
  pl.Series("complete", [true, false], pl.Bool),
]);
const show = (values: (number | null)[]) =>
  readable(pl.DataFrame([pl.Series("x", values, pl.Float64)])).rows.flat();

describe("readable()", () => {
  test("rounds, and tells both 02:30 of a long night apart", () => {
    const { rows } = readable(frame, { zone: "Europe/Berlin", decimals: 1 });
    expect(rows).toEqual([
      ["2025-10-26 02:30 +02:00", "1.2", "1", "7", "a;b", "true"],
      ["2025-10-26 02:30 +01:00", "–", "2", "–", "", "false"],
    ]);
  });

  test("puts units and an offset that all times share into the header", () => {
    const { columns, rows } = readable(frame.head(1), { zone: "Asia/Kolkata" });
    expect(columns.map(({ unit }) => unit)).toEqual([
      "Asia/Kolkata +05:30",
      "kWh",
      "h",
      "",
      "",
      "",
    ]);
    expect(columns.map(({ isNumber }) => isNumber))
      .toEqual([false, true, true, true, false, false]);
    expect(rows[0]![0]).toBe("2025-10-26 06:00");
  });

  test("takes units from the caller, the catalogue or the name", () => {
    const units = { value: "°C", import_kwh: "MWh" };
    const named = pl.DataFrame({ value: [1], import_kwh: [1], autarky: [1], pv1_w: [1], low: [1] });
    expect(readable(named, { units }).columns.map(({ unit }) => unit))
      .toEqual(["°C", "MWh", "0–1", "W", ""]);
  });

  test("shows seconds where there are any, west of Greenwich too, and no time that is absent", () => {
    const { columns, rows } = readable(pl.DataFrame([times([first + 47_250, null])]), {
      zone: "America/St_Johns",
    });
    expect(rows).toEqual([["2025-10-25 22:00:47"], ["–"]]);
    expect(columns[0]!.unit).toBe("America/St_Johns −02:30");
    const some = readable(pl.DataFrame([times([first, first + 47_250])]), { zone: "UTC" });
    expect(some.rows).toEqual([["2025-10-26 00:30:00"], ["2025-10-26 00:30:47"]]);
  });

  test.each([
    [[1, 2, null], ["1", "2", "–"]],
    [[1.5, 2], ["1.5", "2.0"]],
    [[1.234, 2], ["1.23", "2.00"]],
    [[-0.001, 1.25], ["0.00", "1.25"]],
    [[Infinity, 0.5], ["Infinity", "0.5"]],
    [[1.999], ["2"]],
  ])("writes %j with the digits that it needs", (values, expected) => {
    expect(show(values)).toEqual(expected);
  });

  test("cuts a long frame, with a count", () => {
    const long = pl.DataFrame([times(Array.from({ length: 1440 }, (_, i) => i * MINUTE))]);
    const table = readable(long, { rows: 5 });
    expect(table.rows.flat()).toEqual(
      ["00:00", "00:01", "00:02", "23:58", "23:59"].map((hour) => `1970-01-01 ${hour}`),
    );
    expect(table.toString().split("\n")[6]).toBe("… 1,435 of 1,440 rows …");
    expect(table.toHtml()).toMatch(/00:02<\/td><\/tr>\n<tr><td colspan="1".*1,435 of 1,440/);
    expect(readable(long.head(5), { rows: 5 }).toString()).not.toContain("…");
  });

  test("leaves an empty frame empty and refuses an unknown zone", () => {
    const empty = readable(frame.head(0));
    expect(empty.columns.map(({ name }) => name)).toEqual(frame.columns);
    expect(empty.toString()).toMatch(/no rows$/);
    expect(() => readable(frame, { zone: "Nowhere" }))
      .toThrow(expect.objectContaining({ code: "BAD_ZONE" }));
  });

  test("is aligned as text, and HTML where it is displayed", () => {
    const table = readable(frame.select("import_kwh", "flags"));
    expect(String(table)).toBe(
      ["import_kwh  flags", "       kWh", "─────────────────", "      1.23  a;b", "         –"]
        .join("\n"),
    );
    const display = table[Symbol.for("Jupyter.display") as never] as () => Record<string, string>;
    expect(display.call(table)).toEqual({
      "text/plain": String(table),
      "text/html": table.toHtml(),
    });
  });

  test("lets no value of a frame become markup", () => {
    const html = readable(pl.DataFrame({ "<b>": ["<script>&", "a;b"] })).toHtml();
    expect(html).toContain("&lt;b&gt;</th>");
    expect(html).toContain("&lt;script&gt;&amp;</td>");
    expect(html).toContain("a;<wbr>b");
  });
});
