/**
 * What a house does now, as its server tells it.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import {
  currentExport,
  currentGeneration,
  currentGrid,
  currentLoad,
  dataFlowing,
  exportedSinceMidnight,
  selfSufficiency,
  unmatchedJobs,
} from "../client/promql.ts";
import { seriesAt } from "../columns.ts";
import type { Config } from "../config.ts";
import { hasInverter } from "../energy/limits.ts";
import type { Household } from "../household.ts";
import { spelledOut } from "../server_side/expressions.ts";
import { localDay, SECOND, startOfDay } from "../time.ts";

/** What is told of the present as one number each. */
export type PresentQuantity =
  | "generation"
  | "grid"
  | "load"
  | "export"
  | "autarky"
  | "yield_today"
  | "exported_today";

/** The unit of each. */
export const QUANTITIES: Readonly<Record<PresentQuantity, "W" | "%" | "kWh">> = {
  generation: "W",
  grid: "W",
  load: "W",
  export: "W",
  autarky: "%",
  yield_today: "kWh",
  exported_today: "kWh",
};

/** One number. */
export interface PresentReading {
  /** Which one, such as `grid` or `pv1`. */
  readonly name: string;
  /** Its value, `null` if it is unknown. */
  readonly value: number | null;
  /** How it was obtained, where that is worth saying. */
  readonly remark?: string;
}

/** What the house does now. */
export interface CurrentState {
  /** When it was asked, Unix time. [ms] */
  readonly at: number;
  /** IANA zone of the household. */
  readonly zone: string;
  /** Which server was asked. */
  readonly source: string;
  /** Each quantity, with the unit of {@linkcode QUANTITIES}. */
  readonly quantities: Readonly<Record<PresentQuantity, PresentReading>>;
  /** Power of each string. [W] */
  readonly strings: readonly PresentReading[];
  /**
   * 1 for each exporter that the server reaches, and an unknown value for each setting that matches
   * none; `null` if no jobs are configured.
   */
  readonly exporters: readonly PresentReading[] | null;
  /** 1 while the inverter's logger answers. */
  readonly logger: PresentReading;
  /** Warnings of the server and remarks. */
  readonly notices: readonly string[];
}

/** Options of {@linkcode currentState}. */
export interface CurrentStateOptions {
  /** Patterns of the exporters' jobs. Without them it stays open whether they are reached. */
  readonly jobs?: Pick<Config, "inverterJob" | "meterJob">;
  /** The present. [ms] @default {Date.now()} */
  readonly now?: number;
  /** Ends the queries early. */
  readonly signal?: AbortSignal;
}

/**
 * Asks a server what the house does now. Recording rules are used where they are; where one is
 * absent, or the household binds other series, its expression is spelled out from raw series.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function currentState(
  client: Pick<Client, "query" | "description">,
  household: Household,
  { jobs = {}, now = Date.now(), signal }: CurrentStateOptions = {},
): Promise<CurrentState> {
  const notices = new Set<string>();

  async function ask(expression: string, label: string): Promise<PresentReading[]> {
    // One instant for all, so that load = grid + generation holds in what is shown.
    const { columns, ...result } = await client.query(expression, { signal, time: now });
    result.notices.forEach((notice) => notices.add(notice));
    return columns.labels.map((labels, index) => {
      const value = seriesAt(columns, index).value.at(-1) ?? NaN;
      return { name: labels[label] ?? "", value: Number.isNaN(value) ? null : value };
    });
  }

  async function first(name: string, ways: readonly Candidate[]): Promise<PresentReading> {
    for (const { expression, remark } of ways) {
      const value = (await ask(expression, ""))[0]?.value ?? null;
      if (value !== null) return { name, value, ...(remark !== undefined && { remark }) };
    }
    return { name, value: null };
  }

  const ways = candidates(household, now);
  const names = Object.keys(QUANTITIES) as PresentQuantity[];
  const { inverterJob, meterJob } = jobs;
  const flowing = dataFlowing(inverterJob ?? meterJob ?? "", meterJob ?? inverterJob ?? "");
  const strings = spelledOut(household, "string_power", { by: "string" });
  const logger = spelledOut(household, "logger_online");
  const [quantities, stringReadings, exporters, loggerReading] = await Promise.all([
    Promise.all(names.map(async (name) => [name, await first(name, ways[name])] as const)),
    strings === null ? [] : ask(strings, "string"),
    inverterJob === undefined && meterJob === undefined ? null : ask(flowing.up, "job"),
    first("logger", logger === null ? [] : [{ expression: logger }]),
  ]);
  return {
    at: now,
    zone: household.zone,
    source: client.description,
    quantities: Object.fromEntries(quantities) as Record<PresentQuantity, PresentReading>,
    strings: byName(stringReadings),
    exporters: exporters && [...byName(exporters), ...await unmatched(exporters, jobs)],
    logger: loggerReading,
    notices: [...notices],
  };
}

/** The settings whose pattern matches no job. */
async function unmatched(
  exporters: readonly PresentReading[],
  jobs: Pick<Config, "inverterJob" | "meterJob">,
): Promise<PresentReading[]> {
  const missing = await unmatchedJobs(jobs, exporters.map(({ name }) => name));
  return missing.map(({ setting, pattern }) => (
    { name: setting, value: null, remark: `no job matches '${pattern}'` }
  ));
}

function byName(readings: readonly PresentReading[]): PresentReading[] {
  return readings.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** A silent inverter sleeps, or lies under snow, if it was heard within this time. */
const HEARD_WITHIN = "7d";

/** A way to ask for a quantity. */
export interface Candidate {
  /** PromQL. */
  readonly expression: string;
  /** What to say when this way was taken. */
  readonly remark?: string;
}

/**
 * The ways to ask for each quantity, the preferred one first: the recording rule, then its
 * expression spelled out from raw series. A rule has no past before its creation, so that what was
 * exported since midnight is asked the other way round.
 *
 * @param now The present, Unix time. [ms]
 */
export function candidates(
  household: Household,
  now: number,
): Readonly<Record<PresentQuantity, readonly Candidate[]>> {
  const { grid_power, generation_power } = household.bindings;
  // The rules speak of the specification's series; other bindings have none.
  const gridRule = grid_power.some(({ fallback }) => fallback !== undefined);
  const generationRule = generation_power.some(({ fallback }) => fallback !== undefined);

  const grid = spelledOut(household, "grid_power");
  const power = spelledOut(household, "generation_power");
  // An inverter that was never heard may have another name here: it does not generate zero.
  const assumed = spelledOut(household, "generation_power", { zeroWithin: HEARD_WITHIN });
  const generation = hasInverter(household) ? assumed : "vector(0)";
  const load = grid && generation && `(${grid} + ${generation})`;
  const exported = grid && `clamp_min(-(${grid}), 0)`;

  const midnight = startOfDay(localDay(now, household.zone), household.zone);
  const today = `${Math.max(1, Math.floor((now - midnight) / SECOND))}s`;
  return {
    generation: [
      ...rule(generationRule, currentGeneration()),
      ...raw(power),
      ...raw(generation, {
        remark: hasInverter(household)
          ? "an inverter is silent, so zero is assumed"
          : "this house has no PV",
      }),
    ],
    grid: [...rule(gridRule, currentGrid()), ...raw(grid)],
    load: [...rule(gridRule && generationRule, currentLoad()), ...raw(load)],
    export: [...rule(gridRule, currentExport()), ...raw(exported)],
    autarky: [
      ...rule(gridRule && generationRule, selfSufficiency()),
      ...raw(load && `clamp_max(${generation} / ${load}, 1) * 100`),
    ],
    yield_today: [
      ...raw(spelledOut(household, "yield_today"), {}),
      // The series vanish at night; the day's last reading stays true until midnight.
      ...raw(spelledOut(household, "yield_today", { lastWithin: today }), {
        remark: "last reading of today",
      }),
    ],
    exported_today: [
      ...raw(exported && `sum_over_time(${exported}[${today}:1m]) / 60 / 1000`, {}),
      ...rule(gridRule, exportedSinceMidnight(now, household.zone)).map((one) => ({
        ...one,
        remark: "from the recording rule, since it exists",
      })),
    ],
  };
}

function rule(exists: boolean, expression: string): Candidate[] {
  return exists ? [{ expression }] : [];
}

function raw(
  expression: string | null,
  rest: Partial<Candidate> = { remark: "no recording rule, computed from raw samples" },
): Candidate[] {
  return expression === null ? [] : [{ expression, ...rest }];
}
