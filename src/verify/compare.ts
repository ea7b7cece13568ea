/**
 * Each day twice: by Wattbook from raw samples, and by the server with the specification's own expressions.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { dailyTable } from "../energy/days.ts";
import { serverSource, type Source, type SourceOptions } from "../energy/source.ts";
import type { EnergyRow } from "../energy/table.ts";
import type { Household } from "../household.ts";
import { askDays, type DayWindow, localWindows } from "../server_side/ask_days.ts";
import { dailyExpression, type Quantity } from "../server_side/expressions.ts";
import { addDays, HOUR, localDays, type TimeRange } from "../time.ts";
import { type Dialect, DIALECTS } from "./dialects.ts";
import { type Evidence, isRuleMissing, pullEvidence } from "./evidence.ts";
import { rememberingSource } from "./remembering_source.ts";
import {
  type Part,
  type Retraced,
  retraceExport,
  retraceRegister,
  retraceYield,
} from "./retrace.ts";

/** The household's local days, or the server's own `1d` steps. */
export type DayKind = "local" | "utc";

/** One energy of one day, twice. */
export interface ComparedDay {
  /** The local day. */
  readonly day: string;
  /** Wattbook's number, `null` if it does not know one. [kWh] */
  readonly local: number | null;
  /** The server's number, `null` if it has none. [kWh] */
  readonly server: number | null;
  /** Why they differ; together with `rest`, server minus Wattbook. */
  readonly parts: readonly Part[];
  /** What no reason explains, `null` where there is nothing to compare. [kWh] */
  readonly rest: number | null;
}

/** One energy over all days. */
export interface Comparison {
  /** Which energy. */
  readonly quantity: Quantity;
  /** Whose days the server was asked for. */
  readonly days: DayKind;
  /** What the server was asked, for a day of 24 hours. */
  readonly expression: string;
  /** Where that reads a recording rule: the days for which the rule did not exist yet. */
  readonly withoutRule: readonly string[];
  /** What the server was asked for those days instead. */
  readonly spelledOut: string;
  /** Ascending. */
  readonly rows: readonly ComparedDay[];
}

/** All comparisons. */
export interface Verification {
  /** IANA zone of the local days. */
  readonly zone: string;
  /** Which server, and where Wattbook's samples came from if not from it. */
  readonly source: string;
  /** How the server computes, found by its numbers; `null` if it has none. */
  readonly dialect: string | null;
  /** Per energy, local days before the server's own. */
  readonly comparisons: readonly Comparison[];
  /** What the server had to say. */
  readonly notices: readonly string[];
}

/** Options of {@linkcode compareDays}. */
export interface CompareOptions extends SourceOptions {
  /** First local day. */
  readonly from: string;
  /** Last local day, inclusive. */
  readonly to: string;
  /**
   * Where Wattbook's own samples come from.
   *
   * @default the server with which they are compared
   */
  readonly source?: Source;
  /**
   * The present. [ms]
   *
   * @default {Date.now()}
   */
  readonly now?: number;
}

const QUANTITIES: readonly Quantity[] = ["yield", "import", "export"];

const DAY = 24 * HOUR;

/**
 * Compares Wattbook's daily energies with the server's, and retraces every difference to its
 * reasons.
 *
 * @throws {WattbookError} Whatever client, household and table have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { compareDays } from "./compare.ts";
 *
 * const nothing = async () => ({ columns: joinSeries([]), notices: [], requests: 1 });
 * const client = {
 *   description: "an empty server", samples: nothing, queryRange: nothing,
 *   query: async () => ({ ...await nothing(), resultType: "vector" as const }),
 * };
 * const house = defaultHousehold({ zone: "Europe/Berlin" });
 * const { comparisons } = await compareDays(client, house, { from: "2025-06-01", to: "2025-06-02" });
 * assert(comparisons.every(({ rows }) => rows.every(({ rest }) => rest === null)));
 * ```
 */
export async function compareDays(
  client: Pick<Client, "description" | "query" | "queryRange" | "samples">,
  household: Household,
  { from, to, source: given, now = Date.now(), signal, onProgress }: CompareOptions,
): Promise<Verification> {
  const { zone } = household;
  const source = rememberingSource(given ?? serverSource(client));
  const pull = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const table = await dailyTable(source, household, { from, to, now, ...pull });
  const range = pulledRange(from, to, { zone, now });
  const evidence = await pullEvidence(source, household, range, pull);
  const rows = new Map(table.rows.map((row) => [row.date, row]));
  const notices = new Set(table.notices);

  const asked: Asked[] = [];
  for (const quantity of QUANTITIES) {
    for (const days of ["local", "utc"] as const) {
      const all = days === "local" ? localWindows(from, to, zone) : utcWindows(from, to);
      const windows = all.filter(({ label, end }) => rows.has(label) && end <= now);
      const one = await ask(quantity, windows);
      if (one !== null) asked.push({ ...one, days });
    }
  }
  const dialect = likeliest(asked, { rows, evidence });
  return {
    zone,
    source: given ? `${given.description}, against ${client.description}` : client.description,
    dialect: asked.some(({ byDay }) => byDay.size > 0) ? dialect.name : null,
    comparisons: asked.map(({ windows, byDay, ...one }) => ({
      ...one,
      rows: windows.map((window) => {
        const { local, retraced } = retraceDay({ ...one, windows, byDay }, window, {
          rows,
          evidence,
          dialect,
        });
        const server = byDay.get(window.label) ?? null;
        return {
          day: window.label,
          local,
          server,
          parts: server === null ? [] : retraced.parts,
          rest: restOf(server, retraced),
        };
      }),
    })),
    notices: [...notices],
  };

  async function ask(
    quantity: Quantity,
    windows: readonly DayWindow[],
  ): Promise<Omit<Asked, "days"> | null> {
    const hasRule = quantity === "export" && evidence.exports.length === 0 &&
      household.bindings.grid_power.some(({ fallback }) => fallback !== undefined);
    const isSpelledOut = (window: DayWindow) => !hasRule || isRuleMissing(evidence, window);
    const byDay = new Map<string, number>();
    for (const rule of [true, false]) {
      const some = windows.filter((window) => isSpelledOut(window) !== rule);
      const first = dailyExpression(household, quantity, { window: DAY, rule });
      if (first === null) return null;
      if (some.length === 0) continue;
      const answer = await askDays(
        client,
        (day) => ({ kwh: dailyExpression(household, quantity, { ...day, rule })! }),
        { windows: some, ...(signal && { signal }) },
      );
      answer.days.forEach(({ kwh }, day) => kwh !== undefined && byDay.set(day, kwh));
      answer.notices.forEach((notice) => notices.add(notice));
    }
    return {
      quantity,
      expression: dailyExpression(household, quantity, { window: DAY, rule: hasRule })!,
      withoutRule: hasRule ? windows.filter(isSpelledOut).map(({ label }) => label) : [],
      spelledOut: dailyExpression(household, quantity, { window: DAY })!,
      windows,
      byDay,
    };
  }
}

/** The answers for one energy. */
interface Asked extends Omit<Comparison, "rows"> {
  readonly windows: readonly DayWindow[];
  readonly byDay: ReadonlyMap<string, number>;
}

interface Material {
  readonly rows: ReadonlyMap<string, EnergyRow>;
  readonly evidence: Evidence;
}

const COLUMN = { yield: "yield_kwh", import: "import_kwh", export: "export_kwh" } as const;

function retraceDay(
  { quantity, expression, spelledOut, withoutRule }: Asked,
  window: DayWindow,
  { rows, evidence, dialect }: Material & { dialect: Dialect },
): { local: number | null; retraced: Retraced } {
  const row = rows.get(window.label)!;
  const { start, end } = row, local = row[COLUMN[quantity]];
  const day = { start, end, kwh: local };
  const { imports, exports } = evidence;
  if (quantity === "yield") {
    return { local, retraced: retraceYield(row, window, { evidence, dialect }) };
  }
  const devices = quantity === "import" ? imports : exports;
  if (devices.length > 0) {
    return { local, retraced: retraceRegister(day, window, { devices, dialect }) };
  }
  const usesRule = expression !== spelledOut && !withoutRule.includes(window.label);
  return { local, retraced: retraceExport(day, window, { evidence, dialect, usesRule }) };
}

function restOf(server: number | null, { expected }: Retraced): number | null {
  if (server === null && Number.isNaN(expected)) return null;
  return (server ?? 0) - (Number.isNaN(expected) ? 0 : expected);
}

/** The dialect that leaves the least unexplained. */
function likeliest(asked: readonly Asked[], material: Material): Dialect {
  const rests = DIALECTS.map((dialect) => {
    let sum = 0;
    for (const one of asked) {
      for (const window of one.windows) {
        const { retraced } = retraceDay(one, window, { ...material, dialect });
        sum += Math.abs(restOf(one.byDay.get(window.label) ?? null, retraced) ?? 0);
      }
    }
    return sum;
  });
  return DIALECTS[rests.indexOf(Math.min(...rests))]!;
}

/**
 * The server's own days: a step of `1d` is aligned to multiples of a day, which are the midnights
 * of UTC, and the point at a midnight stands for the day before it. They carry the names of the
 * local days that they are compared with.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`
 */
export function utcWindows(from: string, to: string): DayWindow[] {
  return localDays(from, to, "UTC").map((day) => ({ ...day, at: day.end }));
}

/** Options of {@linkcode pulledRange}. */
export interface PulledRangeOptions {
  /** IANA zone of the local days. */
  readonly zone: string;
  /** The present; there is nothing later. [ms] */
  readonly now: number;
}

/**
 * The samples that it takes to retrace both kinds of days: a local day more on either side, which
 * is what the daily table pulls too.
 */
export function pulledRange(
  from: string,
  to: string,
  { zone, now }: PulledRangeOptions,
): TimeRange {
  const days = localDays(addDays(from, -1), addDays(to, 1), zone);
  return { start: days[0]!.start, end: Math.min(days.at(-1)!.end, now) };
}
