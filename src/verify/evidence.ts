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
import type { TimeRange } from "../time.ts";

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
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { pullEvidence } from "./evidence.ts";
 *
 * const samples = async () => ({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "server" as const, description: "example", samples };
 * const house = defaultHousehold({ zone: "UTC" });
 * const evidence = await pullEvidence(nothing, house, { start: 0, end: 1 });
 * assert(evidence.exported.time.length === 0);
 * ```
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
