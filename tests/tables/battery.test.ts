/** Columns of battery and consumers, and key figures, of the demo household with both. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BATTERY_COLUMNS, consumerColumns, DAILY_COLUMNS } from "../../src/catalogue/columns.ts";
import type { Days } from "../../src/house/days.ts";
import type { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import { gapsCsv, reportColumns, toCsv, toJson } from "../../src/tables/csv_json.ts";

let home: Home, days: Days;
beforeAll(async () => {
  home = await openHousehold({ demo: "battery" });
  days = await home.days({ from: "2025-03-01", to: "2025-03-31", power: "15m" });
}, 60_000);
afterAll(() => home.close());

const NAMES = [
  ...DAILY_COLUMNS,
  ...BATTERY_COLUMNS,
  ...consumerColumns(["wallbox", "heat_pump"]),
].map(({ name }) => name);

test("the columns stand at the end, in CSV, JSON and frame alike", () => {
  expect(toCsv(days.table).split("\r\n")[0]!.split(",")).toEqual(NAMES);
  expect(days.frame.columns).toEqual(NAMES);
  const { rows, units } = JSON.parse(toJson(days.table));
  expect(Object.keys(rows[0])).toEqual(NAMES);
  expect(units.battery_loss_kwh).toBe("kWh");
  expect(units.soc_end).toBe("0–1");
});

test("energies have three decimals, shares four", () => {
  const columns = reportColumns(days.table).map(({ name }) => name);
  const cells = toCsv(days.table).split("\r\n")[7]!.split(",");
  expect(cells[columns.indexOf("stored_use_kwh")]).toMatch(/^\d+\.\d{3}$/);
  expect(cells[columns.indexOf("wallbox_kwh")]).toMatch(/^\d+\.\d{3}$/);
  expect(cells[columns.indexOf("autarky_battery")]).toMatch(/^0\.\d{4}$/);
});

test("each new energy has both ends of its band in the detail", () => {
  const { columns, height } = days.detail.frame;
  for (const name of ["stored_use", "battery_loss", "wallbox", "other"]) {
    expect(columns).toContain(`${name}_kwh_low`);
    expect(columns.indexOf(`${name}_kwh_high`)).toBeGreaterThan(columns.indexOf("autarky_high"));
  }
  expect(height).toBe(31);
});

test("the month has the sums of its days, and shares of its sums", () => {
  const [month] = days.rollUp("month").rows, { rows } = days;
  const sum = (of: (row: typeof rows[number]) => number | null | undefined) =>
    rows.reduce((total, row) => total + of(row)!, 0);
  const stored = sum(({ battery }) => battery?.stored_use_kwh);
  expect(month!.battery!.stored_use_kwh).toBeCloseTo(stored, 9);
  expect(month!.battery!.battery_loss_kwh)
    .toBeCloseTo(sum(({ battery }) => battery?.battery_loss_kwh), 9);
  expect(month!.battery!.soc_start).toBe(rows[0]!.battery!.soc_start);
  expect(month!.battery!.soc_end).toBe(rows.at(-1)!.battery!.soc_end);
  expect(month!.battery!.autarky_direct)
    .toBeCloseTo(sum(({ battery }) => battery?.direct_use_kwh) / month!.consumption_kwh!, 9);
  expect(month!.consumed!.consumers["wallbox"])
    .toBeCloseTo(sum(({ consumed }) => consumed?.consumers["wallbox"]), 9);
});

test("key figures of the battery follow from the sums", () => {
  const { battery, figures } = days.kpis(), { total } = days;
  const { battery_charged_kwh, battery_discharged_kwh, battery_loss_kwh } = total!.battery!;
  expect(battery!.battery_efficiency.value).toBeCloseTo(
    battery_discharged_kwh! / (battery_discharged_kwh! + battery_loss_kwh!),
    9,
  );
  expect(battery!.battery_efficiency.value).toBeGreaterThan(0.8);
  expect(battery!.battery_efficiency.value).toBeLessThan(1);
  expect(battery!.battery_cycles.value).toBeCloseTo(battery_discharged_kwh! / 10, 9);
  expect(battery!.grid_charge_share.value)
    .toBeCloseTo(total!.battery!.battery_from_grid_kwh! / battery_charged_kwh!, 9);
  expect(battery!.autarky_direct.value! + battery!.autarky_battery.value!)
    .toBeCloseTo(figures.autarky.value!, 9);
  // Grid power alone would say that the house uses nothing at night.
  expect(figures.base_load.value).toBeGreaterThan(80);
});

test("a house without them has neither columns nor figures", async () => {
  await using plain = await openHousehold({ demo: true });
  const days = await plain.days({ from: "2025-06-01", to: "2025-06-02" });
  expect(days.frame.columns).toEqual(DAILY_COLUMNS.map(({ name }) => name));
  expect(days.kpis().battery).toBeUndefined();
  expect(days.rows[0]).not.toHaveProperty("battery");
});

test("a gap in the battery's power is listed, and its day is not complete", async () => {
  const days = await home.days({ from: "2025-06-11", to: "2025-06-13" });
  expect(days.rows.map(({ complete }) => complete)).toEqual([true, false, true]);
  expect(days.rows[1]!.flags).toEqual(["battery_gap"]);
  const gaps = days.gaps.frame.toRecords().filter(({ power }) => power === "battery");
  expect(gaps).toHaveLength(1);
  expect(gapsCsv(days.analysis!.gaps, home.zone)).toMatch(/battery,2025-06-12T/);
});
