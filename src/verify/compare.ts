/**
 * Each day twice: by Wattbook from raw samples, and by the server with the specification's own
 * expressions.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { Samples } from "../columns.ts";
import { analyseDays } from "../energy/days.ts";
import { serverSource, type Source, type SourceOptions } from "../energy/signals/source.ts";
import type { EnergyRow } from "../energy/table.ts";
import type { Household } from "../household.ts";
import { askDays, type DayWindow, localWindows } from "../server_side/ask_days.ts";
import { dailyExpression, type Quantity } from "../server_side/expressions.ts";
import { HOUR, localDays } from "../time.ts";
import { type Dialect, DIALECTS } from "./dialects.ts";
import { type Evidence, evidenceOf, isRuleMissing } from "./evidence.ts";
import {
  type DifferencePart,
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
  /** Wattbook's number, `null` if unknown. [kWh] */
  readonly local: number | null;
  /** The server's number, `null` if it has none. [kWh] */
  readonly server: number | null;
  /** Why they differ; together with `rest`, server minus Wattbook. */
  readonly parts: readonly DifferencePart[];
  /** The unexplained difference, `null` if there is nothing to compare. [kWh] */
  readonly rest: number | null;
}

/** One energy over all days. */
export interface ComparedEnergy {
  /** Which energy. */
  readonly quantity: Quantity;
  /** Local days or the server's own. */
  readonly days: DayKind;
  /** The expression that the server computed, for a day of 24 hours. */
  readonly expression: string;
  /** If the expression reads a recording rule: days before the rule existed. */
  readonly withoutRule: readonly string[];
  /** The expression for those days. */
  readonly spelledOut: string;
  /** Ascending. */
  readonly rows: readonly ComparedDay[];
}

/** All comparisons. */
export interface Verification {
  /** IANA zone of the local days. */
  readonly zone: string;
  /** The server, and the source of Wattbook's samples if it is another. */
  readonly source: string;
  /** How the server computes, inferred from its numbers; `null` if it has none. */
  readonly dialect: string | null;
  /** Per energy, local days before the server's own. */
  readonly comparisons: readonly ComparedEnergy[];
  /** Warnings of the server. */
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
 */
export async function compareDays(
  client: Pick<Client, "description" | "query" | "queryRange" | "samples">,
  household: Household,
  { from, to, source: given, now = Date.now(), signal, onProgress }: CompareOptions,
): Promise<Verification> {
  const { zone } = household;
  const hasRule = household.bindings.export_energy.length === 0 &&
    household.bindings.grid_power.some(({ fallback }) => fallback !== undefined);
  const retraced: RetracedDay[] = [];
  // The first samples of the rule show when it began; later stretches do not.
  let ruleBegan: readonly Samples[] = [];
  const { table } = await analyseDays(given ?? serverSource(client), household, {
    ...{ from, to, now, ...(signal && { signal }), ...(onProgress && { onProgress }) },
    rules: ["grid_power"],
    onStretch({ rows, roles }) {
      const evidence = evidenceOf(household, roles);
      if (ruleBegan.length === 0) ruleBegan = evidence.rule.filter(({ time }) => time.length > 0);
      const { meters } = evidence;
      for (const row of rows) {
        for (const { days, window } of windowsOf(row, zone)) {
          if (window.end > now) continue;
          const usesRule = hasRule && !isRuleMissing({ meters, rule: ruleBegan }, window);
          for (const quantity of QUANTITIES) {
            const of = (dialect: Dialect) =>
              retraceDay(quantity, row, { window, evidence, dialect, usesRule });
            const byDialect = new Map(DIALECTS.map((dialect) => [dialect, of(dialect)]));
            const local = row[COLUMN[quantity]];
            retraced.push({ quantity, days, window, local, usesRule, byDialect });
          }
        }
      }
    },
  });
  const notices = new Set(table.notices);
  const asked: Asked[] = [];
  for (const quantity of QUANTITIES) {
    for (const days of ["local", "utc"] as const) {
      const some = retraced.filter((one) => one.quantity === quantity && one.days === days);
      const byDay = await ask(quantity, some);
      if (byDay !== null) asked.push({ quantity, days, retraced: some, byDay });
    }
  }
  const dialect = likeliest(asked);
  return {
    zone,
    source: given ? `${given.description}, against ${client.description}` : client.description,
    dialect: asked.some(({ byDay }) => byDay.size > 0) ? dialect.name : null,
    comparisons: asked.map(({ quantity, days, retraced, byDay }) => {
      const isRuled = quantity === "export" && hasRule;
      return {
        quantity,
        days,
        expression: dailyExpression(household, quantity, { window: DAY, rule: isRuled })!,
        withoutRule: isRuled
          ? retraced.filter(({ usesRule }) => !usesRule).map(({ window }) => window.label)
          : [],
        spelledOut: dailyExpression(household, quantity, { window: DAY })!,
        rows: retraced.map(({ window, local, byDialect }) => {
          const server = byDay.get(window.label) ?? null, number = byDialect.get(dialect)!;
          return {
            day: window.label,
            local,
            server,
            parts: server === null ? [] : number.parts,
            rest: restOf(server, number),
          };
        }),
      };
    }),
    notices: [...notices],
  };

  /** The server's numbers by day; `null` if the household has no series for the energy. */
  async function ask(
    quantity: Quantity,
    days: readonly RetracedDay[],
  ): Promise<Map<string, number> | null> {
    const byDay = new Map<string, number>();
    for (const rule of [true, false]) {
      const some = days.filter(({ usesRule }) => (quantity === "export" && usesRule) === rule);
      if (dailyExpression(household, quantity, { window: DAY, rule }) === null) return null;
      if (some.length === 0) continue;
      const answer = await askDays(
        client,
        (day) => ({ kwh: dailyExpression(household, quantity, { ...day, rule })! }),
        { windows: some.map(({ window }) => window), ...(signal && { signal }) },
      );
      answer.days.forEach(({ kwh }, day) => kwh !== undefined && byDay.set(day, kwh));
      answer.notices.forEach((notice) => notices.add(notice));
    }
    return byDay;
  }
}

/** One energy of one day, retraced by the ways of every kind of server. */
interface RetracedDay {
  readonly quantity: Quantity;
  readonly days: DayKind;
  readonly window: DayWindow;
  readonly local: number | null;
  /** Whether the recording rule existed when the day began. */
  readonly usesRule: boolean;
  readonly byDialect: ReadonlyMap<Dialect, Retraced>;
}

/** The answers for one energy. */
interface Asked {
  readonly quantity: Quantity;
  readonly days: DayKind;
  readonly retraced: readonly RetracedDay[];
  readonly byDay: ReadonlyMap<string, number>;
}

const COLUMN = { yield: "yield_kwh", import: "import_kwh", export: "export_kwh" } as const;

/** The local day of a row, and the server's own day of the same name. */
function windowsOf(
  { date }: EnergyRow,
  zone: string,
): { readonly days: DayKind; readonly window: DayWindow }[] {
  return [
    { days: "local", window: localWindows(date, date, zone)[0]! },
    { days: "utc", window: utcWindows(date, date)[0]! },
  ];
}

function retraceDay(
  quantity: Quantity,
  row: EnergyRow,
  { window, evidence, dialect, usesRule }: {
    readonly window: DayWindow;
    readonly evidence: Evidence;
    readonly dialect: Dialect;
    readonly usesRule: boolean;
  },
): Retraced {
  if (quantity === "yield") return retraceYield(row, window, { evidence, dialect });
  const { start, end } = row, day = { start, end, kwh: row[COLUMN[quantity]] };
  const devices = quantity === "import" ? evidence.imports : evidence.exports;
  return devices.length > 0
    ? retraceRegister(day, window, { devices, dialect })
    : retraceExport(day, window, { evidence, dialect, usesRule });
}

function restOf(server: number | null, { expected }: Retraced): number | null {
  if (server === null && Number.isNaN(expected)) return null;
  return (server ?? 0) - (Number.isNaN(expected) ? 0 : expected);
}

/** The dialect with the smallest unexplained differences. */
function likeliest(asked: readonly Asked[]): Dialect {
  const rests = DIALECTS.map((dialect) => {
    let sum = 0;
    for (const { retraced, byDay } of asked) {
      for (const { window, byDialect } of retraced) {
        const server = byDay.get(window.label) ?? null;
        sum += Math.abs(restOf(server, byDialect.get(dialect)!) ?? 0);
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
