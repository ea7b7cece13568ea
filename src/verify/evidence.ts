/**
 * The raw samples from which a server's numbers are retraced.
 *
 * @module
 */

import type { Role } from "../catalogue.ts";
import { eachSeries, type Samples } from "../columns.ts";
import { pullRole } from "../energy/roles.ts";
import type { Source, SourceOptions } from "../energy/source.ts";
import { repairCounter } from "../frames/counters.ts";
import { addSignals, exportOf, gapCap, present } from "../frames/samples.ts";
import type { Binding, Household } from "../household.ts";
import type { Selector } from "../selector.ts";
import type { DayWindow } from "../server_side/ask_days.ts";
import { MINUTE, type TimeRange } from "../time.ts";
import { samplesIn } from "./dialects.ts";

/** One binding of a role. */
export interface Device {
  /** As Wattbook sees it: one signal. [W or kWh] */
  readonly merged: Samples;
  /** As the server sees it: a series per pod. [W or kWh] */
  readonly series: readonly Samples[];
}

/** A counter. */
export interface CounterDevice extends Device {
  /** The signal as a counter that only rises, every fall taken for a reset. [kWh] */
  readonly rising: Samples;
}

/** All samples of what is compared. */
export interface Evidence {
  /** Day counters. [kWh] */
  readonly yields: readonly Device[];
  /** Import registers. [kWh] */
  readonly imports: readonly CounterDevice[];
  /** Export registers; none where the meter has none. [kWh] */
  readonly exports: readonly CounterDevice[];
  /** Exported power, one signal. [W] */
  readonly exported: Samples;
  /** Longest distance of samples across which Wattbook integrates it. [ms] */
  readonly maxGap: number;
  /** Signed grid power, the series of each meter. [W] */
  readonly meters: readonly (readonly Samples[])[];
  /** The recording rule of the grid power; none where the household's series have no rule. [W] */
  readonly rule: readonly Samples[];
}

/**
 * Pulls the evidence.
 *
 * @throws {WattbookError} Whatever the source throws.
 */
export async function pullEvidence(
  source: Source,
  household: Household,
  range: TimeRange,
  options: SourceOptions = {},
): Promise<Evidence> {
  async function devices(role: Role): Promise<Device[]> {
    const { signals } = await pullRole(source, household, role, range, options);
    return await Promise.all(household.bindings[role].map(async (binding, index) => ({
      merged: signals[index] ?? NOTHING,
      series: await seriesOf(binding.selector, binding),
    })));
  }
  async function seriesOf(selector: Selector, { factor }: Binding): Promise<Samples[]> {
    const { columns } = await source.samples(selector, range, options);
    return [...eachSeries(columns)].map((series) => {
      const { time, value } = present(series);
      return { time, value: value.map((one) => one * factor) };
    });
  }
  const grid = await devices("grid_power");
  const power = grid.length > 0 ? addSignals(grid.map(({ merged }) => merged)) : NOTHING;
  const rules = household.bindings.grid_power.flatMap((binding) => {
    return binding.fallback ? [{ ...binding, selector: binding.fallback }] : [];
  });
  const rule = await Promise.all(rules.map((binding) => seriesOf(binding.selector, binding)));
  return {
    yields: await devices("yield_today"),
    imports: (await devices("import_energy")).map(asCounter),
    exports: (await devices("export_energy")).map(asCounter),
    exported: { time: power.time, value: exportOf(power.value) },
    maxGap: gapCap(power),
    meters: grid.map(({ series }) => series),
    rule: rule.flat(),
  };
}

function asCounter(device: Device): CounterDevice {
  return { ...device, rising: repairCounter(device.merged, { repair: false }) };
}

const NOTHING: Samples = { time: new Float64Array(), value: new Float64Array() };

/** A rule is evaluated once a minute or so; it may come this much later than the samples. [ms] */
const LATE = 5 * MINUTE;

/**
 * Whether a recording rule did not exist yet when a day began: the meter has samples of the day
 * before the rule's very first one. A rule has no past, and a sum over a part of the day would look
 * like the sum over all of it.
 */
export function isRuleMissing(
  { meters, rule }: Pick<Evidence, "meters" | "rule">,
  { start, end }: DayWindow,
): boolean {
  const first = Math.min(...rule.map(({ time }) => time[0] ?? Infinity));
  return meters.flat().some((series) => {
    const { time } = samplesIn(series, { start, end: end - 1 }, true);
    return time.length > 0 && first > time[0]! + LATE;
  });
}
