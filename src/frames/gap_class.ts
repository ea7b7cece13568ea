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
 * | `night` | the device is off at night | the sun is down, or next to that little or nothing was generated |
 * | `logger_down` | the device worked, its readings were lost | a counter advanced, or power was exported |
 * | `outage` | the device did not work | it should have, and its counter stood still |
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
  readonly silence: Silence;
  readonly previous: LightPart | undefined;
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

/** Everything that decides the class of a gap. */
export interface GapKnowledge extends GapContext {
  /** Usual distance of the power samples. [ms] */
  readonly step: number;
  readonly devices: readonly (readonly ResolvedCounter[])[];
}

/** Higher export is not noise of the meter. [W] */
const CLEAR_EXPORT = 50;
/** Longest silence in daylight that can belong to a night. [ms] */
const LONGEST_STANDBY = 3 * HOUR;
/** Next to a night, no generation is expected for this long. [ms] */
const TWILIGHT = HOUR;
/** A device may start after the first sample of the light, or stop before the last one. [steps] */
const MISSED = 2;
/** The power by the rise of a counter with coarse steps is this many times too high. */
const COARSE = 10;
/** If this many times the energy at the ends is missing, clouds cannot explain it. */
const CLEARLY_MORE = 5;

/**
 * The cause of a part of a silence: first whether it was night, then what the grid and the counters
 * prove.
 */
export function gapReason(part: LightPart, place: PartPlace, known: GapKnowledge): GapReason {
  const border = borderOf(part, place);
  return nightOf(part, place.silence, border, known) ?? proofOf(part, place.silence, border, known);
}

/** Daylight next to a silent night: before the device started or after it stopped. */
type Border = "dawn" | "dusk" | null;

function borderOf({ start, end, light }: LightPart, place: PartPlace): Border {
  const { silence, previous, next } = place;
  if (light !== "light") return null;
  if (previous?.light === "dark" && end === silence.end) return "dawn";
  return next?.light === "dark" && start === silence.start ? "dusk" : null;
}

/** The class `night`, if the part belongs to a night. */
function nightOf(
  { start, end, light }: LightPart,
  { before, after }: Silence,
  border: Border,
  { daylight, standbyPowerW = -Infinity, step }: GapKnowledge,
): GapReason | null {
  if (light === "dark") return { class: "night", evidence: daylight!.evidence };
  // Only next to a night; low power around noon means clouds.
  if (border === null || end - start > LONGEST_STANDBY) return null;
  if (border === "dawn" && after <= standbyPowerW) {
    return { class: "night", evidence: `started at ${shown(after)} W` };
  }
  if (border === "dusk" && before <= standbyPowerW) {
    return { class: "night", evidence: `stopped at ${shown(before)} W` };
  }
  const watts = border === "dawn" ? after : before;
  return end - start < MISSED * step && watts <= COARSE * standbyPowerW
    ? { class: "night", evidence: "a single sample missing next to the night" }
    : null;
}

/** The class of a part that is not a proven night. */
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
  // A device that fails still counts before it fails and after it returns.
  const atEnds = resolution + edgeEnergy(silence, step);
  const expected = expectedEnergy(part, silence, border);
  const isFailure = !isLeast && advanced <= atEnds && expected > CLEARLY_MORE * atEnds;
  if (advanced > 0 && !isFailure) {
    const by = `${isLeast ? "at least " : ""}${shown(advanced)} kWh`;
    return { class: "logger_down", evidence: `counter advanced by ${by}` };
  }
  const unknown = (evidence: string): GapReason => ({ class: "unknown", evidence });
  if (part.light === "unknown") return unknown("unknown whether it was night");
  if (Number.isNaN(advanced)) return unknown("no counter shows what happened");
  if (!alwaysCounts) return unknown("counter stood still, which does not show the cause");
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
 * What the device would have counted at its power before and after; next to a night, at half of that
 * power. [kWh]
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

/** The greatest export within a stretch, without its ends, where the device reported. [W] */
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
