import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("runReport() shows the months and the last 14 days if no range is asked for", async () => {
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  try {
    const shown = async (line: string) => {
      const here = effects();
      await runReport(optionsOf(`--source demo --out ${folder}/r.csv ${line}`), here);
      return here.stdout.text;
    };
    const whole = await shown("--period day"), range = await shown("--from 2025-01-01");
    expect(whole.match(/^2025-\d\d-\d\d /gm)).toHaveLength(14);
    expect(whole.match(/^2025-\d\d /gm)).toHaveLength(12);
    expect(whole).toMatch(/^2025-12-31 .*\n\nMonth /m);
    expect(whole).toMatch(/^Wrote .*r\.csv \(365 days; the last 14 are shown\)$/m);
    expect(range.match(/^2025-\d\d-\d\d /gm)).toHaveLength(365);
    expect((await readFile(`${folder}/r.csv`, "utf8")).split("\r\n")).toHaveLength(367);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("runReport() with a tariff says each notice once", async () => {
  const shown = effects();
  const tariff = new URL("../../../data/tariffs/de-flat.json", import.meta.url).pathname;
  // Nothing is configured, so it is the demo, and says so.
  await runReport(
    optionsOf(`--from 2025-06-01 --to 2025-06-02 --out - --tariff ${tariff}`),
    shown,
  );
  const notices = shown.stderr.text.match(/^notice: .*$/gm)!;
  expect(notices.filter((text) => text.includes("simulated demo household"))).toHaveLength(1);
  expect(new Set(notices).size).toBe(notices.length);
});

test("encode() writes the asked format", async () => {
  const table = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
  expect(await encode({ table, page: null, money: null }, "csv")).toMatch(/^date,/);
  expect(JSON.parse(String(await encode({ table, page: null, money: null }, "json"))))
    .toMatchObject({
      rows: [],
    });
});
