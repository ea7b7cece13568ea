/**
 * The pitfalls of the demo year as data, so that tests and notebooks can name them.
 *
 * @module
 */

import { addDays, localDay, startOfDay } from "../../../src/time.ts";
import {
  demoHouse,
  demoOptions,
  LATE_RESET,
  LOGGER_OUTAGE,
  METER_OUTAGE,
  RULES_SINCE,
} from "./demo_house.ts";
import type { Exporter } from "./house.ts";

/** Kinds of planted pitfalls. */
export type PitfallKind =
  | "restart"
  | "overlapping_restart"
  | "meter_outage"
  | "logger_outage"
  | "late_reset"
  | "clock_change"
  | "rules_begin"
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
  const { zone, away } = demoHouse;
  const midnight = (day: string) => startOfDay(day, zone);
  const late = midnight(LATE_RESET.day);
  const year = demoOptions.from.slice(0, 4);
  const pitfall = (kind: PitfallKind, start: number, end: number, what: string): Pitfall => ({
    kind,
    day: localDay(start, zone),
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    what,
  });
  const clockChange = (day: string, hours: number) =>
    pitfall("clock_change", midnight(day), midnight(addDays(day, 1)), `A day of ${hours} hours`);
  return [
    ...restarts(demoHouse.inverterExporter, pitfall),
    ...restarts(demoHouse.meterExporter, pitfall),
    clockChange(`${year}-03-30`, 23),
    clockChange(`${year}-10-26`, 25),
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
      midnight(addDays(LATE_RESET.day, 1)),
      `The day counters show the day before for ${LATE_RESET.delay / 60_000} minutes after sunrise`,
    ),
    pitfall(
      "rules_begin",
      RULES_SINCE,
      RULES_SINCE,
      "The recording rules are written; the home: series have no earlier samples",
    ),
    pitfall("away", midnight(away.from), midnight(addDays(away.to, 1)), "Nobody is at home"),
  ].sort((a, b) => a.start < b.start ? -1 : a.start > b.start ? 1 : 0);
}

function restarts(
  { job, pods }: Exporter,
  pitfall: (kind: PitfallKind, start: number, end: number, what: string) => Pitfall,
): Pitfall[] {
  return pods.slice(1).map((pod, index) => {
    const before = pods[index]!;
    const change = `${job}: ${before.pod} gives way to ${pod.pod}`;
    return pod.start < before.end
      ? pitfall("overlapping_restart", pod.start, before.end, `${change}; both report for a while`)
      : pitfall("restart", before.end, pod.start, change);
  });
}
