import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "../../src/tables/csv_json.ts";
import { days, emptyRow, row } from "./tables.ts";

const HEADER =
  "date,start,end,hours,import_kwh,export_kwh,yield_kwh,self_consumed_kwh,consumption_kwh,autarky," +
  "self_consumption_rate,coverage_grid,coverage_pv,complete,method,flags";

/** A reader after RFC 4180, as strict as its grammar. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < csv.length) {
    const cells: string[] = [];
    for (;;) {
      const match = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
      match.lastIndex = at;
      const found = match.exec(csv)!;
      cells.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
      at = match.lastIndex;
      if (csv.startsWith("\r\n", at)) break;
      if (csv[at] !== ",") throw new Error(`Not RFC 4180 at ${at}: ${csv.slice(at, at + 20)}`);
      at += 1;
    }
    at += 2;
    rows.push(cells);
  }
  return rows;
}

const table = (...rows: Parameters<typeof row>[0][]) => ({
  ...days("2025-06-01", "2025-06-01"),
  rows: rows.map(row),
});
const cells = (changes: Parameters<typeof row>[0]) => {
  const [names, values] = parse(toCsv(table(changes)));
  return Object.fromEntries(names!.map((name, index) => [name, values![index]]));
};

describe("toCsv()", () => {
  test("writes exactly these columns, and a line per row, each ended by CRLF", () => {
    expect(toCsv(table({}, { date: "2025-06-02" }))).toBe(
      `${HEADER}\r\n` +
        "2025-06-01,2025-06-01T00:00:00+02:00,2025-06-02T00:00:00+02:00,24,2.500,9.250,14.400,5.150," +
        "7.650,0.6732,0.3576,1.0000,1.0000,true,import:counter export:integral yield:day_counter,\r\n" +
        "2025-06-02,2025-06-01T00:00:00+02:00,2025-06-02T00:00:00+02:00,24,2.500,9.250,14.400,5.150," +
        "7.650,0.6732,0.3576,1.0000,1.0000,true,import:counter export:integral yield:day_counter,\r\n",
    );
  });

  test("writes the header alone for a table without rows", () => {
    expect(toCsv(table())).toBe(`${HEADER}\r\n`);
  });

  test("leaves unknown values empty, never zero", () => {
    expect(parse(toCsv(table(emptyRow())))[1]!.slice(4, 11)).toEqual(Array(7).fill(""));
  });

  test("gives both days of a clock change their offsets and hours", () => {
    const lines = toCsv(days("2025-03-30", "2025-03-30")).split("\r\n");
    expect(lines[1]).toMatch(
      /^2025-03-30,2025-03-30T00:00:00\+01:00,2025-03-31T00:00:00\+02:00,23,/,
    );
    expect(toCsv(days("2025-10-26", "2025-10-26")).split("\r\n")[1]).toMatch(
      /^2025-10-26,2025-10-26T00:00:00\+02:00,2025-10-27T00:00:00\+01:00,25,/,
    );
  });

  test.each([
    [{ import_kwh: 1.76100000000042 }, "import_kwh", "1.761"],
    [{ import_kwh: 0 }, "import_kwh", "0.000"],
    // A tiny negative must not become a negative zero.
    [{ self_consumed_kwh: -0.0001 }, "self_consumed_kwh", "0.000"],
    [{ self_consumed_kwh: -0.25 }, "self_consumed_kwh", "-0.250"],
    [{ yield_kwh: 123456.7891 }, "yield_kwh", "123456.789"],
    [{ autarky: 2 / 3 }, "autarky", "0.6667"],
    [{ hours: 24.5 }, "hours", "24.5"],
    [{ coverage_pv: null }, "coverage_pv", ""],
    [{ complete: false }, "complete", "false"],
    [{ flags: ["grid_gap", "pv_gap"] as const }, "flags", "grid_gap;pv_gap"],
    [{ method: 'a "b", c' }, "method", 'a "b", c'],
  ])("writes %j in column %s as '%s'", (changes, column, text) => {
    expect(cells(changes)[column]).toBe(text);
  });

  test("is read back by any reader, whatever the texts are", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", ";", " ", "é") });
    fc.assert(fc.property(texts, (method) => {
      expect(cells({ method })["method"]).toBe(method);
    }));
  });
});
