/**
 * What goes wrong between the house and the server, applied to the series, and as data for people.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { type Fault, type SeriesTest, withoutSamples } from "../house/faults/fault.ts";
import { inOrder, ofCalendar, type Pitfall, pitfallsIn, restarts } from "../house/pitfalls.ts";
import {
  BATTERY_UNHEARD,
  batteryHouse,
  FIRMWARE_UPDATE,
  HEAT_PUMP_COUNTER_RESET,
  METER_UNHEARD,
  SERVER_OUTAGE,
  WALLBOX_UNHEARD,
} from "./battery_house.ts";

const named = (pattern: RegExp): SeriesTest => ({ __name__ }) => pattern.test(__name__!);
const silence = (pattern: RegExp, stretch: { start: number; end: number }): Fault => (series) =>
  withoutSamples(series, named(pattern), stretch);

/** Applies everything that goes wrong in the year. */
export function withIncidents(series: readonly LabelledSamples[]): LabelledSamples[] {
  const faults: readonly Fault[] = [
    silence(/^battery_/, FIRMWARE_UPDATE),
    silence(/^battery_/, BATTERY_UNHEARD),
    silence(/^grid_/, METER_UNHEARD),
    silence(/^wallbox_/, WALLBOX_UNHEARD),
    counterReset(/^heat_pump_energy/, HEAT_PUMP_COUNTER_RESET),
    silence(/./, SERVER_OUTAGE),
  ];
  return faults.reduce((all, fault) => fault(all), [...series]);
}

/** A counter that starts again at zero. */
function counterReset(pattern: RegExp, at: number): Fault {
  return (series) =>
    series.map((one) => {
      const row = one.time.findIndex((time) => time >= at);
      if (!named(pattern)(one.labels) || row < 0) return one;
      const before = one.value[Math.max(0, row - 1)]!;
      const value = one.value.map((reading, i) => one.time[i]! < at ? reading : reading - before);
      return { ...one, value };
    });
}

/** Everything that could mislead a naive computation in the year, in order of time. */
export function batteryPitfalls(): Pitfall[] {
  const pitfall = pitfallsIn(batteryHouse.zone);
  const [before, after] = FIRMWARE_UPDATE.versions;
  const stretches = [
    ["server_outage", SERVER_OUTAGE, "The server is off and stores nothing"],
    [
      "battery_update",
      FIRMWARE_UPDATE,
      `The battery's inverter is off for an update; its series change firmware="${before}" to "${after}"`,
    ],
    [
      "battery_unheard",
      BATTERY_UNHEARD,
      "The energy manager does not reach the battery, which works on",
    ],
    [
      "meter_unheard",
      METER_UNHEARD,
      "The energy manager does not reach the meter, which counts on",
    ],
    [
      "wallbox_unheard",
      WALLBOX_UNHEARD,
      "The wallbox is not in the network until the next morning, and charges the car meanwhile",
    ],
  ] as const;
  return inOrder([
    ...Object.values(batteryHouse.exporters).flatMap((exporter) => restarts(exporter, pitfall)),
    ...ofCalendar(batteryHouse, pitfall),
    ...stretches.map(([kind, { start, end }, what]) => pitfall(kind, start, end, what)),
    pitfall(
      "counter_reset",
      HEAT_PUMP_COUNTER_RESET,
      HEAT_PUMP_COUNTER_RESET,
      "The heat pump's meter loses its power for a moment; its counter starts again at zero",
    ),
  ]);
}
