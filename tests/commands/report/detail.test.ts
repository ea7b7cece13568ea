import { describe, expect, test } from "vitest";
import { DAILY_COLUMNS, DETAIL_COLUMNS } from "../../../src/catalogue/columns.ts";
import { computeReport } from "../../../src/commands/report/run_report.ts";
import { toCsv, toJson } from "../../../src/tables/csv_json.ts";
import { parseReportOptions } from "../../../src/commands/report.ts";
import { processEffects } from "../../../src/terminal/command.ts";

const ALL = [...DAILY_COLUMNS, ...DETAIL_COLUMNS].map(({ name }) => name);

async function compute(...args: string[]) {
  const parsed = parseReportOptions(["--source", "demo", "--quiet", ...args]);
  if (!("options" in parsed)) throw new Error(parsed.text);
  const effects = processEffects(new AbortController().signal);
  return (await computeReport(parsed.options, effects)).table;
}

describe("--detail", () => {
  test("adds its columns behind those of the daily table, in CSV and JSON", async () => {
    const table = await compute("--from", "2025-06-01", "--to", "2025-06-02", "--detail");
    const [head, first] = toCsv(table).split("\r\n").map((line) => line.split(","));
    expect(head).toEqual(ALL);
    const of = (name: string) => Number(first![ALL.indexOf(name as typeof ALL[number])]);
    expect(of("export_kwh_low")).toBeLessThan(of("export_kwh"));
    expect(of("export_kwh_high")).toBeGreaterThan(of("export_kwh"));
    expect(of("dc_integral_kwh")).toBeGreaterThan(of("yield_integral_kwh"));
    const { rows, units } = JSON.parse(toJson(table));
    expect(Object.keys(rows[0])).toEqual(ALL);
    expect(units.export_kwh_low).toBe("kWh");
    expect(rows[0].export_kwh_low).toBe(of("export_kwh_low"));
  });

  test("is rolled up with its table", async () => {
    const args = ["--from", "2025-05-01", "--to", "2025-06-30", "--detail"];
    const days = await compute(...args), months = await compute(...args, "--period", "month");
    expect(months.detail!.map(({ date }) => date)).toEqual(months.rows.map(({ date }) => date));
    const may = days.detail!.filter(({ date }) => date.startsWith("2025-05"))
      .reduce((kwh, day) => kwh + day.export_integral_kwh!, 0);
    expect(months.detail![0]!.export_integral_kwh).toBeCloseTo(may, 9);
  });

  test("is absent without the option", async () => {
    const table = await compute("--from", "2025-06-01", "--to", "2025-06-01");
    expect(table.detail).toBeUndefined();
    expect(toCsv(table)).not.toContain("export_kwh_low");
  });
});
