/**
 * The power of a household over some days, per slot.
 *
 * @module
 */

import { eachSeries } from "../columns.ts";
import type { Gap } from "../frames/gaps.ts";
import { withoutImpossible } from "../frames/impossible.ts";
import { gapCap } from "../frames/integrate.ts";
import { meanPerSlot } from "../frames/mean_per_slot.ts";
import { mergeRestarts } from "../frames/restarts.ts";
import { exportOf, importOf } from "../frames/signed.ts";
import { present, rowsOf, slotIndexes } from "../frames/slots.ts";
import type { Household } from "../household.ts";
import { addDays, localDays, type Period, type TimeRange } from "../time.ts";
import { gridEnergies } from "./grid_energy.ts";
import { limitsOf } from "./limits.ts";
import { peakOf } from "./peaks.ts";
import type { PowerPart } from "./join_power.ts";
import type { StringPower } from "./power_table.ts";
import { pvEnergies } from "./pv_energy.ts";
import { openSignals } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";

/** Options of {@linkcode pullPower}. */
export interface PullPowerOptions extends SourceOptions {
  /** Length of a slot. [ms] */
  readonly step: number;
  /** The present. [ms] */
  readonly now: number;
  /**
   * Share of a slot that samples must cover. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
  /**
   * Whether the power of the strings is pulled too.
   *
   * @default {true}
   */
  readonly strings?: boolean;
}

/**
 * Pulls the samples of some days and takes their means per slot.
 *
 * @param days Local days, ascending, without gap.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { localDays } from "../time.ts";
 * import { pullPower } from "./pull_power.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const days = localDays("2025-06-01", "2025-06-02", "UTC");
 * const power = await pullPower(nothing, defaultHousehold({ zone: "UTC" }), days, {
 *   step: 3_600_000,
 *   now: Date.UTC(2025, 6, 1),
 * });
 * assert(power.time.length === 48);
 * ```
 */
export async function pullPower(
  source: Source,
  household: Household,
  days: readonly Period[],
  options: PullPowerOptions,
): Promise<PowerPart> {
  const { step, now, minCoverage, strings: withStrings = true } = options;
  // One day more on either side: a gap is judged by what is before and after it.
  const around = localDays(
    addDays(days[0]!.label, -1),
    addDays(days.at(-1)!.label, 1),
    household.zone,
  );
  const signals = await openSignals(source, household, around, options).window(around);
  const limits = limitsOf(household), { sleepy } = limits;
  const within = { start: days[0]!.start, end: days.at(-1)!.end };
  const grid = gridEnergies(around, signals, { now, perHour: limits.grid });
  const pv = pvEnergies(around, signals, { now, sleepy, perHour: limits.generation });
  const hasInverter = household.bindings.generation_power.length > 0;
  const nights = hasInverter ? pv.gaps.filter((gap) => gap.class === "night") : [];

  const borders = slotBorders(days, step);
  const settings = minCoverage === undefined ? {} : { minCoverage };
  const maxGap = gapCap(signals.grid);
  const gridMeans = (value: Float64Array) =>
    meanPerSlot({ time: signals.grid.time, value }, borders, { ...settings, maxGap });
  const grid_w = gridMeans(signals.grid.value);
  const generation_w = meanPerSlot(signals.generation, borders, { ...settings, zeros: nights });
  const [from, to] = slotIndexes(signals.grid, [within.start, within.end]);
  const raw = rowsOf(signals.grid, from!, to!);
  return {
    time: borders.subarray(0, -1),
    grid_w,
    import_w: gridMeans(importOf(signals.grid.value)),
    export_w: gridMeans(exportOf(signals.grid.value)),
    generation_w,
    load_w: hasInverter ? grid_w.map((watts, slot) => watts + generation_w[slot]!) : grid_w,
    strings: withStrings
      ? await stringPowers(source, household, borders, { ...options, zeros: nights })
      : [],
    rawPeaks: {
      import: peakOf({ time: raw.time, value: importOf(raw.value) }),
      export: peakOf({ time: raw.time, value: exportOf(raw.value) }),
    },
    daylight: cutTo(signals.daylight.light, within),
    gaps: {
      grid: cutTo<Gap>(grid.gaps, within),
      generation: hasInverter ? cutTo<Gap>(pv.gaps, within) : [],
    },
    notices: signals.notices,
  };
}

/** Borders of slots that tile each day from its midnight; the last slot of a day may be shorter. */
function slotBorders(days: readonly Period[], step: number): Float64Array {
  const borders: number[] = [];
  for (const { start, end } of days) {
    for (let at = start; at < end; at += step) borders.push(at);
  }
  borders.push(days.at(-1)!.end);
  return Float64Array.from(borders);
}

async function stringPowers(
  source: Source,
  household: Household,
  borders: Float64Array,
  options: PullPowerOptions & { readonly zeros: readonly TimeRange[] },
): Promise<StringPower[]> {
  const { now, zeros, minCoverage, signal } = options;
  // Samples just before the first and after the last border cover the ends of the slots there.
  const margin = 10 * 60_000;
  const range = { start: borders[0]! - margin, end: Math.min(borders.at(-1)! + margin, now) };
  const found: StringPower[] = [];
  for (const { selector, factor } of household.bindings.string_power) {
    const { columns } = await source.samples(selector, range, signal ? { signal } : {});
    for (const series of eachSeries(mergeRestarts(columns, { identity: ["string"] }))) {
      const power = { time: series.time, value: series.value.map((one) => one * factor) };
      const { samples } = withoutImpossible(present(power), limitsOf(household).generationPower);
      found.push({
        name: series.labels["string"] ?? "string",
        power_w: meanPerSlot(samples, borders, {
          zeros,
          ...(minCoverage !== undefined && { minCoverage }),
        }),
      });
    }
  }
  return found;
}

/** The parts of ascending stretches that lie in a range. */
function cutTo<Stretch extends TimeRange>(
  stretches: readonly Stretch[],
  { start, end }: TimeRange,
): Stretch[] {
  return stretches.filter((one) => one.start < end && one.end > start).map((one) => (
    { ...one, start: Math.max(one.start, start), end: Math.min(one.end, end) }
  ));
}
