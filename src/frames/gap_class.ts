/**
 * The class of a gap, and the evidence for it.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";
import { counterEvidence, type ResolvedCounter } from "./counter_evidence.ts";
import type { Daylight, LightPart } from "./daylight.ts";

/**
 * Why samples are missing.
 *
 * | class | what happened | proof |
 * |---|---|---|
 * | `night` | the device sleeps | the sun is down, or close to that nothing or little was generated |
 * | `logger_down` | the device worked, nobody wrote it down | a counter advanced, or the grid exported |
 * | `outage` | the device did not work | it was expected to, and its counter stood still |
 * | `unknown` | | neither |
 */
export type GapClass = "night" | "logger_down" | "outage" | "unknown";

/** Class and evidence of a gap. */
export interface GapReason {
  /** Why samples are missing. */
  readonly class: GapClass;
  /** What proves the class, for people. */
  readonly evidence: string;
}

/** A stretch without samples, from the last one before it to the first one after it. [ms] */
export interface Silence extends TimeRange {
  /** Value before it; NaN at the start of the range. [unit of the samples] */
  readonly before: number;
  /** Value after it; NaN at the end of the range. [unit of the samples] */
  readonly after: number;
}

/** A part's place in its silence. */
export interface PartPlace {
  /** The whole silence. */
  readonly silence: Silence;
  /** The part before it. */
  readonly previous: LightPart | undefined;
  /** The part after it. */
  readonly next: LightPart | undefined;
}

/** What is known about a device besides its samples. */
export interface GapContext {
  /**
   * When it was light and dark; a device that needs no light has no nights.
   *
   * @default {light all the time}
   */
  readonly daylight?: Daylight;
  /**
   * Power below which the device starts or stops by itself in the twilight. [W]
   *
   * @default {-Infinity}
   */
  readonly standbyPowerW?: number;
  /**
   * Whether a standstill of the counters proves that the device did not work. An import register
   * stands still while the house exports, so its standstill proves nothing.
   *
   * @default {true}
   */
  readonly alwaysCounts?: boolean;
  /** Grid power; export proves that something generated. [W] */
  readonly grid?: Samples;
}

/** What the class of a gap is decided by. */
export interface GapKnowledge extends GapContext {
  /** Usual distance of the power samples. [ms] */
  readonly step: number;
  /** Counters of each device. */
  readonly devices: readonly (readonly ResolvedCounter[])[];
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
  { daylight, standbyPowerW = -Infinity }: GapKnowledge,
): GapReason | null {
  if (light === "dark") return { class: "night", evidence: daylight!.evidence };
  // Only next to a night: a low value around noon is a cloud.
  if (border === null || end - start > DROWSY) return null;
  if (border === "dawn" && after <= standbyPowerW) {
    return { class: "night", evidence: `woke up at ${shown(after)} W` };
  }
  if (border === "dusk" && before <= standbyPowerW) {
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
  const { advanced, isLeast, resolution } = counterEvidence(devices, silence, part);
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
  for (let i = rowAt(time, start + 1); i < time.length && time[i]! < end; i++) {
    if (-value[i]! > most) most = -value[i]!;
  }
  return most;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
