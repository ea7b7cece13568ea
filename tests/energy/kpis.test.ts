import { beforeAll, describe, expect, test } from "vitest";
import { KPIS } from "../../src/catalogue/key_figures.ts";
import { computeKpis, kpiFrame, type Kpis } from "../../src/energy/kpis.ts";
import { type EnergyTable, rollUp } from "../../src/energy/table.ts";
import { analysisOf, powerOf, stretch } from "../plots/house.ts";
import { batteryFigures, energyRow, tableOf, UNKNOWN } from "./table_rows.ts";

const household = { strings: [{ name: "pv1", kwp: 3 }, { name: "pv2", kwp: 1.5 }] };

describe("ratios and yields", () => {
  const table = tableOf([
    energyRow("2025-06-01", {
      yield_kwh: 9,
      self_consumed_kwh: 3,
      import_kwh: 2,
      consumption_kwh: 5,
    }),
    // A day of much sun: the mean of the daily ratios would be another number.
    energyRow("2025-06-02", {
      yield_kwh: 91,
      self_consumed_kwh: 5,
      export_kwh: 86,
      import_kwh: 0,
      consumption_kwh: 5,
      hours: 25,
    }),
    energyRow("2025-06-03", UNKNOWN),
  ]);
  const { figures } = computeKpis(table, { household });

  test("come from summed energies of the days that are known", () => {
    expect(figures.self_consumption_rate).toEqual({ value: 0.08, basis: "2 of 3 days known" });
    expect(figures.autarky).toEqual({ value: 0.8, basis: "2 of 3 days known" });
  });

  test("of the nameplate take the real hours of the days that are known", () => {
    expect(figures.specific_yield.value).toBeCloseTo(100 / 4.5, 12);
    expect(figures.capacity_factor.value).toBeCloseTo(100 / (4.5 * 49), 12);
    expect(figures.capacity_factor.basis).toBe("4.5 kWp, 2 of 3 days known, 49 h");
  });

  test("are not known without a nameplate, power or days", () => {
    const { figures } = computeKpis(table);
    expect(figures.specific_yield).toEqual({ value: null, basis: "kWp not known" });
    expect(figures.base_load).toEqual({ value: null, basis: "no power table" });
    expect(computeKpis(tableOf([]), { household }).figures.specific_yield.value).toBeNull();
    expect(computeKpis(tableOf([])).figures.autarky.value).toBeNull();
  });

  test("are those of days only", () => {
    expect(() => computeKpis(rollUp(table, "month"))).toThrow(RangeError);
  });
});

describe("the battery", () => {
  const efficiency = (...days: [given: number, lost: number | null][]) => {
    const rows = days.map(([battery_discharged_kwh, battery_loss_kwh], i) =>
      energyRow(`2025-06-0${i + 1}`, {
        battery: batteryFigures({ battery_discharged_kwh, battery_loss_kwh }),
      })
    );
    const devices = { battery: true, consumers: [] };
    return computeKpis({ ...tableOf(rows), devices }).battery!.battery_efficiency;
  };

  test("has the efficiency of the days on which its losses are known", () => {
    expect(efficiency([9, 1], [5, null])).toEqual({ value: 0.9, basis: "1 of 2 days known" });
    // An old one that loses more than it gives.
    expect(efficiency([1, 3]).value).toBe(0.25);
    expect(efficiency([0, 0]).value).toBeNull();
  });
});

describe("the house of parabolas", () => {
  const days = { from: "2025-06-09", to: "2025-06-12", step: 900_000 };
  let table: EnergyTable, kpis: Kpis;
  beforeAll(async () => {
    table = (await analysisOf(days)).table;
    kpis = computeKpis(table, { household, power: await powerOf(days) });
  });

  test("has a base load of 200 W, with how it was taken", () => {
    const { value, basis } = kpis.figures.base_load;
    expect(value).toBeCloseTo(200, 6);
    expect(basis).toBe("percentile 10 of 80 15-min means, 0 to 5 h, without generation");
  });

  test("has the percentile and the window that are asked for", async () => {
    const power = await powerOf(days);
    const asked = { percentile: 0.5, fromHour: 18, toHour: 24 };
    const { figures } = computeKpis(table, { power, baseLoad: asked });
    expect(figures.base_load.basis).toMatch(/^percentile 50 of \d+ 15-min means, 18 to 24 h/);
  });

  test("has no base load while the sun shines", async () => {
    const noon = { fromHour: 12, toHour: 14 };
    const { figures } = computeKpis(table, { power: await powerOf(days), baseLoad: noon });
    expect(figures.base_load).toEqual({ value: null, basis: "no known load at night" });
  });

  test("refuses a power table that lacks some of the days", async () => {
    const power = await powerOf({ from: "2025-06-09", to: "2025-06-11" });
    expect(() => computeKpis(table, { power })).toThrow(/2025-06-12/);
  });

  test("draws most at the kettle, and says when", () => {
    const { peak_import, peak_import_raw } = kpis.figures;
    expect(peak_import.time).toBe(Date.parse("2025-06-09T05:00:00Z"));
    expect(peak_import.value).toBeLessThan(peak_import_raw.value!);
    expect(peak_import.basis).toBe("15-min means");
    expect(peak_import_raw.basis).toBe("raw samples");
  });

  test("has a peak of zero, at no time, in a direction in which nothing flows", async () => {
    const power = await powerOf(days), export_w = power.export_w.map(() => 0);
    const { peak_export } = computeKpis(table, { power: { ...power, export_w } }).figures;
    expect(peak_export).toEqual({ value: 0, basis: "15-min means" });
  });

  test("loses 4 % between DC and AC", () => {
    expect(kpis.figures.inverter_efficiency.value).toBeCloseTo(1 / 1.04, 9);
  });

  test("has two strings alike in shape, one of a smaller nameplate", () => {
    const [east, west] = kpis.strings;
    expect(kpis.strings).toHaveLength(2);
    expect(east!.share + west!.share).toBeCloseTo(1, 12);
    expect(east!.array_yield).toBeCloseTo(east!.dc_kwh / 3, 12);
    expect(west!.array_yield).toBeCloseTo(west!.dc_kwh / 1.5, 12);
  });

  test("keeps a gap of one side out of efficiency, shares and peaks", async () => {
    const blind = { inverter: stretch("2025-06-10", "06:00", "10:00") };
    const power = await powerOf(days, blind);
    const { figures } = computeKpis(table, { power, household });
    expect(figures.inverter_efficiency.value).toBeCloseTo(1 / 1.04, 9);
    // The counter caught up on kilowatt-hours at 10:00; no power of them is a peak.
    expect(figures.peak_export_raw.value).toBe(kpis.figures.peak_export_raw.value);
    expect(Math.max(...power.generation_w.filter((watts) => !Number.isNaN(watts))))
      .toBeLessThan(4000);
  });

  test("is readable as a frame, in the order of the catalogue", () => {
    const frame = kpiFrame(kpis, "Europe/Berlin");
    const names = frame.getColumn("kpi").toArray();
    expect(names.slice(0, KPIS.length)).toEqual(KPIS.map(({ name }) => name));
    expect(names).toContain("share_pv1");
    expect(names).toContain("highest_yield_kwh");
    const peak = frame.toRecords().find(({ kpi }) => kpi === "peak_import");
    expect(peak).toMatchObject({ unit: "W", when: "2025-06-09T07:00:00+02:00" });
  });
});
