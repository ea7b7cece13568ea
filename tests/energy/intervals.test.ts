import { expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { load } from "../notation.ts";

const start = Date.UTC(2025, 5, 1), house = parseHousehold({ zone: "UTC" });
const day = { from: "2025-06-02", to: "2025-06-02", intervals: { step: 15 * MINUTE } };
const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

test("intervals add up to the day; the register says how much, also against the power", async () => {
  // The register counts 2 Wh a minute, the power says 60 W: half of it.
  const source = memorySource(load(
    `gridbox_ha_multimeter_energy_Wh 5000000+2x4320
     gridbox_ha_multimeter_power_W 60x4320`,
    { start },
  ));
  const { table: { rows: [row] }, intervals } = await analyseDays(source, house, day);
  expect(intervals!.time).toHaveLength(96);
  expect(sum(intervals!.import_kwh)).toBeCloseTo(row!.import_kwh!, 9);
  expect(intervals!.import_kwh[40]).toBeCloseTo(0.03, 6);
  expect(intervals!.unplaced).toEqual([]);
});

test("the register says when it was, where power and register differ by the time of day", async () => {
  // The register counts 4 Wh a minute until noon, then 1 Wh; the power says 60 W all day.
  const source = memorySource(load(
    `gridbox_ha_multimeter_energy_Wh 5000000+1x1440 5001444+4x719 5004321+1x2160
     gridbox_ha_multimeter_power_W 60x4320`,
    { start },
  ));
  const { intervals } = await analyseDays(source, house, day);
  expect(intervals!.import_kwh[10]).toBeCloseTo(0.06, 6);
  expect(intervals!.import_kwh[80]).toBeCloseTo(0.015, 6);
});

test("what a register counted while nothing was heard lies there, at no known time", async () => {
  // 1 Wh a minute; from 06:00 to 10:00 nothing is heard, and 480 Wh flowed.
  const source = memorySource(load(
    `gridbox_ha_multimeter_energy_Wh 5000000+1x1800 _x239 5002280+1x2280
     gridbox_ha_multimeter_power_W 60x1800 _x239 60x2280`,
    { start },
  ));
  const { table: { rows: [row] }, intervals } = await analyseDays(source, house, day);
  expect(sum(intervals!.import_kwh)).toBeCloseTo(row!.import_kwh!, 9);
  const imports = intervals!.unplaced.filter(({ flow }) => flow === "import");
  expect(imports.reduce((kwh, one) => kwh + one.kwh, 0)).toBeCloseTo(0.48, 2);
  expect(imports[0]!.start).toBeGreaterThanOrEqual(start + 24 * HOUR + 6 * HOUR - MINUTE);
  expect(imports.at(-1)!.end).toBeLessThanOrEqual(start + 24 * HOUR + 10 * HOUR + MINUTE);
  // Outside of it a minute is a watt-hour.
  expect(intervals!.import_kwh[10]).toBeCloseTo(0.015, 6);
  expect(intervals!.import_kwh[80]).toBeCloseTo(0.015, 6);
});
