import { describe, expect, test } from "vitest";
import { demand } from "./house/demand.ts";
import { demoHouse } from "./house/demo_house.ts";
import { simulate } from "./house/simulate.ts";
import { trace } from "./house/trace.ts";
import { type Sky, weather } from "./house/weather.ts";
import { addDays, HOUR, localDays, MINUTE } from "../../src/time.ts";

const oneDay = (day: string) => localDays(day, day, demoHouse.zone)[0]!;
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
const days = Array.from({ length: 365 }, (_, i) => addDays("2025-01-01", i));

describe("weather", () => {
  const skies = days.map((day) => weather(demoHouse.seed, day, { seconds: 86_400 }));

  test("has every kind of sky, and lets light through by kind", () => {
    const beams: Record<Sky, number[]> = { clear: [], broken: [], overcast: [] };
    for (const { halves, beam } of skies) {
      if (halves[0] === halves[1]) beams[halves[0]].push(sum(beam) / beam.length);
    }
    const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
    expect(Math.min(...Object.values(beams).map((kind) => kind.length))).toBeGreaterThan(30);
    expect(mean(beams.clear)).toBeGreaterThan(0.85);
    expect(mean(beams.broken)).toBeGreaterThan(0.3);
    expect(mean(beams.broken)).toBeLessThan(0.8);
    expect(mean(beams.overcast)).toBeLessThan(0.1);
  });

  test("ramps within seconds under broken clouds, in an instant only where its halves meet", () => {
    const { beam } = skies.find(({ halves: [a, b] }) => a === "broken" && b === "broken")!;
    const steps = beam.slice(1).map((share, i) => Math.abs(share - beam[i]!));
    expect(steps.filter((step) => step > 0.3).length).toBeLessThanOrEqual(1);
    expect(steps.filter((step) => step > 0.01).length).toBeGreaterThan(1000);
  });
});

describe("the roof", () => {
  const june = trace(demoHouse, oneDay("2025-06-17"));

  test("faces east with pv1 and west with pv2", () => {
    const noon = 13.4 * 3600;
    const morning = june.dc.map((string) => sum(string.subarray(0, noon)));
    const evening = june.dc.map((string) => sum(string.subarray(noon)));
    expect(morning[0]).toBeGreaterThan(morning[1]!);
    expect(evening[1]).toBeGreaterThan(evening[0]!);
  });

  test("gives no more than the inverter can, nor more than it gets", () => {
    june.ac.forEach((ac, i) => {
      expect(ac).toBeLessThanOrEqual(demoHouse.inverterLimit + 1e-6);
      expect(ac).toBeLessThanOrEqual(june.dc[0]![i]! + june.dc[1]![i]!);
    });
  });

  test("sleeps at night", () => {
    const { from, to } = june.awake;
    expect(from / 3600).toBeGreaterThan(4);
    expect(to / 3600).toBeLessThan(23);
    expect(sum(june.ac.subarray(0, from)) + sum(june.ac.subarray(to))).toBe(0);
  });
});

describe("the household", () => {
  const energy = (day: string) => sum(demand(demoHouse, day, { seconds: 86_400 })) / 3.6e6;
  const mean = (some: string[]) =>
    some.reduce((total, day) => total + energy(day), 0) / some.length;

  test("uses more in winter than in summer, and little while away", () => {
    const winter = mean(days.slice(0, 28)), summer = mean(days.slice(160, 188));
    expect(winter).toBeGreaterThan(summer * 1.1);
    expect(mean(days.filter((day) => day >= "2025-07-21" && day <= "2025-07-27")))
      .toBeLessThan(summer * 0.6);
  });

  test("always draws something", () => {
    for (const day of days.slice(0, 14)) {
      expect(Math.min(...demand(demoHouse, day, { seconds: 3600 }))).toBeGreaterThan(50);
    }
  });
});

describe("a simulation", () => {
  const range = { from: "2025-06-17", to: "2025-06-18" };
  const of = (options: Partial<Parameters<typeof simulate>[1]>, name: string) =>
    simulate(demoHouse, { ...range, ...options }).series
      .filter(({ labels }) => labels.__name__ === name);
  const POWER = "gridbox_ha_multimeter_power_W", ENERGY = "gridbox_ha_multimeter_energy_Wh";

  test("repeats itself to the last bit", () => {
    expect(simulate(demoHouse, range)).toEqual(simulate(demoHouse, range));
  });

  test("is another one with another seed", () => {
    const other = simulate({ ...demoHouse, seed: "other" }, range).truth[0]!;
    expect(other.import_kwh).not.toBe(simulate(demoHouse, range).truth[0]!.import_kwh);
  });

  test.each([15_000, 300_000])("is scraped every %d ms if asked for", (interval) => {
    const [power] = of({ scrape: { interval, late: 0 } }, POWER);
    expect(new Set(power!.time.slice(1).map((at, row) => at - power!.time[row]!)))
      .toEqual(new Set([interval]));
    expect(power!.time.length).toBe((54 * HOUR + 50 * MINUTE) / interval);
  });

  test("may have a meter that reports means, whose sum is the register's", () => {
    const interval = 300_000;
    const options = { scrape: { interval, late: 0 }, meterReport: "mean" as const };
    // From 23:00 to 03:00; samples begin at 18:00. No export: all went through the import register.
    const from = 5 * HOUR / interval, to = 9 * HOUR / interval;
    const energyOf = (power: Float64Array) =>
      sum(power.subarray(from + 1, to + 1)) * interval / HOUR;
    const [energy] = of(options, ENERGY);
    const imported = energy!.value[to]! - energy!.value[from]!;
    const [means] = of(options, POWER);
    // Each of 48 means is rounded to 1 W, the readings are cut to 1 Wh.
    expect(Math.abs(energyOf(means!.value) - imported)).toBeLessThan(3);
    const [snapshots] = of({ ...options, meterReport: "snapshot" }, POWER);
    expect(Math.abs(energyOf(snapshots!.value) - imported)).toBeGreaterThan(3);
  });

  test("applies its faults in order", () => {
    const order: string[] = [];
    simulate(demoHouse, {
      ...range,
      faults: ["first", "second"].map((name) => (series) => {
        order.push(name);
        return [...series];
      }),
    });
    expect(order).toEqual(["first", "second"]);
  });
});
