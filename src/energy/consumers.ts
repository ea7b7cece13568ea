/**
 * Consumers that are measured by themselves, per day.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { RepairOptions } from "../frames/counters.ts";
import type { Gap } from "../frames/gaps.ts";
import type { Period } from "../time.ts";
import { type GridDirection, gridEnergies } from "./grid.ts";
import type { AuditRow } from "./repairs.ts";
import type { ConsumerSignals } from "./signals/device_signals.ts";

/** A consumer on one day. */
export interface ConsumerDay {
  /** Its name in the household file. */
  readonly name: string;
  /** Share of the day, as far as it is over, that its power covers. [0–1] */
  readonly coverage: number;
  /** What it used. */
  readonly used: GridDirection;
}

/** The consumers on all days. */
export interface ConsumerEnergies {
  /** One entry per day: the consumers in the order of the household file. */
  readonly days: readonly (readonly ConsumerDay[])[];
  /** Gaps in the power of each consumer that has one, by its name. */
  readonly gaps: readonly (readonly [name: string, gaps: readonly Gap[]])[];
  /** Repairs of their counters. */
  readonly repairs: readonly AuditRow[];
}

/** Options of {@linkcode consumerEnergies}. */
export interface ConsumerEnergiesOptions extends RepairOptions {
  /** The present. [ms] */
  readonly now: number;
}

/**
 * Energy of each consumer per day: from its counter, else from its power.
 *
 * @param days Local days, ascending, without gap.
 */
export function consumerEnergies(
  days: readonly Period[],
  consumers: readonly ConsumerSignals[],
  options: ConsumerEnergiesOptions,
): ConsumerEnergies {
  const each = consumers.map(({ name, power, counters }) => ({
    name,
    ...gridEnergies(days, { grid: power, imports: counters, exports: [] }, {
      ...options,
      roles: ["consumer_energy", "consumer_energy"],
    }),
  }));
  return {
    days: days.map((_, d) =>
      each.map(({ name, days }) => (
        { name, coverage: days[d]!.coverage, used: days[d]!.imports }
      ))
    ),
    repairs: each.flatMap(({ name, repairs }) =>
      repairs.map((repair) => ({ ...repair, consumer: name }))
    ),
    gaps: each.flatMap(({ name, gaps }, index) =>
      consumers[index]!.power.time.length > 0 ? [[name, gaps] as const] : []
    ),
  };
}

/** What consumers used and what is left for the rest of the house. `null` is unknown. [kWh] */
export interface ConsumerFigures {
  /** Energy of each consumer, by its name. [kWh] */
  readonly consumers: Readonly<Record<string, number | null>>;
  /** Consumption of everything else. [kWh] */
  readonly other_kwh: number | null;
}

/** Excess over the consumption that the error of meters explains, as a share of it. */
const METER_ERROR = 0.02;
/** The same at least. [kWh] */
const RESOLUTION = 0.05;
/** So many standard deviations are no chance. */
const SURE = 5;

/**
 * Divides a day's consumption. Consumers that used a little more than the whole house leave nothing
 * to others; if they used more than errors explain, one of them is not behind the meter, and the rest
 * is unknown.
 *
 * @param consumed Consumption of the house. [kWh]
 * @param error How far it may be off. [kWh]
 */
export function divideConsumption(
  consumed: number | null,
  consumers: readonly ConsumerDay[],
  error: number,
): ConsumerFigures & { flags: readonly Flag[] } {
  const used = consumers.map(({ name, used }) => [name, used.kwh] as const);
  const sum = used.reduce<number | null>(
    (sum, [, kwh]) => sum === null || kwh === null ? null : sum + kwh,
    0,
  );
  const figures = { consumers: Object.fromEntries(used), other_kwh: null };
  if (consumed === null || sum === null) return { ...figures, flags: [] };
  const own = consumers.reduce(
    (sum, { used: { method, sigma, register } }) =>
      sum + (method === "counter" ? 2.5 * (register?.sigma ?? 0) : SURE * sigma),
    0,
  );
  const rest = consumed - sum;
  if (rest < -(error + own + RESOLUTION + METER_ERROR * consumed)) {
    return { ...figures, flags: ["consumers_exceed_consumption"] };
  }
  return { ...figures, other_kwh: Math.max(0, rest), flags: [] };
}
