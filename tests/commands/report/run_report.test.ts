import { expect, test } from "vitest";
import { computeReport, encode, runReport } from "../../../src/commands/report/run_report.ts";
import { parseReportOptions } from "../../../src/commands/report.ts";
import { effects } from "../../terminal/capture.ts";

function optionsOf(line: string) {
  const parsed = parseReportOptions(line.split(" "));
  if (!("options" in parsed)) throw new Error(parsed.text);
  return parsed.options;
}

test("runReport() writes a month as CSV to standard output", async () => {
  const shown = effects();
  const line = "--source demo --from 2025-06-01 --to 2025-06-30 --period month --out - --quiet";
  await runReport(optionsOf(line), shown);
  expect(shown.stdout.text).toMatch(/\r\n2025-06,/);
});

test("computeReport() has a row per day", async () => {
  const options = optionsOf("--source demo --from 2025-06-01 --to 2025-06-02 --quiet");
  expect((await computeReport(options, effects())).table.rows).toHaveLength(2);
});

test("encode() writes the asked format", async () => {
  const table = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
  expect(await encode({ table, page: null, money: null }, "csv")).toMatch(/^date,/);
  expect(JSON.parse(String(await encode({ table, page: null, money: null }, "json"))))
    .toMatchObject({
      rows: [],
    });
});
