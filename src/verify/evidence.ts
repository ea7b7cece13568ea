/**
 * The raw samples from which a server's numbers are retraced.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import { eachSeries, type Samples, type SeriesColumns } from "../columns.ts";
import type { RoleSignals } from "../energy/signals/roles.ts";
import { repairCounter } from "../frames/counters.ts";
import { addSignals, exportOf, gapCap, present } from "../frames/samples.ts";
import { type Binding, hasBattery, type Household } from "../household.ts";
import type { DayWindow } from "../server_side/ask_days.ts";
import { MINUTE } from "../time.ts";
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

/** The samples of what is compared, around some days. */
export interface Evidence {
  /** Day counters. [kWh] */
  readonly yields: readonly Device[];
  /** Whether they count the output of an inverter that panels and battery share. */
  readonly isHybridOutput: boolean;
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
 * The evidence in the samples around some days.
 *
 * @param roles What the source has, role by role, with the recording rules of the grid power.
 */
export function evidenceOf(
  { bindings, batteryCoupling }: Pick<Household, "bindings" | "batteryCoupling">,
  roles: ReadonlyMap<Role, RoleSignals>,
): Evidence {
  const scaled = (columns: SeriesColumns, { factor }: Binding): Samples[] =>
    [...eachSeries(columns)].map((series) => {
      const { time, value } = present(series);
      return { time, value: value.map((one) => one * factor) };
    });
  const devices = (role: Role): Device[] => {
    const { signals, series } = roles.get(role)!;
    return bindings[role].map((binding, index) => ({
      merged: signals[index] ?? NOTHING,
      series: scaled(series[index]!, binding),
    }));
  };
  const grid = devices("grid_power");
  const power = grid.length > 0 ? addSignals(grid.map(({ merged }) => merged)) : NOTHING;
  const ruled = bindings.grid_power.filter(({ fallback }) => fallback !== undefined);
  return {
    yields: devices("yield_today"),
    isHybridOutput: batteryCoupling === "hybrid_output" && hasBattery({ bindings }),
    imports: devices("import_energy").map(asCounter),
    exports: devices("export_energy").map(asCounter),
    exported: { time: power.time, value: exportOf(power.value) },
    maxGap: gapCap(power),
    meters: grid.map(({ series }) => series),
    rule: roles.get("grid_power")!.rules.flatMap((rule, index) => scaled(rule, ruled[index]!)),
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
 * before the rule's first one. A rule records nothing from before it existed, and a sum over a part
 * of the day would look like a sum over all of it.
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
