/**
 * The demo house as if it stood where it is a given hour now: its last days, up to this moment.
 *
 * @module
 */

import { joinSeries, type LabelledSamples, type SeriesColumns } from "../../src/columns.ts";
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
  const east = (hour - new Date(now).getUTCHours() + 36) % 24 - 12;
  // The names of these zones count westwards.
  const zone = `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
  const today = localDay(now, zone), from = addDays(today, -DAYS);
  const restart = now - 30 * HOUR;
  const pods = (name: string, ip: string) => [
    { pod: `${name}-a`, instance: `${ip}.1:9101`, start: 0, end: restart + 2 * MINUTE },
    { pod: `${name}-b`, instance: `${ip}.2:9101`, start: restart, end: now + 24 * HOUR },
  ];
  const house: House = {
    ...demoHouse,
    zone,
    latitude: 0.1,
    longitude: 15 * east,
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
