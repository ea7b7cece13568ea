/**
 * Series that have nothing to do with the energy of the house: weather, heating, other devices, the
 * servers' own metrics.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import type { Random } from "../simulator/house/random.ts";

const DAY = 86_400_000, MINUTE = 60_000;

/**
 * Makes distractors.
 *
 * @param count How many.
 * @param options `isPlain`: whether their names say nothing either.
 */
export function distractors(
  now: number,
  days: number,
  count: number,
  chance: Random,
  { isPlain }: { readonly isPlain: boolean },
): LabelledSamples[] {
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length]!, step = (1 + 4 * (index % 2)) * MINUTE;
    const length = Math.floor(days * DAY / step);
    const time = Float64Array.from({ length }, (_, row) => now - (length - 1 - row) * step);
    const read = KINDS[kind](chance);
    const value = time.map((at) => read(at));
    const labels: Record<string, string> = isPlain
      ? { __name__: `y_${index}` }
      : { __name__: NAMES[kind], room: `room${Math.floor(index / kinds.length)}` };
    return { labels, time, value };
  });
}

const NAMES: Readonly<Record<keyof typeof KINDS, string>> = {
  temperature: "room_temperature_celsius",
  irradiance: "weather_irradiance_w_m2",
  humidity: "room_humidity_percent",
  requests: "http_requests_total",
  heating: "heating_flow_temperature_celsius",
  voltage: "grid_voltage_volts",
  frequency: "grid_frequency_hertz",
  plug: "plug_power_watts",
  plugEnergy: "plug_energy_kwh",
  uptime: "device_uptime_seconds",
  water: "water_meter_litres_total",
  gas: "gas_meter_m3_total",
};

const hourOf = (at: number) => at % DAY / 3_600_000;

const KINDS = {
  temperature: (chance: Random) => {
    let now = 20;
    return () => now += chance.between(-0.05, 0.05) + (20 - now) * 0.001;
  },
  irradiance: (chance: Random) => {
    const most = chance.between(400, 900), noon = chance.between(10, 14);
    return (at: number) =>
      Math.max(0, Math.cos((hourOf(at) - noon) / 6 * Math.PI / 2)) * most * chance.between(0.5, 1) *
      (Math.abs(hourOf(at) - noon) < 6 ? 1 : 0);
  },
  humidity: (chance: Random) => {
    let now = 50;
    return () => now = Math.round(10 * (now + chance.between(-0.3, 0.3) + (50 - now) * 0.01)) / 10;
  },
  requests: (chance: Random) => {
    let sum = Math.floor(chance.between(0, 1e6));
    return () => sum += Math.floor(chance.between(0, 30));
  },
  heating: (chance: Random) => {
    const base = chance.between(28, 45);
    return (at: number) => base + 5 * Math.sin(hourOf(at) / 12 * Math.PI) + chance.between(-1, 1);
  },
  voltage: (chance: Random) => () => 230 + chance.between(-4, 4),
  frequency: (chance: Random) => () => 50 + chance.between(-0.03, 0.03),
  plug: (chance: Random) => {
    const most = chance.between(20, 2000), from = chance.between(6, 20);
    return (at: number) =>
      hourOf(at) > from && hourOf(at) < from + 1.5 ? most * chance.between(0.9, 1) : 0.4;
  },
  plugEnergy: (chance: Random) => {
    let sum = chance.between(1, 500);
    const most = chance.between(20, 2000), from = chance.between(6, 20);
    return (at: number) => {
      if (hourOf(at) > from && hourOf(at) < from + 1.5) sum += most / 1000 / 60;
      return Math.round(1000 * sum) / 1000;
    };
  },
  uptime: (chance: Random) => {
    const start = chance.between(0, 1e6);
    return (at: number) => Math.floor(at / 1000 % 1e6 + start);
  },
  water: (chance: Random) => {
    let sum = chance.between(1000, 90_000);
    return (at: number) => sum += hourOf(at) > 6 && chance.chance(0.02) ? 10 : 0;
  },
  gas: (chance: Random) => {
    let sum = chance.between(1000, 9000);
    return () => sum += chance.chance(0.05) ? 0.01 : 0;
  },
} as const;
