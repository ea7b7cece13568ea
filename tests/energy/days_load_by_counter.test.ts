import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const start = Date.UTC(2025, 5, 1);
const time = Float64Array.from({ length: 4 * 24 * 60 }, (_, i) => start + i * MINUTE);
/** Up from 6 to 18 o'clock, 1 kW at noon. [W] */
const angle = (at: number) =>
  Math.PI * Math.min(1, Math.max(0, (at % (24 * HOUR) / HOUR - 6) / 12));
const sun = (at: number) => 1000 * Math.sin(angle(at));
const kwhOf = (at: number) =>
  12 / Math.PI * (1 - Math.cos(angle(at)) + 2 * Math.floor((at - start) / 24 / HOUR));
const series = (labels: Record<string, string>, value: Float64Array) => ({ labels, time, value });
const grid = series({ __name__: "meter" }, time.map((at) => 600 - sun(at)));
const power = [{ step: 15 * MINUTE }];

async function quarters(stepKwh: number) {
  const total = time.map((at) => Math.floor(kwhOf(at) / stepKwh + 1e-9) * stepKwh);
  const house = parseHousehold({
    zone: "UTC",
    roles: {
      grid_power: { selector: "meter", unit: "W" },
      import_energy: null,
      generation_power: null,
      yield_today: null,
      yield_total: { selector: "total", unit: "kWh" },
    },
  });
  const source = memorySource(joinSeries([grid, series({ __name__: "total" }, total)]));
  const days = { from: "2025-06-02", to: "2025-06-03", power };
  return (await analyseDays(source, house, days)).power[0]!;
}

test("without generation power the load comes from a counter that resolves the slot", async () => {
  const { load_w, generation_w } = await quarters(0.001);
  // A slot in the sun, not at its edges.
  expect(generation_w[48]).toBeCloseTo(1000, -1);
  expect(load_w[48]).toBeCloseTo(600, -1);
});

test("a counter that does not resolve the slot leaves the load unknown, not the grid's power", async () => {
  const { load_w, generation_w } = await quarters(0.1);
  expect([generation_w[48], load_w[48]]).toEqual([NaN, NaN]);
});

test("strings that two inverters name alike are two strings", async () => {
  const string = (device: string, watts: number) =>
    series({ __name__: "dc", device, string: "pv1" }, time.map(() => watts));
  const house = parseHousehold({
    zone: "UTC",
    roles: {
      grid_power: { selector: "meter", unit: "W" },
      import_energy: null,
      string_power: [
        { selector: 'dc{device="1"}', unit: "W" },
        { selector: 'dc{device="2"}', unit: "W" },
      ],
    },
  });
  const source = memorySource(joinSeries([grid, string("1", 100), string("2", 250)]));
  const days = { from: "2025-06-02", to: "2025-06-02", power, strings: true };
  const { strings } = (await analyseDays(source, house, days)).power[0]!;
  expect(strings.map(({ name, power_w }) => [name, Math.round(power_w[48]!)]))
    .toEqual([["2:pv1", 250], ["pv1", 100]]);
});
