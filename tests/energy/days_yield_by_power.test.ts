import { expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import { joinSeries } from "../../src/columns.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const start = Date.UTC(2025, 5, 1);
const time = Float64Array.from({ length: 5 * 24 * 60 }, (_, i) => start + i * MINUTE);
/** 3 kW at noon, up from 6 to 18 o'clock; samples end at night. [W] */
const sun = (at: number) => 3000 * Math.sin((at % (24 * HOUR) / HOUR - 6) / 12 * Math.PI);
const awake = time.filter((at) => sun(at) > 0);
const house = parseHousehold({ zone: "UTC", roles: { yield_today: null, yield_total: null } });

async function daysOf(isHeard: (at: number) => boolean) {
  const series = (name: string, time: Float64Array, watts: (at: number) => number) => (
    { labels: { __name__: name }, time, value: time.map(watts) }
  );
  const source = memorySource(joinSeries([
    series("gridbox_ha_multimeter_power_W", time, (at) => 400 - Math.max(0, sun(at))),
    series("inverter_ac_active_power_watts", awake.filter(isHeard), sun),
  ]));
  return await analyseDays(source, house, { from: "2025-06-02", to: "2025-06-04" });
}

test("a yield by power alone is complete where samples cover it, with its band", async () => {
  const { table, reconciled } = await daysOf(() => true);
  const truth = 3 * 24 / Math.PI;
  for (const [d, row] of table.rows.entries()) {
    expect(row).toMatchObject({ complete: true, coverage_pv: 1 });
    expect(row.flags).toEqual(["yield_integrated", "import_integrated"]);
    const { low, high } = reconciled[d]!.bands.yield_kwh!;
    expect(low).toBeLessThan(row.yield_kwh!);
    expect(Math.abs(truth - (low + high) / 2)).toBeLessThan((high - low) / 2);
  }
});

test("a yield by power alone is not complete where samples are missing by day", async () => {
  const noon = Date.UTC(2025, 5, 3, 12);
  const { table } = await daysOf((at) => Math.abs(at - noon) > HOUR / 2);
  expect(table.rows.map(({ complete }) => complete)).toEqual([true, false, true]);
  expect(table.rows[1]!.flags).toEqual(expect.arrayContaining(["yield_integrated", "pv_gap"]));
});
