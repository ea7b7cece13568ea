import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import * as promql from "../../src/client/promql.ts";

const DAY = 86_400_000;
const NOON = Date.parse("2025-06-01T12:00:00+02:00");

/** The table of the specification, section 2.6. */
test.each([
  [promql.currentGeneration(), "home:power_generation:watts"],
  [promql.currentGrid(), "home:power_grid_import:watts"],
  [promql.currentLoad(), "home:power_total:watts"],
  [promql.selfSufficiency(), "clamp_max(home:autarky:ratio, 1) * 100"],
  [promql.currentExport(), "clamp_min(-home:power_grid_import:watts, 0)"],
  [promql.yieldToday(), "max(inverter_production_today_kwh)"],
  [
    promql.exportedSinceMidnight(NOON, "Europe/Berlin"),
    "sum_over_time(clamp_min(-home:power_grid_import:watts, 0)[43200s:1m]) / 60 / 1000",
  ],
  [promql.dailyYield(), "max(max_over_time(inverter_production_today_kwh[1d]))"],
  [
    promql.dailyImport("1(-1)?"),
    'sum(increase(gridbox_ha_multimeter_energy_Wh{ain=~"1(-1)?"}[1d])) / 1000',
  ],
  [
    promql.dailyExport(),
    "sum_over_time(clamp_min(-home:power_grid_import:watts, 0)[1d:1m]) / 60 / 1000",
  ],
  [promql.stringPower(), "max by (string) (inverter_dc_power_watts)"],
  [promql.dataFlowing("inv", "met").up, 'up{job=~"inv|met"}'],
  [promql.dataFlowing("inv", "met").logger, "max(inverter_logger_online)"],
])("%s", (written, expected) => {
  expect(written).toBe(expected);
  expect(parser.parse(written).toString()).not.toContain("⚠");
});

test("local days are asked for with their real length", () => {
  const window = DAY - 3_600_000;
  expect(promql.dailyYield({ window })).toContain("[82800s]");
  expect(promql.dailyImport("12(-1)?", { window })).toBe(
    'sum(increase(gridbox_ha_multimeter_energy_Wh{ain=~"12(-1)?"}[82800s])) / 1000',
  );
  expect(promql.dailyExport({ window: DAY + 3_600_000 })).toContain("[90000s:1m]");
});

test.each([
  ["at midnight the window is not empty", "2025-06-01T00:00:00+02:00", "[1s:1m]"],
  ["after an hour that was skipped", "2025-03-30T12:00:00+02:00", "[39600s:1m]"],
  ["... right after it", "2025-03-30T03:30:00+02:00", "[9000s:1m]"],
  ["after an hour that came twice", "2025-10-26T12:00:00+01:00", "[46800s:1m]"],
  ["milliseconds are left out", "2025-06-01T00:00:09.999+02:00", "[9s:1m]"],
])("since local midnight: %s", (_name, now, window) => {
  expect(promql.exportedSinceMidnight(Date.parse(now), "Europe/Berlin")).toContain(window);
});

test("no pattern leaves its quotes", () => {
  const nasty = 'a"} or vector(1) # \\';
  for (const text of [promql.dailyImport(nasty), promql.dataFlowing(nasty, nasty).up]) {
    const tree = parser.parse(text).toString();
    expect(tree).not.toContain("⚠");
    expect(tree).not.toContain("Vector(");
    expect(tree.match(/StringLiteral/g)).toHaveLength(1);
  }
});
