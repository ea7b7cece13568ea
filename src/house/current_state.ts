/**
 * What a house does now, as its server tells it.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { dataFlowing, unmatchedJobs } from "../client/promql.ts";
import { seriesAt } from "../columns.ts";
import type { Config } from "../config.ts";
import { consumersOf, hasBattery, type Household } from "../household.ts";
import { spelledOut } from "../server_side/expressions.ts";
import {
  batteryExpressions,
  type Candidate,
  candidates,
  consumerExpression,
} from "./present_expressions.ts";
import { type PresentQuantity, QUANTITIES } from "./present_quantities.ts";

/** One number. */
export interface PresentReading {
  /** Which one, such as `grid` or `pv1`. */
  readonly name: string;
  /** Its value, `null` if it is unknown. */
  readonly value: number | null;
  /** How it was obtained, where that is worth saying. */
  readonly remark?: string;
}

/** What the battery does now. */
export interface PresentBattery {
  /** Positive while it discharges into the house. [W] */
  readonly power: PresentReading;
  /** Of all batteries together. [%] */
  readonly stateOfCharge: PresentReading;
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
  /** The battery; `null` in a house whose file binds none. */
  readonly battery: PresentBattery | null;
  /** Power of each consumer that is measured by itself. [W] */
  readonly consumers: readonly PresentReading[];
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
  const ofBattery = batteryExpressions(household);
  const [quantities, battery, consumers, stringReadings, exporters, loggerReading] = await Promise
    .all([
      Promise.all(names.map(async (name) => [name, await first(name, ways[name])] as const)),
      Promise.all([
        first("battery", ofBattery.power),
        first("state_of_charge", ofBattery.stateOfCharge),
      ]),
      Promise.all(
        consumersOf(household).map((name) => first(name, consumerExpression(household, name))),
      ),
      strings === null ? [] : ask(strings, "string"),
      inverterJob === undefined && meterJob === undefined ? null : ask(flowing.up, "job"),
      logger === null
        ? { name: "logger", value: null, remark: "not in the household file" }
        : first("logger", [{ expression: logger }]),
    ]);
  return {
    at: now,
    zone: household.zone,
    source: client.description,
    quantities: Object.fromEntries(quantities) as Record<PresentQuantity, PresentReading>,
    strings: byName(stringReadings),
    battery: hasBattery(household) || ofBattery.stateOfCharge.length > 0
      ? { power: battery[0], stateOfCharge: battery[1] }
      : null,
    consumers,
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
