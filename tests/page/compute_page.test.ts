import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { computeReport } from "../../src/commands/report/run_report.ts";
import { parseReportOptions } from "../../src/commands/report.ts";
import type { Days } from "../../src/house/days.ts";
import { joinSeries } from "../../src/columns.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";
import { effects } from "../terminal/capture.ts";

async function compute(...args: string[]) {
  const parsed = parseReportOptions(["--source", "demo", "--quiet", ...args]);
  if (!("options" in parsed)) throw new Error(parsed.text);
  return await computeReport(parsed.options, effects());
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, d: 86_400_000 };

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

  test("reads each sample once", async () => {
    const time = Float64Array.from(
      { length: 5 * 1440 },
      (_, i) => Date.UTC(2025, 4, 31) + 60_000 * i,
    );
    const series = (name: string) => ({
      labels: { __name__: name, ain: "1", job: "house" },
      time,
      value: time.map((_, i) => i % 7),
    });
    const columns = joinSeries(
      ["gridbox_ha_multimeter_power_W", "inverter_ac_active_power_watts"].map(series),
    );
    await using server = startMetricsServer(() => columns);
    const parsed = parseReportOptions(
      "--from 2025-06-01 --to 2025-06-03 --format html --quiet".split(" "),
    );
    if (!("options" in parsed)) throw new Error(parsed.text);
    const env = { METRICS_URL: server.url.href, HOUSEHOLD_ZONE: "Europe/Berlin" };
    const kept = new Map<string, Days>();
    const first = await computeReport(parsed.options, effects({ env }), kept);
    expect(first.page!.earlier!.rows.map(({ date }) => date)).toEqual([
      ...["2025-05-01", "2025-05-02", "2025-05-03"],
      ...["2024-06-01", "2024-06-02", "2024-06-03"],
    ]);
    // Once the earlier months are known, only the days of the page are read.
    const before = server.requests.length;
    const { page } = await computeReport(parsed.options, effects({ env }), kept);
    expect(page!.days.rows).toHaveLength(3);

    const windows = server.requests.slice(before).filter(({ path }) => path.endsWith("/query"))
      .map(({ body }) => new URLSearchParams(body))
      .map((form) => {
        const [, selector, count, unit] = /^(.*)\[(\d+)(ms|s|d)\]$/.exec(form.get("query")!)!;
        const end = Math.round(1000 * Number(form.get("time")));
        return { selector: selector!, start: end - Number(count) * UNITS[unit!]!, end };
      });
    expect(windows.map(({ selector }) => selector).join()).toContain(
      "gridbox_ha_multimeter_power_W",
    );
    const twice = windows.filter((one) =>
      windows.some((other) =>
        other !== one && other.selector === one.selector &&
        other.start < one.end && one.start < other.end
      )
    );
    expect(twice).toEqual([]);
    // A page that is served for months keeps those of its last day only.
    const options = { ...parsed.options, to: "2025-06-04" };
    await computeReport(options, effects({ env }), kept);
    expect([...kept.values()].map(({ rows }) => rows.at(-1)!.date)).toEqual([
      "2025-05-04",
      "2024-06-04",
    ]);
  });

  test("compares the energies alone where the prices of a tariff begin later", async () => {
    const folder = await mkdtemp(join(tmpdir(), "page-")), tariff = join(folder, "tariff.json");
    const hours = Array.from({ length: 48 }, (_, hour) => Date.UTC(2025, 5, 0, 22 + hour));
    const prices = hours.map((at) => `${new Date(at).toISOString()},30`);
    await writeFile(join(folder, "spot.csv"), `start,price\n${prices.join("\n")}\n`);
    const common = { flow: "import", from: "2024-01-01", unit: "ct/kWh", vat: 0 };
    await writeFile(
      tariff,
      JSON.stringify({
        ...{ tz: "Europe/Berlin", currency: "EUR" },
        components: [{ id: "energy", ...common, series: "spot" }],
        series: { spot: { csv: "spot.csv", unit: "ct/kWh", step: "PT1H" } },
      }),
    );
    try {
      const { page } = await compute(
        ...["--from", "2025-06-01", "--to", "2025-06-02", "--format", "html", "--tariff", tariff],
      );
      expect(page!.money!.rows).toHaveLength(2);
      expect(page!.earlier!.rows.filter(({ complete }) => complete)).toHaveLength(2);
      expect(page!.earlier!.money).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("pulls nothing more for other formats", async () => {
    const { page } = await compute("--from", "2025-06-01", "--to", "2025-06-02");
    expect(page).toBeNull();
  });
});
