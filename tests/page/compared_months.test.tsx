import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { type EnergyTable, totalRow } from "../../src/energy/table.ts";
import { ComparedMoney, ComparedMonths, compareMonths } from "../../src/page/compared_months.tsx";
import { days, emptyRow } from "../tables/tables.ts";
import { moneyOf } from "./money_of.ts";

const compare = (table: EnergyTable) =>
  compareMonths(table.rows, (rows) => totalRow({ ...table, rows }));
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "|");

/** A complete day on which only the import is known. */
const imported = (date: string, import_kwh: number) => ({
  [date]: { ...emptyRow(), date, import_kwh, complete: true, flags: [] },
});

test("the last month is compared on the days that are complete in both months", () => {
  const table = days("2024-01-01", "2025-01-03", {
    ...imported("2025-01-01", 10),
    ...imported("2025-01-02", 20),
    ...imported("2025-01-03", 40),
    ...imported("2024-12-01", 5),
    ...imported("2024-12-02", 7),
    "2024-12-03": { complete: false },
    "2024-01-01": { complete: false },
    "2024-01-02": { complete: false },
    ...imported("2024-01-03", 50),
  });
  const [month, year] = compare(table);
  expect(month).toMatchObject({ other: "2024-12", days: 2 });
  expect([month!.last!.import_kwh, month!.before!.import_kwh]).toEqual([30, 12]);
  expect(year).toMatchObject({ other: "2024-01", days: 1 });
  const text = textOf(renderToString(<ComparedMonths days={table} />));
  expect(text).toContain("Jan 2025 beside Dec 2024, on the 2 days of the month that are complete");
  expect(text).toMatch(/\+150\.0.%/);
  expect(text).toMatch(/−20\.0.%/);
});

test("what grew from nearly nothing is so many times as much", () => {
  const table = days("2025-02-01", "2025-03-01", {
    ...imported("2025-02-01", 0.42),
    ...imported("2025-03-01", 13.35),
  });
  expect(textOf(renderToString(<ComparedMonths days={table} />))).toMatch(/\|32.times\|/);
});

test("a month without its data is not compared, and the page says so", () => {
  const table = days("2025-03-01", "2025-03-31");
  expect(compare(table).map(({ other, days }) => [other, days])).toEqual([
    ["2025-02", 0],
    ["2024-03", 0],
  ]);
  const html = renderToString(<ComparedMonths days={table} />);
  expect(html).not.toContain("<table");
  expect(html).toContain("Mar 2025 cannot be compared with Feb 2025");
  expect(html).toContain("Mar 2025 cannot be compared with Mar 2024");
});

test("no days are compared with nothing", () => {
  expect(compare({ ...days("2025-01-01", "2025-01-01"), rows: [] })).toEqual([]);
});

test("money is compared on the days that are fully priced in both months", () => {
  const money = moneyOf("2024-01-01", "2025-01-03", ({ label }) => ({
    net: label < "2024-12" ? -1 : label < "2025" ? 2 : 7.5,
    // A day without a price for all of its import.
    unpricedImport: label === "2024-12-02" ? 1 : 0,
  }));
  const text = textOf(renderToString(<ComparedMoney money={money} />));
  expect(text).toContain("Jan 2025 beside Dec 2024, on the 2 days of the month that are priced");
  expect(text).toMatch(/Net, with fees\|+15\.00.EUR\|+4\.00.EUR\|+\+11\.00.EUR/);
  expect(text).toContain("Jan 2025 beside Jan 2024, on the 3 days of the month that are priced");
  expect(text).toMatch(/Net, with fees\|+22\.50.EUR\|+−3\.00.EUR\|+\+25\.50.EUR/);
});

test("days of earlier months that the page lacks are compared, too", () => {
  const table = days("2025-06-01", "2025-06-02"), { rows } = days("2025-05-01", "2025-05-02");
  const text = textOf(renderToString(<ComparedMonths days={table} earlier={rows} />));
  expect(text).toContain("Jun 2025 beside May 2025, on the 2 days of the month");
  const html = renderToString(
    <ComparedMoney
      money={moneyOf("2025-06-01", "2025-06-02")}
      earlier={moneyOf("2025-05-01", "2025-05-02").days}
    />,
  );
  expect(textOf(html)).toContain("Jun 2025 beside May 2025, on the 2 days of the month that are");
});

test("months without money are not compared", () => {
  const money = moneyOf("2025-01-01", "2025-01-03");
  expect(renderToString(<ComparedMoney money={money} />)).toBe("");
});
