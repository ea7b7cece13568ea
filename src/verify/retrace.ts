/**
 * Why a server's number differs from Wattbook's.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { EnergyRow } from "../energy/table.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import { integrate } from "../frames/integrate.ts";
import type { DayWindow } from "../server_side/ask_days.ts";
import type { TimeRange } from "../time.ts";
import { countedUp, type Dialect, increase, sampledExport, samplesIn } from "./dialects.ts";
import type { CounterDevice, Evidence } from "./evidence.ts";

/** What a reason is called in a table, and what it means. */
export interface DifferenceReasonInfo {
  /** Head of its column. */
  readonly title: string;
  /** What it means. */
  readonly meaning: string;
}

/** Every known reason, in the order in which a number is retraced. */
export const DIFFERENCE_REASONS = {
  battery: {
    title: "Battery",
    meaning: "The day counter counts the hybrid inverter's output, with the battery",
  },
  late_reset: {
    title: "Late reset",
    meaning: "In the morning the day counter still showed the previous day",
  },
  recovered: {
    title: "Recovered",
    meaning: "The day counter misses part of the day; Wattbook uses the lifetime counter",
  },
  repaired: {
    title: "Repaired",
    meaning: "A counter fell or jumped; Wattbook repairs it, the server does not",
  },
  balanced: {
    title: "Balanced",
    meaning: "The export exceeded the yield by less than its error; it was set to the yield",
  },
  utc_day: {
    title: "UTC day",
    meaning: "The server's day begins at midnight UTC, not at local midnight",
  },
  window_ends: {
    title: "Ends",
    meaning: "Energy between each end of the window and the nearest sample in it",
  },
  restarts: {
    title: "Restarts",
    meaning: "increase() counts the series before and after a restart separately",
  },
  extrapolation: {
    title: "Extrapol.",
    meaning: "increase() extrapolates to the ends of the window",
  },
  from_before: {
    title: "Before",
    meaning: "increase() counts from the last sample before the window",
  },
  sampling: {
    title: "Sampling",
    meaning: "The subquery reads the power once a minute, Wattbook uses every sample",
  },
  rule: {
    title: "Rule",
    meaning: "The recording rule read the power at other instants than the subquery",
  },
} as const satisfies Readonly<Record<string, DifferenceReasonInfo>>;

/** A reason of {@linkcode DIFFERENCE_REASONS}. */
export type DifferenceReason = keyof typeof DIFFERENCE_REASONS;

/** What one reason contributes to server minus Wattbook. */
export interface DifferencePart {
  /** Which reason. */
  readonly reason: DifferenceReason;
  /** Its share of the difference. [kWh] */
  readonly kwh: number;
}

/** A number retraced from Wattbook's to the one that the server must have. */
export interface Retraced {
  /** What each reason contributes; none if Wattbook has no number. */
  readonly parts: readonly DifferencePart[];
  /** The number that the server should have; NaN for none. [kWh] */
  readonly expected: number;
}

/**
 * Retraces a number: each step computes it a bit more as the server does, and the change is the share
 * of the step's reason.
 *
 * @param local Wattbook's number, `null` if it does not know one. [kWh]
 * @param steps The number after each step, with the reason of the step; NaN where it is not known.
 */
export function retrace(
  local: number | null,
  steps: readonly (readonly [reason: DifferenceReason, kwh: number])[],
): Retraced {
  const parts: DifferencePart[] = [];
  const expected = steps.at(-1)?.[1] ?? local ?? NaN;
  let before = local ?? NaN, skipped: DifferenceReason | null = null;
  for (const [reason, kwh] of steps) {
    // If a step's number is unknown, the next change is attributed to its reason.
    if (Number.isNaN(kwh)) skipped ??= reason;
    else {
      if (!Number.isNaN(before)) parts.push({ reason: skipped ?? reason, kwh: kwh - before });
      before = kwh;
      skipped = null;
    }
  }
  return { parts: local === null ? [] : parts, expected };
}

/** A day of Wattbook's. */
export interface LocalDay extends TimeRange {
  /** Energy, `null` if it is not known. [kWh] */
  readonly kwh: number | null;
}

/**
 * Retraces the energy of a register: from the difference of its readings at two midnights to
 * `sum(increase(…))`.
 *
 * @param window The server's day.
 */
export function retraceRegister(
  local: LocalDay,
  window: DayWindow,
  { devices, dialect }: { devices: readonly CounterDevice[]; dialect: Dialect },
): Retraced {
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  const inside = (samples: Samples) => samplesIn(samples, asked, dialect.closed);
  const merged = devices.map((device) => device.merged);
  const rising = devices.map((device) => device.rising);
  const parts = devices.flatMap(({ series }) => series).filter((one) =>
    inside(one).time.length > 0
  );
  return retrace(local.kwh, [
    ["repaired", total(rising, (one) => readingDifference(one, local))],
    ["utc_day", total(rising, (one) => readingDifference(one, window))],
    ["window_ends", total(merged, (one) => countedUp(inside(one)))],
    ["restarts", total(parts, (one) => countedUp(inside(one)))],
    [
      dialect.increase === "extrapolated" ? "extrapolation" : "from_before",
      // A series of one sample has no increase; sum() leaves it out.
      total(parts, (one) => increase(one, asked, dialect), { skipUnknown: true }),
    ],
  ]);
}

function readingDifference(rising: Samples, { start, end }: TimeRange): number {
  const { reading } = readingsAt(rising, [start, end]);
  return reading[1]! - reading[0]!;
}

function total(
  all: readonly Samples[],
  energy: (one: Samples) => number,
  { skipUnknown = false } = {},
): number {
  const energies = all.map(energy).filter((kwh) => !skipUnknown || !Number.isNaN(kwh));
  return energies.length === 0 ? NaN : energies.reduce((sum, kwh) => sum + kwh, 0);
}

/** Options of {@linkcode retraceExport}. */
export interface RetraceExportOptions {
  /** Samples. */
  readonly evidence: Evidence;
  /** How the server computes. */
  readonly dialect: Dialect;
  /** Whether the recording rule was asked, not its expression. */
  readonly usesRule: boolean;
}

/**
 * Retraces an integrated export: from the integral over every sample to `sum_over_time(…[…:1m])`.
 *
 * @param local Wattbook's day.
 * @param window The server's day.
 */
export function retraceExport(
  local: LocalDay,
  window: DayWindow,
  { evidence, dialect, usesRule }: RetraceExportOptions,
): Retraced {
  const { exported, maxGap, meters, rule } = evidence;
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  // Each minute of the day once: without the first minute of the next day.
  const minutes = { start: window.start, end: window.end - 1 };
  const once: Dialect = { ...dialect, closed: true };
  const integral = ({ start, end }: TimeRange) => {
    const near = samplesIn(exported, { start: start - maxGap, end: end + maxGap }, true);
    const { energy, covered } = integrate(near, [start, end], { maxGap });
    return covered[0]! > 0 ? energy[0]! / 1000 : NaN;
  };
  const series = usesRule ? [rule] : meters;
  return retrace(local.kwh, [
    ["balanced", integral(local)],
    ["utc_day", integral(window)],
    ["sampling", sampledExport(meters, minutes, once)],
    ["rule", sampledExport(series, minutes, once)],
    ["window_ends", sampledExport(series, asked, dialect)],
  ]);
}

/** Readings of a day counter that differ by less count as equal. [kWh] */
const SAME = 1e-6;

/**
 * Retraces a yield: from the table to `max(max_over_time(…))`.
 *
 * @param row Wattbook's day.
 * @param window The server's day.
 */
export function retraceYield(
  row: EnergyRow,
  window: DayWindow,
  { evidence, dialect }: { evidence: Evidence; dialect: Dialect },
): Retraced {
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  const counters = evidence.yields.map(({ merged }) => merged);
  const greatest = (range: TimeRange, closed: boolean) =>
    counters.reduce((sum, one) => sum + maximum(samplesIn(one, range, closed)), 0);
  // A period includes its start but not its end.
  const inPeriod = ({ start, end }: TimeRange) => greatest({ start, end: end - 1 }, true);
  // The battery's energies are added to what such an inverter counts, so it counts something else.
  const why = evidence.isHybridOutput ? "battery" : whyOtherMaximum(row, counters);
  return retrace(row.yield_kwh, [
    [why, inPeriod(row)],
    ["utc_day", inPeriod(window)],
    ["window_ends", greatest(asked, dialect.closed)],
  ]);
}

/** Why the day counter's maximum of a local day is another number than the yield. */
function whyOtherMaximum(row: EnergyRow, counters: readonly Samples[]): DifferenceReason {
  const own = row.yield_kwh ?? NaN;
  const days = counters.map((one) => samplesIn(one, { start: row.start, end: row.end - 1 }, true));
  const shown = days.reduce((sum, day) => sum + maximum(day), 0);
  if (shown > own + SAME && days.some(fallsOnlyFromItsFirst)) return "late_reset";
  if (shown < own - SAME && row.method.includes("yield:lifetime_counter")) return "recovered";
  return "repaired";
}

/** The counter's maximum is what it showed first, before it fell. */
function fallsOnlyFromItsFirst({ value }: Samples): boolean {
  const fall = value.findIndex((one, i) => i > 0 && one < value[i - 1]! - SAME);
  return fall > 0 && value[fall - 1]! - value[0]! <= SAME &&
    Math.abs(maximum({ time: value, value }) - value[0]!) <= SAME;
}

function maximum({ value }: Samples): number {
  return value.reduce((greatest, one) => one <= greatest ? greatest : one, NaN);
}
