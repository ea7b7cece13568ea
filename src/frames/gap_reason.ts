/**
 * Why a part of a silence is there.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";
import type { LightPart } from "./daylight.ts";
import { type AskedCounter, firstAtOrAfter, testimonyOf } from "./gap_evidence.ts";
import type { Gap, GapOptions } from "./gaps.ts";
import type { Silence } from "./silences.ts";

/** Class and evidence of a gap. */
export type GapReason = Pick<Gap, "class" | "evidence">;

/** A part's place in its silence. */
export interface PartPlace {
  /** The whole silence. */
  readonly silence: Silence;
  /** The part before it. */
  readonly previous: LightPart | undefined;
  /** The part after it. */
  readonly next: LightPart | undefined;
}

/** What is known besides the samples. */
export interface GapKnowledge
  extends Pick<GapOptions, "daylight" | "sleepy" | "alwaysCounts" | "grid"> {
  /** Usual distance of the power samples. [ms] */
  readonly step: number;
  /** Counters of each device. */
  readonly devices: readonly (readonly AskedCounter[])[];
}

/** Export that no noise of a meter explains. [W] */
const CLEAR_EXPORT = 50;
/** Longer than this no device dozes while it is light. [ms] */
const DROWSY = 3 * HOUR;
/** Closer than this to the night, a device that generates nothing is not missed. [ms] */
const TWILIGHT = HOUR;
/** So many times what the ends explain is more than clouds take away. */
const CLEARLY_MORE = 5;

/**
 * Tells why a part of a silence is there: first whether it was night, then what the grid and the
 * counters prove.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapReason } from "./gap_reason.ts";
 *
 * const silence = { start: 0, end: 10, before: 900, after: 900 };
 * const part = { start: 0, end: 10, light: "light" as const };
 * const place = { silence, previous: undefined, next: undefined };
 * const grid = { time: Float64Array.of(5), value: Float64Array.of(-700) };
 * assert(gapReason(part, place, { devices: [], step: 1, grid }).evidence === "exported up to 700 W");
 * ```
 */
export function gapReason(part: LightPart, place: PartPlace, known: GapKnowledge): GapReason {
  const border = borderOf(part, place);
  return nightOf(part, place.silence, border, known) ?? proofOf(part, place.silence, border, known);
}

/** Light next to a night that a device is silent in: before it woke up or after it slept. */
type Border = "dawn" | "dusk" | null;

function borderOf({ start, end, light }: LightPart, place: PartPlace): Border {
  const { silence, previous, next } = place;
  if (light !== "light") return null;
  if (previous?.light === "dark" && end === silence.end) return "dawn";
  return next?.light === "dark" && start === silence.start ? "dusk" : null;
}

/** The night, if this is a part of one. */
function nightOf(
  { start, end, light }: LightPart,
  { before, after }: Silence,
  border: Border,
  { daylight, sleepy = -Infinity }: GapKnowledge,
): GapReason | null {
  if (light === "dark") return { class: "night", evidence: daylight!.evidence };
  // Only next to a night: a low value around noon is a cloud.
  if (border === null || end - start > DROWSY) return null;
  if (border === "dawn" && after <= sleepy) {
    return { class: "night", evidence: `woke up at ${shown(after)} W` };
  }
  if (border === "dusk" && before <= sleepy) {
    return { class: "night", evidence: `fell asleep at ${shown(before)} W` };
  }
  return null;
}

/** The class of a silent stretch that is not proven night. */
function proofOf(
  part: LightPart,
  silence: Silence,
  border: Border,
  { grid, devices, step, alwaysCounts = true }: GapKnowledge,
): GapReason {
  const exported = grid ? greatestExport(grid, part) : 0;
  if (exported > CLEAR_EXPORT) {
    return { class: "logger_down", evidence: `exported up to ${shown(exported)} W` };
  }
  const { advanced, isLeast, resolution } = testimonyOf(devices, silence, part);
  // A device that fails counts until it does, and from its return to the first sample.
  const atEnds = resolution + edgeEnergy(silence, step);
  const expected = expectedEnergy(part, silence, border);
  const isFailure = !isLeast && advanced <= atEnds && expected > CLEARLY_MORE * atEnds;
  if (advanced > 0 && !isFailure) {
    const by = `${isLeast ? "at least " : ""}${shown(advanced)} kWh`;
    return { class: "logger_down", evidence: `counter advanced by ${by}` };
  }
  const unknown = (evidence: string): GapReason => ({ class: "unknown", evidence });
  if (part.light === "unknown") return unknown("nothing tells whether it was night");
  if (Number.isNaN(advanced)) return unknown("no counter tells");
  if (!alwaysCounts) return unknown("counter stood still, which proves nothing");
  if (border !== null && part.end - part.start <= TWILIGHT) {
    return { class: "night", evidence: "counter stood still next to the night" };
  }
  if (advanced > 0) {
    const by = `${shown(advanced)} of some ${shown(expected)} kWh`;
    return { class: "outage", evidence: `counter advanced by ${by}` };
  }
  return expected > resolution
    ? { class: "outage", evidence: "counter stood still" }
    : unknown(`counter stood still, but it counts in steps of ${shown(resolution)} kWh`);
}

/**
 * What the device would have counted if it had gone on as it was before and after; next to a night,
 * half of what it was. [kWh]
 */
function expectedEnergy({ start, end }: TimeRange, silence: Silence, border: Border): number {
  const before = border === "dawn" ? 0 : silence.before,
    after = border === "dusk" ? 0 : silence.after;
  const power = Number.isNaN(before) ? after : Number.isNaN(after) ? before : (before + after) / 2;
  return power / 1000 * (end - start) / HOUR;
}

/** What a device may count within a step at either end of a silence. [kWh] */
function edgeEnergy({ before, after }: Silence, step: number): number {
  const power = (Number.isNaN(before) ? 0 : before) + (Number.isNaN(after) ? 0 : after);
  return Math.max(power, 0) / 1000 * step / HOUR;
}

/** The greatest export within a stretch; at its ends the device was heard. [W] */
function greatestExport({ time, value }: Samples, { start, end }: TimeRange): number {
  let most = 0;
  for (let i = firstAtOrAfter(time, start + 1); i < time.length && time[i]! < end; i++) {
    if (-value[i]! > most) most = -value[i]!;
  }
  return most;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
