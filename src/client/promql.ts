/**
 * The query shapes of the specification, section 2.6, as functions that write PromQL.
 *
 * @module
 */

import { compilePattern } from "../pattern.ts";
import { formatSelector, selector } from "../selector.ts";
import { localDay, SECOND, startOfDay } from "../time.ts";
import { formatRange, type LookBack } from "./expression.ts";

const GRID = "home:power_grid_import:watts";
const DAY = 86_400 * SECOND;

/** Options of a shape that looks back over a day. */
export interface DailyOptions {
  /**
   * Length of the window. A local day of 23 or 25 hours is asked for with its real length, evaluated
   * at its end. [ms]
   *
   * @default {86_400_000}
   */
  readonly window?: number;
  /**
   * How long before the evaluation the window ends; negative where it ends later. [ms]
   *
   * @default {0}
   */
  readonly offset?: number;
}

/**
 * Current generation. [W]
 */
export function currentGeneration(): string {
  return "home:power_generation:watts";
}

/**
 * Current grid power: positive import, negative export. [W]
 */
export function currentGrid(): string {
  return GRID;
}

/**
 * Current load of the household. [W]
 */
export function currentLoad(): string {
  return "home:power_total:watts";
}

/**
 * Current self-sufficiency. [%]
 */
export function selfSufficiency(): string {
  return "clamp_max(home:autarky:ratio, 1) * 100";
}

/**
 * Current export, 0 while importing. [W]
 */
export function currentExport(): string {
  return `clamp_min(-${GRID}, 0)`;
}

/**
 * PV yield since local midnight. [kWh]
 */
export function yieldToday(): string {
  return "max(inverter_production_today_kwh)";
}

/**
 * Exported energy since local midnight, to be evaluated at `now`. [kWh]
 *
 * @param now Unix time. [ms]
 * @param zone IANA zone of the household.
 */
export function exportedSinceMidnight(now: number, zone: string): string {
  const since = now - startOfDay(localDay(now, zone), zone);
  // An empty window is not PromQL.
  return exported({ window: Math.max(SECOND, Math.floor(since / SECOND) * SECOND) });
}

/**
 * PV yield per day. [kWh]
 */
export function dailyYield({ window = DAY, offset = 0 }: DailyOptions = {}): string {
  return `max(max_over_time(inverter_production_today_kwh${formatRange({ window, offset })}))`;
}

/**
 * Grid import per day. [kWh]
 *
 * @param meterAinRegex Pattern for the meter's label `ain`.
 */
export function dailyImport(
  meterAinRegex: string,
  { window = DAY, offset = 0 }: DailyOptions = {},
): string {
  const meter = formatSelector(
    selector("gridbox_ha_multimeter_energy_Wh", { label: "ain", op: "=~", value: meterAinRegex }),
  );
  return `sum(increase(${meter}${formatRange({ window, offset })})) / 1000`;
}

/**
 * Exported energy per day. [kWh]
 */
export function dailyExport({ window = DAY, offset = 0 }: DailyOptions = {}): string {
  return exported({ window, offset });
}

/**
 * Power per string, the series of several exporter pods merged. [W]
 */
export function stringPower(): string {
  return "max by (string) (inverter_dc_power_watts)";
}

/** The two expressions of {@linkcode dataFlowing}. */
export interface DataFlowing {
  /** 1 for every exporter that the server reaches. */
  readonly up: string;
  /** 1 while the inverter's logger answers. */
  readonly logger: string;
}

/**
 * Whether data are flowing. Two expressions: `and` between a vector with labels and one without
 * matches nothing.
 *
 * @param inverterJob Pattern for the label `job` of the inverter exporter.
 * @param meterJob Pattern for the label `job` of the meter exporter.
 */
export function dataFlowing(inverterJob: string, meterJob: string): DataFlowing {
  const jobs = { label: "job", op: "=~", value: `${inverterJob}|${meterJob}` } as const;
  return { up: formatSelector(selector("up", jobs)), logger: "max(inverter_logger_online)" };
}

/** A setting whose pattern matches no job. */
export interface UnmatchedJob {
  /** Name of the setting. */
  readonly setting: "INVERTER_JOB" | "METER_JOB";
  /** Its value. */
  readonly pattern: string;
}

/**
 * Which settings of jobs match none of the jobs that the server scrapes.
 *
 * @param jobs Values of the label `job` in the answer to {@linkcode dataFlowing}.
 */
export async function unmatchedJobs(
  { inverterJob, meterJob }: {
    readonly inverterJob?: string | undefined;
    readonly meterJob?: string | undefined;
  },
  jobs: readonly string[],
): Promise<UnmatchedJob[]> {
  const unmatched: UnmatchedJob[] = [];
  const settings = [["INVERTER_JOB", inverterJob], ["METER_JOB", meterJob]] as const;
  for (const [setting, pattern] of settings) {
    if (pattern === undefined) continue;
    const matches = await compilePattern(pattern);
    if (!jobs.some(matches)) unmatched.push({ setting, pattern });
  }
  return unmatched;
}

function exported(range: LookBack): string {
  return `sum_over_time(${currentExport()}${formatRange(range, "1m")}) / 60 / 1000`;
}
