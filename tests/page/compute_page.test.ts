import { describe, expect, test } from "vitest";
import { computeReport } from "../../src/commands/report/run_report.ts";
import { parseReportOptions } from "../../src/commands/report.ts";
import { effects } from "../terminal/capture.ts";

async function compute(...args: string[]) {
  const parsed = parseReportOptions(["--source", "demo", "--quiet", ...args]);
  if (!("options" in parsed)) throw new Error(parsed.text);
  return await computeReport(parsed.options, effects());
}

describe("a report as a page", () => {
  test("looks closer at the days with the highest and the lowest yield", async () => {
    const { page } = await compute(
      ...["--from", "2025-06-01", "--to", "2025-06-04", "--period", "month", "--format", "html"],
    );
    expect(page!.table.kind).toBe("month");
    expect(page!.days.rows).toHaveLength(4);
    expect(page!.samples!.power.days.map(({ label }) => label)).toEqual([
      "2025-06-01",
      "2025-06-02",
      "2025-06-03",
      "2025-06-04",
    ]);
    const yields = page!.days.rows.toSorted((a, b) => b.yield_kwh! - a.yield_kwh!);
    expect(page!.samples!.closeUps.map(({ reason, power }) => [reason, power.days[0]!.label]))
      .toEqual([
        ["The day with the highest yield", yields[0]!.date],
        ["The day with the lowest yield", yields.at(-1)!.date],
      ]);
    expect(page!.samples!.closeUps[0]!.power.step).toBe(300_000);
  });

  test("looks at each of two days", async () => {
    const { page } = await compute("--from", "2025-06-01", "--to", "2025-06-02", "--out", "a.html");
    expect(page!.samples!.closeUps.map(({ power }) => power.days[0]!.label)).toEqual([
      "2025-06-01",
      "2025-06-02",
    ]);
  });

  test("pulls nothing more for other formats", async () => {
    const { page } = await compute("--from", "2025-06-01", "--to", "2025-06-02");
    expect(page).toBeNull();
  });
});
