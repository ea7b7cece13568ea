/**
 * The pitfalls of a demo year as data, so that tests and notebooks can name them.
 *
 * @module
 */

import { addDays, localDay, startOfDay } from "../../../src/time.ts";
import { demoHouse, LATE_RESET, LOGGER_OUTAGE, METER_OUTAGE, RULES_SINCE } from "./demo_house.ts";
import type { Exporter, House } from "./house.ts";

/** Kinds of planted pitfalls. */
export type PitfallKind =
  | "restart"
  | "overlapping_restart"
  | "meter_outage"
  | "logger_outage"
  | "late_reset"
  | "clock_change"
  | "rules_begin"
  | "server_outage"
  | "battery_update"
  | "battery_unheard"
  | "meter_unheard"
  | "wallbox_unheard"
  | "counter_reset"
  | "away";

/** Something in the demo that leads a naive computation astray. */
export interface Pitfall {
  /** What sort of thing. */
  readonly kind: PitfallKind;
  /** Local day on which it starts. */
  readonly day: string;
  /** ISO 8601, UTC. */
  readonly start: string;
  /** ISO 8601, UTC. */
  readonly end: string;
  /** What it is, for people. */
  readonly what: string;
}

/**
 * All pitfalls planted in the demo, in order of time. Nights without inverter series are on every
 * day and not listed.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoPitfalls } from "./pitfalls.ts";
 *
 * assert(demoPitfalls().some(({ kind }) => kind === "meter_outage"));
 * ```
 */
export function demoPitfalls(): Pitfall[] {
  const { zone } = demoHouse;
  const pitfall = pitfallsIn(zone);
  const late = startOfDay(LATE_RESET.day, zone);
  return inOrder([
    ...restarts(demoHouse.inverterExporter, pitfall),
    ...restarts(demoHouse.meterExporter, pitfall),
    ...ofCalendar(demoHouse, pitfall),
    pitfall(
      "meter_outage",
      METER_OUTAGE.start,
      METER_OUTAGE.end,
      "The router has lost the meter: neither power nor energy, and the house exports meanwhile",
    ),
    pitfall(
      "logger_outage",
      LOGGER_OUTAGE.start,
      LOGGER_OUTAGE.end,
      "The inverter's logger is silent in daylight while its counters advance",
    ),
    pitfall(
      "late_reset",
      late,
      startOfDay(addDays(LATE_RESET.day, 1), zone),
      `The day counters show the day before for ${LATE_RESET.delay / 60_000} minutes after sunrise`,
    ),
    pitfall(
      "rules_begin",
      RULES_SINCE,
      RULES_SINCE,
      "The recording rules are written; the home: series have no earlier samples",
    ),
  ]);
}

/** Makes a pitfall from its kind, its start and end as Unix times, and words. */
export type MakePitfall = (kind: PitfallKind, start: number, end: number, what: string) => Pitfall;

/** Makes the pitfalls of a zone. */
export function pitfallsIn(zone: string): MakePitfall {
  return (kind, start, end, what) => ({
    kind,
    day: localDay(start, zone),
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    what,
  });
}

/** Pitfalls by their start. */
export function inOrder(pitfalls: readonly Pitfall[]): Pitfall[] {
  return pitfalls.toSorted((a, b) => a.start < b.start ? -1 : a.start > b.start ? 1 : 0);
}

/** Both clock changes of the year, which the zones of the demos share, and the holiday. */
export function ofCalendar(
  { zone, away }: Pick<House, "zone" | "away">,
  pitfall: MakePitfall,
): Pitfall[] {
  const midnight = (day: string) => startOfDay(day, zone);
  const clockChange = (day: string, hours: number) =>
    pitfall("clock_change", midnight(day), midnight(addDays(day, 1)), `A day of ${hours} hours`);
  return [
    clockChange("2025-03-30", 23),
    clockChange("2025-10-26", 25),
    pitfall("away", midnight(away.from), midnight(addDays(away.to, 1)), "Nobody is at home"),
  ];
}

/** The restarts of an exporter. */
export function restarts({ job, pods }: Exporter, pitfall: MakePitfall): Pitfall[] {
  return pods.slice(1).map((pod, index) => {
    const before = pods[index]!;
    const change = `${job}: ${before.pod} gives way to ${pod.pod}`;
    return pod.start < before.end
      ? pitfall("overlapping_restart", pod.start, before.end, `${change}; both report for a while`)
      : pitfall("restart", before.end, pod.start, change);
  });
}
