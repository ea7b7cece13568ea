import { describe, expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import { rollUp } from "../../src/energy/table.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { memorySource } from "../memory_source.ts";
import { load } from "../notation.ts";

const start = Date.UTC(2025, 4, 31), MINUTES = 33 * 24 * 60;
const METER = `gridbox_ha_multimeter_energy_Wh 5000000+5x${MINUTES}
               gridbox_ha_multimeter_power_W 300x${MINUTES}`;
const none = { generation_power: null, yield_today: null, yield_total: null };
const roles = { ...none, string_power: null, logger_online: null };
const house = parseHousehold({ zone: "UTC", roles });
const june = { from: "2025-06-01", to: "2025-06-30", now: Date.UTC(2025, 6, 2) };
const source = (text: string) => memorySource(load(text, { start }));

describe("a house without PV", () => {
  test("yields nothing and uses what it draws, and no day is missing in its month", async () => {
    const { table, reconciled } = await analyseDays(source(METER), house, june);
    for (const row of table.rows) {
      expect(row).toMatchObject({
        yield_kwh: 0,
        export_kwh: 0,
        self_consumed_kwh: 0,
        autarky: 0,
        self_consumption_rate: null,
        coverage_pv: null,
        complete: true,
        method: "import:counter export:integral yield:none",
        flags: [],
      });
      expect(row.import_kwh).toBeCloseTo(7.2, 9);
      expect(row.consumption_kwh).toBe(row.import_kwh);
    }
    const [month] = rollUp(table, "month").rows;
    expect(month).toMatchObject({ complete: true, flags: [] });
    expect(month!.consumption_kwh).toBeCloseTo(216, 9);
    const { consumption_kwh, yield_kwh } = reconciled[0]!.bands;
    expect(yield_kwh).toEqual({ low: 0, high: 0 });
    expect(consumption_kwh!.low).toBeLessThanOrEqual(7.2);
    expect(consumption_kwh!.high).toBeGreaterThanOrEqual(7.2);
  });

  test("a register alone is enough: nothing is fed in", async () => {
    const registerOnly = parseHousehold({ zone: "UTC", roles: { ...roles, grid_power: null } });
    const { table } = await analyseDays(source(METER), registerOnly, june);
    expect(table.rows.map(({ complete }) => complete)).toEqual(table.rows.map(() => true));
    expect(table.rows[0]!.consumption_kwh).toBeCloseTo(7.2, 9);
  });

  test("that feeds in on one day has PV that nobody bound: what it uses is unknown on all days", async () => {
    const dull = "300x1439", day = "300x719 -900x359 300x360";
    const text = `gridbox_ha_multimeter_energy_Wh 5000000+5x${MINUTES}
                  gridbox_ha_multimeter_power_W ${Array(20).fill(dull).join(" ")} ${
      Array(13).fill(day).join(" ")
    }`;
    const { table } = await analyseDays(source(text), house, june);
    for (const row of table.rows) {
      expect(row).toMatchObject({ yield_kwh: null, consumption_kwh: null, autarky: null });
      expect(row.method).toMatch(/yield:unknown$/);
      expect(row.flags).toEqual([]);
      expect(row.complete).toBe(true);
    }
  });

  test("whose export register has counted before has PV, too, even if it feeds in on no day", async () => {
    const withExport = (reading: number) =>
      `${METER}
       exported ${reading}x${MINUTES}`;
    const bound = parseHousehold({
      zone: "UTC",
      roles: { ...roles, export_energy: { selector: "exported", unit: "kWh" } },
    });
    const december = await analyseDays(source(withExport(2417.5)), bound, june);
    for (const row of december.table.rows) {
      expect(row).toMatchObject({ export_kwh: 0, yield_kwh: null, consumption_kwh: null });
      expect(row.complete).toBe(true);
    }
    const { table } = await analyseDays(source(withExport(0.3)), bound, june);
    expect(table.rows[0]).toMatchObject({ yield_kwh: 0, complete: true });
    expect(table.rows[0]!.consumption_kwh).toBeCloseTo(7.2, 9);
  });

  test("a day without samples stays unknown", async () => {
    const { table } = await analyseDays(source(METER), house, {
      ...june,
      to: "2025-07-10",
      now: Infinity,
    });
    expect(table.rows.at(-1)).toMatchObject({ yield_kwh: null, flags: ["no_data"] });
  });
});

describe("a house whose inverter has no sample at all", () => {
  const withDefaults = defaultHousehold({ zone: "UTC" });
  test("and that feeds in nothing seems to have no PV", async () => {
    const { table } = await analyseDays(source(METER), withDefaults, june);
    expect(table.rows[0]).toMatchObject({ yield_kwh: null, complete: false });
    expect(table.notices.at(-1)).toMatch(
      /fed in nothing on 30 days: it seems to have no PV.*"generation_power": null, "yield_today": null/,
    );
  });

  test("and whose export register has counted before has lost its inverter", async () => {
    const bound = parseHousehold({
      zone: "UTC",
      roles: { export_energy: { selector: "exported", unit: "kWh" } },
    });
    const text = `${METER}
                  exported 2417.5x${MINUTES}`;
    const { table } = await analyseDays(source(text), bound, june);
    expect(table.notices.at(-1)).toMatch(/export register shows that the house has fed in before/);
  });

  test("and that feeds in has lost its inverter", async () => {
    const day = "300x719 -900x359 300x360";
    const text = `gridbox_ha_multimeter_power_W ${Array(33).fill(day).join(" ")}`;
    const { table } = await analyseDays(source(text), withDefaults, june);
    expect(table.rows[0]).toMatchObject({ yield_kwh: null, complete: false });
    expect(table.notices.at(-1)).toMatch(/fed in on 30 of 30 days: it generates/);
  });
});
