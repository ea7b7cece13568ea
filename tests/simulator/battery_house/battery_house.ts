/**
 * The second demo household: one year with a battery, a wallbox and a heat pump, and everything that
 * goes wrong in that year.
 *
 * @module
 */

import type { Pod } from "../house/house.ts";
import type { BatteryHouse, Read } from "./house.ts";

const at = (instant: string) => Date.parse(instant);
const SECOND = 1000;
const BEGIN = "2024-12-31T00:00:00Z", END = "2026-01-02T00:00:00Z";

/** An exporter from the names, addresses and lives of its pods. */
function read(
  job: string,
  interval: number,
  lives: readonly (readonly [string, string, string, string])[],
): Read {
  const pods: Pod[] = lives.map(([suffix, instance, start, end]) => ({
    ...{ pod: `${job}-${suffix}`, instance, start: at(start), end: at(end) },
  }));
  return { job, interval: interval * SECOND, pods };
}

/** The house: 11.4 kWp facing south and west, 10 kWh of battery, a family of four with one car. */
export const batteryHouse: BatteryHouse = {
  seed: "wattbook demo battery",
  zone: "Europe/Vienna",
  latitude: 48.3,
  longitude: 14.29,
  days: { from: "2025-01-01", to: "2025-12-31" },
  strings: [
    { name: "south", kwp: 7.2, azimuth: 172, tilt: 32, volts: 620 },
    { name: "west", kwp: 4.2, azimuth: 262, tilt: 32, volts: 370 },
  ],
  inverterLimit: 10_000,
  away: { from: "2025-08-09", to: "2025-08-17" },
  battery: { capacity: 10_000, power: 5000, reserve: { summer: 0.1, winter: 0.2 } },
  heating: { loss: 125, indoors: 20.5, gains: 450, output: { least: 2300, greatest: 7200 } },
  car: { capacity: 58_000, amperes: 16 },
  counters: {
    imported: 9_214_537.2,
    exported: 14_872_091.7,
    generated: 23_418_344.5,
    charged: 6_021_370.4,
    discharged: 5_388_214.9,
    wallbox: 5_127_803.6,
    heatPump: 11_940_226.1,
  },
  exporters: {
    manager: read("energy-manager", 30, [
      ["7d9c5f6b8-qk2mv", "10.42.0.21:9464", BEGIN, "2025-03-04T13:27:00Z"],
      ["7d9c5f6b8-zt8hw", "10.42.0.38:9464", "2025-03-04T13:24:00Z", "2025-06-27T21:59:20Z"],
      ["58b7d4c69f-n4xrp", "10.42.1.15:9464", "2025-06-27T22:00:40Z", "2025-10-26T00:20:00Z"],
      ["58b7d4c69f-gd6bl", "10.42.1.29:9464", "2025-10-26T00:21:30Z", END],
    ]),
    inverter: read("pv-exporter", 60, [
      ["6f5b9c8d7-4wjzk", "10.42.0.22:9465", BEGIN, "2025-04-16T11:08:00Z"],
      ["6f5b9c8d7-m9tqs", "10.42.0.47:9465", "2025-04-16T11:09:00Z", "2025-08-21T09:45:00Z"],
      ["845c6d7b9f-v2fxn", "10.42.1.33:9465", "2025-08-21T09:42:00Z", END],
    ]),
    wallbox: read("wallbox-exporter", 60, [
      ["5c8d7f9b64-hp7kd", "10.42.0.23:9466", BEGIN, "2025-09-20T18:40:00Z"],
      ["5c8d7f9b64-x6lvr", "10.42.1.36:9466", "2025-09-20T18:41:30Z", END],
    ]),
    heatPump: read("heat-pump-exporter", 120, [
      ["69b8c7d5f4-t5wzc", "10.42.0.24:9467", BEGIN, "2025-02-12T04:14:00Z"],
      ["69b8c7d5f4-b8qnm", "10.42.0.33:9467", "2025-02-12T04:16:00Z", END],
    ]),
  },
};

/** A stretch of time. Unix times. [ms] */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The Prometheus server was off: it stored nothing. */
export const SERVER_OUTAGE: Stretch = {
  start: at("2025-05-08T13:40:00Z"),
  end: at("2025-05-08T17:05:00Z"),
};
/** The battery's inverter was off for an update, after which its series name another version. */
export const FIRMWARE_UPDATE: Stretch & { readonly versions: readonly [string, string] } = {
  start: at("2025-06-12T08:10:00Z"),
  end: at("2025-06-12T08:33:00Z"),
  versions: ["2.1.7", "2.2.0"],
};
/** The energy manager did not hear the battery, which worked on. */
export const BATTERY_UNHEARD: Stretch = {
  start: at("2025-07-19T16:00:00Z"),
  end: at("2025-07-19T20:30:00Z"),
};
/** The energy manager did not hear the meter, which counted on. */
export const METER_UNHEARD: Stretch = {
  start: at("2025-09-03T10:15:00Z"),
  end: at("2025-09-03T11:40:00Z"),
};
/** The wallbox was not in the network from an afternoon to the next morning, and charged the car. */
export const WALLBOX_UNHEARD: Stretch = {
  start: at("2025-11-13T15:00:00Z"),
  end: at("2025-11-14T07:00:00Z"),
};
/** The heat pump's meter lost its power for a moment, and its counter started again at zero. */
export const HEAT_PUMP_COUNTER_RESET: number = at("2025-11-18T06:20:00Z");
