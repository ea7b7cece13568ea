/**
 * The demo household: one year of it, and everything that goes wrong in that year.
 *
 * @module
 */

import { MINUTE, startOfDay, type TimeRange } from "../../../src/time.ts";
import { lateReset } from "./faults/late_reset.ts";
import { loggerOutage } from "./faults/logger_outage.ts";
import { meterOutage } from "./faults/meter_outage.ts";
import type { House, Pod } from "./house.ts";
import type { SimulationOptions } from "./simulate.ts";

const at = (instant: string) => Date.parse(instant);

/** Pods of one exporter from their names, addresses and lives. */
function pods(name: string, lives: readonly [string, string, string, string][]): Pod[] {
  return lives.map(([suffix, instance, start, end]) => ({
    pod: `${name}-${suffix}`,
    instance,
    start: at(start),
    end: at(end),
  }));
}

const BEGIN = "2024-12-31T00:00:00Z", END = "2026-01-02T00:00:00Z";

/** The demo house: 9 kWp facing east and west, a family of three. */
export const demoHouse: House = {
  seed: "wattbook demo",
  zone: "Europe/Berlin",
  latitude: 50.56,
  longitude: 9.68,
  strings: [
    { name: "pv1", kwp: 4.5, azimuth: 95, tilt: 35, volts: 410 },
    { name: "pv2", kwp: 4.5, azimuth: 275, tilt: 35, volts: 410 },
    { name: "pv3", kwp: 0, azimuth: 180, tilt: 0, volts: 0 },
    { name: "pv4", kwp: 0, azimuth: 180, tilt: 0, volts: 0 },
  ],
  inverterLimit: 6000,
  away: { from: "2025-07-21", to: "2025-07-27" },
  ain: "12345 0123456",
  importRegister: 3_482_915.4,
  yieldRegister: 11_873.62,
  inverterExporter: {
    job: "inverter-exporter",
    pods: pods("inverter-exporter", [
      ["6c8f7d9b54-x7k2p", "10.42.0.17:9101", BEGIN, "2025-01-19T10:12:00Z"],
      ["6c8f7d9b54-m4wqz", "10.42.0.31:9101", "2025-01-19T10:09:00Z", "2025-03-30T11:40:00Z"],
      ["7b5d4c8f69-9hthn", "10.42.0.44:9101", "2025-03-30T11:40:50Z", "2025-05-14T00:31:00Z"],
      ["7b5d4c8f69-zl8vd", "10.42.1.12:9101", "2025-05-14T00:33:10Z", "2025-06-21T10:55:00Z"],
      ["5f9c6b7d48-cq5rt", "10.42.1.26:9101", "2025-06-21T10:51:00Z", "2025-09-09T13:20:00Z"],
      ["5f9c6b7d48-w2n6j", "10.42.1.40:9101", "2025-09-09T13:20:30Z", "2025-10-26T08:05:00Z"],
      ["84d7f5b9c6-ktv3x", "10.42.0.58:9101", "2025-10-26T08:02:00Z", END],
    ]),
  },
  meterExporter: {
    job: "gridbox-exporter",
    pods: pods("gridbox-exporter", [
      ["59d4b8c7f6-t6zgl", "10.42.0.18:9787", BEGIN, "2025-02-11T16:45:00Z"],
      ["59d4b8c7f6-8pjwm", "10.42.0.35:9787", "2025-02-11T16:43:00Z", "2025-04-24T21:59:30Z"],
      ["7f6b9d5c84-rv2kd", "10.42.0.49:9787", "2025-04-24T22:01:10Z", "2025-07-08T12:35:00Z"],
      ["7f6b9d5c84-hx4sq", "10.42.1.19:9787", "2025-07-08T12:30:00Z", "2025-10-26T00:30:00Z"],
      ["66c8d7f9b5-n9cfb", "10.42.1.33:9787", "2025-10-26T00:31:00Z", "2025-12-03T05:15:00Z"],
      ["66c8d7f9b5-gl7tw", "10.42.0.62:9787", "2025-12-03T05:12:00Z", END],
    ]),
  },
};

/** When the meter was lost. */
export const METER_OUTAGE: TimeRange = {
  start: at("2025-08-12T09:20:00Z"),
  end: at("2025-08-12T13:05:00Z"),
};
/** When the inverter's logger was silent in daylight. */
export const LOGGER_OUTAGE: TimeRange = {
  start: at("2025-06-03T09:10:00Z"),
  end: at("2025-06-03T11:05:00Z"),
};
/** The day on which the inverter reset its day counters late, and by how much. [ms] */
export const LATE_RESET = { day: "2025-04-09", delay: 20 * MINUTE };
/** When the recording rules were written. */
export const RULES_SINCE: number = at("2025-10-06T07:30:00Z");

/** The demo: which days are simulated, and how. */
export const demoOptions: SimulationOptions = {
  from: "2025-01-01",
  to: "2025-12-31",
  faults: [
    meterOutage(METER_OUTAGE),
    loggerOutage(LOGGER_OUTAGE),
    lateReset({
      midnight: startOfDay(LATE_RESET.day, demoHouse.zone),
      delay: LATE_RESET.delay,
    }),
  ],
  rulesSince: RULES_SINCE,
};
