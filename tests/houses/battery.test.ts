/**
 * Houses whose file binds battery and consumers, and houses whose file does not, against the truth at
 * one second.
 */
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { rollUp, totalRow } from "../../src/energy/table.ts";
import { type House, PLACES, PLAIN } from "./house.ts";
import { type HouseMonth, simulateMonth } from "./house_month.ts";
import { analyse } from "./judge.ts";
import { resultsOf } from "./results.ts";
import { trueColumns } from "./true_columns.ts";

const battery = (
  coupling: "ac" | "dc",
  generation: "panels" | "output",
): NonNullable<House["battery"]> => (
  { coupling, generation, capacity: 8000, power: 4000, sign: "charge_positive" }
);

/** Every coupling and way of binding, in zones and months with a change of the clocks. */
const HOUSES: [name: string, house: House][] = [
  ["ac by both, Berlin in March", {
    ...PLAIN,
    seed: "b1",
    month: "2025-03",
    battery: battery("ac", "panels"),
    wallbox: 7400,
  }],
  ["ac by power, New York in November", {
    ...PLAIN,
    seed: "b2",
    month: "2025-11",
    place: PLACES[4]!,
    battery: { ...battery("ac", "panels"), sign: "discharge_positive" },
    heatPump: 2500,
    binds: { battery: "power", soc: true, consumers: "power" },
  }],
  ["ac by counters, Lord Howe in April", {
    ...PLAIN,
    seed: "b3",
    month: "2025-04",
    place: PLACES[11]!,
    battery: battery("ac", "panels"),
    binds: { battery: "counters", soc: false, consumers: "both" },
  }],
  ["hybrid output, Santiago in September", {
    ...PLAIN,
    seed: "b4",
    month: "2025-09",
    place: PLACES[6]!,
    battery: battery("dc", "output"),
    wallbox: 3700,
    heatPump: 2000,
    binds: { battery: "both", soc: true, consumers: "counters" },
  }],
  ["hybrid output, a file without coordinates", {
    ...PLAIN,
    seed: "b5",
    month: "2025-10",
    battery: battery("dc", "output"),
    tells: { place: false, strings: true, fuse: true },
    binds: { battery: "power", soc: true, consumers: null },
  }],
  ["hybrid panels, Auckland in September", {
    ...PLAIN,
    seed: "b6",
    month: "2025-09",
    place: PLACES[12]!,
    battery: battery("dc", "panels"),
    wallbox: 11_000,
  }],
];

async function analysed(
  month: HouseMonth,
  options?: Parameters<typeof analyse>[1],
): Promise<Analysis> {
  const analysis = await analyse(month, options);
  if (typeof analysis === "string") throw new Error(analysis);
  return analysis;
}

describe.each(HOUSES)("%s", (_, house) => {
  const month = simulateMonth(house);
  const analysis = analysed(month);

  test("nearly all days are complete, and the truth is in their bands", async () => {
    const { table, reconciled } = await analysis;
    const complete = table.rows.flatMap((row, d) => row.complete ? [d] : []);
    expect(complete.length).toBeGreaterThanOrEqual(table.rows.length - 1);
    let known = 0, inside = 0;
    for (const d of complete) {
      const { bands, devices } = reconciled[d]!;
      for (const [column, truth] of Object.entries(trueColumns(month.truth[d]!))) {
        const band = bands[column as keyof typeof bands] ?? devices?.bands[column];
        if (!band) continue;
        known++;
        if (truth >= band.low - 1e-9 && truth <= band.high + 1e-9) inside++;
        else {expect(Math.max(band.low - truth, truth - band.high)).toBeLessThan(
            band.high - band.low,
          );}
      }
    }
    expect(inside / known).toBeGreaterThan(0.97);
  });

  test("stretches of nine days have the same results as before", async () => {
    const analysis = await analysed(month, { stretch: 9, intervals: { step: 900_000 } });
    const text = resultsOf(analysis, parseHousehold(month.file), { days: false });
    await expect(`${text}\n`).toMatchFileSnapshot(`results/house_${house.seed}.txt`);
  });

  test("every day adds up to the last digit, and the days to the month", async () => {
    const { table } = await analysis;
    const total = totalRow(table)!, [byMonth] = rollUp(table, "month").rows;
    for (const row of [...table.rows, total, byMonth!]) {
      const { battery_charged_kwh, battery_discharged_kwh, ...rest } = row.battery!;
      expect(row.consumption_kwh).toBeCloseTo(
        row.import_kwh! + row.yield_kwh! + battery_discharged_kwh! - battery_charged_kwh! -
          row.export_kwh!,
        9,
      );
      if (rest.direct_use_kwh === null) continue;
      expect(row.consumption_kwh).toBeCloseTo(
        rest.direct_use_kwh + rest.stored_use_kwh! + row.import_kwh! - rest.battery_from_grid_kwh!,
        9,
      );
      expect(rest.autarky_direct! + rest.autarky_battery!).toBeCloseTo(row.autarky!, 9);
      const used = Object.values(row.consumed?.consumers ?? {});
      if (used.length > 0) {
        expect(used.reduce((sum, kwh) => sum! + kwh!, row.consumed!.other_kwh))
          .toBeCloseTo(row.consumption_kwh!, 9);
      }
    }
    for (let d = 1; d < table.rows.length; d++) {
      expect(table.rows[d]!.battery!.soc_start).toBe(table.rows[d - 1]!.battery!.soc_end);
    }
  });

  test("the load curve has the energy of the days", async () => {
    const { power: [power] } = await analysis;
    const known = power!.load_w.filter((watts) => !Number.isNaN(watts));
    const slot = month.truth.reduce((sum, { consumption_kwh }) => sum + consumption_kwh, 0) * 4000 /
      power!.load_w.length;
    const mean = known.reduce((sum, watts) => sum + watts, 0) / known.length;
    // The panels' power contains what the inverter loses.
    expect(mean / slot).toBeGreaterThan(0.97);
    expect(mean / slot).toBeLessThan(1.08);
    expect(known.length).toBeGreaterThan(0.98 * power!.load_w.length);
    const dark = power!.generation_w.filter((_, s) =>
      !power!.daylight.some(({ start, end }) =>
        power!.time[s]! > start - 36e5 && power!.time[s]! < end + 36e5
      )
    );
    expect(Math.max(...dark.map((watts) => watts || 0))).toBeLessThan(120);
  });
});

describe("mistakes with a battery", () => {
  const [, house] = HOUSES[0]!;
  const month = simulateMonth(house);
  const roles = month.file.roles!;
  const changed = (more: Record<string, unknown>) =>
    analysed({ ...month, file: { ...month.file, roles: { ...roles, ...more } as typeof roles } });

  test.each([
    ["ac", battery("ac", "panels")],
    ["dc", battery("dc", "panels")],
  ])("one that is not bound shows itself: %s", async (_, battery) => {
    const unbound = { ...house, battery, binds: { ...house.binds, battery: null } };
    const { table } = await analysed(simulateMonth(unbound));
    expect(table.rows.filter(({ complete }) => complete)).toEqual([]);
    expect(table.rows[5]!.flags).toContain("battery_unbound");
    expect(table.notices.join("\n")).toMatch(/a battery that the household file does not bind/);
    expect(table.notices.join("\n")).toContain('"battery_power": { "selector"');
  });

  test("a reversed sign is found, with the line that mends it", async () => {
    const power = roles["battery_power"] as { sign: string };
    const { table } = await changed({ battery_power: { ...power, sign: "discharge_positive" } });
    expect(table.rows.some(({ complete }) => complete)).toBe(false);
    expect(table.rows[5]!.flags).toContain("battery_reversed");
    expect(table.notices.join("\n")).toContain('"sign": "charge_positive"');
  });

  test("exchanged counters are found", async () => {
    const { table } = await changed({
      battery_charged_energy: roles["battery_discharged_energy"],
      battery_discharged_energy: roles["battery_charged_energy"],
    });
    expect(table.rows.some(({ complete }) => complete)).toBe(false);
    expect(table.rows[5]!.flags).toContain("battery_reversed");
    expect(table.notices.join("\n")).toContain(
      '"battery_charged_energy": { "selector": "battery_charged"',
    );
  });

  test("a power in another unit is found", async () => {
    const power = roles["battery_power"] as { unit: string };
    const { table } = await changed({ battery_power: { ...power, unit: "mW" } });
    expect(table.rows[5]!.flags).toContain("unit_wrong");
    expect(table.notices.join("\n")).toContain('"unit": "W", "sign": "charge_positive"');
  });
});
