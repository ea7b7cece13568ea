/**
 * The demo houses as if they stood where it is a given hour now: their last days, up to this moment.
 *
 * @module
 */

import { joinSeries, type LabelledSamples, type SeriesColumns } from "../../src/columns.ts";
import { batteryHouse } from "../simulator/battery_house/battery_house.ts";
import type { Read } from "../simulator/battery_house/house.ts";
import { batteryHouseholdFile } from "../simulator/battery_house/household_file.ts";
import { liveThrough } from "../simulator/battery_house/simulate.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import type { Fault } from "../simulator/house/faults/fault.ts";
import type { House } from "../simulator/house/house.ts";
import { simulate } from "../simulator/house/simulate.ts";
import { addDays, HOUR, localDay, MINUTE } from "../../src/time.ts";

/** A house whose samples end now. */
export interface LiveHouse {
  /** Its zone, in which it is the given hour. */
  readonly zone: string;
  /** Content of its household file. */
  readonly household: Record<string, unknown>;
  /** Its samples, one entry per series. */
  readonly series: readonly LabelledSamples[];
}

/** The identifier of its meter, as a pattern for both of its forms. */
export const AIN = "12345 0123456(-1)?";

const DAYS = 3;

/**
 * Makes a house in which it is about `hour` o'clock now, in daylight from 6 to 18 on each day of the
 * year: it stands on the equator.
 *
 * @param faults What is wrong with it. Time stamps are real.
 * @param now Unix time. [ms]
 */
export function liveHouse(
  hour: number,
  faults: readonly Fault[] = [],
  now = Date.now(),
): LiveHouse {
  const { zone, today, from, ...place } = placeWhere(hour, now);
  const restart = now - 30 * HOUR;
  const pods = (name: string, ip: string) => [
    { pod: `${name}-a`, instance: `${ip}.1:9101`, start: 0, end: restart + 2 * MINUTE },
    { pod: `${name}-b`, instance: `${ip}.2:9101`, start: restart, end: now + 24 * HOUR },
  ];
  const house: House = {
    ...demoHouse,
    zone,
    ...place,
    inverterExporter: { job: "inverter-exporter", pods: pods("inverter", "10.42.0") },
    meterExporter: { job: "gridbox-exporter", pods: pods("gridbox", "10.42.1") },
  };
  const { series } = simulate(house, { from, to: today, faults, rulesSince: now - 40 * HOUR });
  return {
    zone,
    household: {
      zone,
      latitude: house.latitude,
      longitude: house.longitude,
      meter_ain_regex: AIN,
    },
    series: series.map((one) => until(one, now)).filter(({ time }) => time.length > 0),
  };
}

/** The house with battery, wallbox and heat pump at that hour, as {@linkcode liveHouse}. */
export function liveBatteryHouse(hour: number, now = Date.now()): LiveHouse {
  const { zone, today, from, ...place } = placeWhere(hour, now);
  const alive = (exporter: Read): Read => ({
    ...exporter,
    pods: [{ ...exporter.pods[0]!, start: 0, end: now + 24 * HOUR }],
  });
  const { manager, inverter, wallbox, heatPump } = batteryHouse.exporters;
  const exporters = {
    manager: alive(manager),
    inverter: alive(inverter),
    wallbox: alive(wallbox),
    heatPump: alive(heatPump),
  };
  const house = { ...batteryHouse, zone, ...place, exporters, days: { from, to: today } };
  const { series } = liveThrough(house, { firmware: () => "2.2.0", isBatteryOff: () => false });
  return {
    zone,
    household: batteryHouseholdFile(house),
    series: [...series, ...upOf(series)].map((one) => until(one, now))
      .filter(({ time }) => time.length > 0),
  };
}

/** The health of each scrape that has samples. */
function upOf(series: readonly LabelledSamples[]): LabelledSamples[] {
  const ofPods = Map.groupBy(series, ({ labels }) => labels["pod"]!);
  return [...ofPods.values()].map(([one]) => {
    const { job, pod, instance } = one!.labels;
    return {
      labels: { __name__: "up", job: job!, pod: pod!, instance: instance! },
      time: one!.time,
      value: one!.time.map(() => 1),
    };
  });
}

/** A place on the equator where it is a given hour, and the days up to now. */
function placeWhere(hour: number, now: number) {
  const east = (hour - new Date(now).getUTCHours() + 36) % 24 - 12;
  // The names of these zones count westwards.
  const zone = `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
  const today = localDay(now, zone);
  return { zone, latitude: 0.1, longitude: 15 * east, today, from: addDays(today, -DAYS) };
}

/** The samples up to an instant. */
export function until({ labels, time, value }: LabelledSamples, end: number): LabelledSamples {
  const beyond = time.findIndex((one) => one > end);
  const length = beyond < 0 ? time.length : beyond;
  return { labels, time: time.subarray(0, length), value: value.subarray(0, length) };
}

/** Series as a server loads them, metric by metric. */
export function* partsOf(series: readonly LabelledSamples[]): Generator<SeriesColumns> {
  for (const name of new Set(series.map(({ labels }) => labels["__name__"]))) {
    yield joinSeries(series.filter(({ labels }) => labels["__name__"] === name));
  }
}
