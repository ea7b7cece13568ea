/**
 * Days to weeks, months, years, and to one total.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import { addDays, hoursOf, type PeriodKind, periodLabel } from "../time.ts";
import { rollUpReconciled } from "./reconciled.ts";
import { type EnergyRow, type EnergyTable, ratiosOf } from "./table.ts";

/**
 * Rolls a daily table up to longer periods. Energies are sums of the days that know them; ratios
 * come from the summed energies of the days that know all of them, never from the days' ratios. A
 * period is complete if the table has all of its days and each is complete.
 *
 * @param daily A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rollUp } from "./rollup.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(rollUp(none, "month").kind === "month");
 * ```
 */
export function rollUp(daily: EnergyTable, kind: PeriodKind): EnergyTable {
  if (daily.kind !== "day") throw new RangeError(`Only days are rolled up, not a ${daily.kind}`);
  if (kind === "day") return daily;
  const groups = new Map<string, EnergyRow[]>();
  for (const row of daily.rows) {
    const label = periodLabel(row.date, kind);
    const group = groups.get(label);
    if (group) group.push(row);
    else groups.set(label, [row]);
  }
  return {
    ...daily,
    kind,
    rows: [...groups].map(([label, days]) => sumRows(label, days)),
    days: daily.rows,
    ...(daily.detail && { detail: rollUpReconciled(daily.detail, kind) }),
  };
}

/**
 * All rows of a table as one.
 *
 * @returns The total, `null` if the table has no rows.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { totalRow } from "./rollup.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(totalRow(none) === null);
 * ```
 */
export function totalRow(table: EnergyTable): EnergyRow | null {
  return table.rows.length === 0 ? null : sumRows("total", table.rows);
}

const ENERGIES = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
] as const;

function sumRows(label: string, days: readonly EnergyRow[]): EnergyRow {
  const first = days[0]!, last = days.at(-1)!;
  const range = { start: first.start, end: last.end };
  const balanced = days.filter((day) => day.consumption_kwh !== null);
  const flags = new Set<Flag>(days.flatMap((day) => day.flags));
  // A day without data is a gap in a longer period, not a period without data.
  if (days.some((day) => !day.flags.includes("no_data"))) flags.delete("no_data");
  if (balanced.length < days.length) flags.add("days_missing");
  const isWhole = label === "total" || coversPeriod(label, first.date, last.date);
  if (!isWhole) flags.add("period_cut");
  return {
    date: label,
    ...range,
    hours: hoursOf(range),
    ...sumEnergies(days),
    ...ratiosOf(sumEnergies(balanced)),
    coverage_grid: weightedMean(days, "coverage_grid"),
    coverage_pv: weightedMean(days, "coverage_pv"),
    complete: isWhole && days.every((day) => day.complete),
    method: [...new Set(days.map((day) => day.method))].join(" | "),
    flags: [...flags],
  };
}

/** Sums of the days that know each energy; `null` if none does. */
function sumEnergies(days: readonly EnergyRow[]): Record<typeof ENERGIES[number], number | null> {
  const sums = ENERGIES.map((name) => {
    const known = days.flatMap((day) => day[name] === null ? [] : [day[name]]);
    return [name, known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0)];
  });
  return Object.fromEntries(sums);
}

/** Mean of a coverage over the days that have one, weighted by their hours. */
function weightedMean(
  days: readonly EnergyRow[],
  name: "coverage_grid" | "coverage_pv",
): number | null {
  let sum = 0, hours = 0;
  for (const day of days) {
    if (day[name] === null) continue;
    sum += day[name] * day.hours;
    hours += day.hours;
  }
  return hours === 0 ? null : sum / hours;
}

/** Whether the days from `first` to `last` are all of the period. */
function coversPeriod(label: string, first: string, last: string): boolean {
  const kind = label.length === 4 ? "year" : label.includes("W") ? "week" : "month";
  return periodLabel(addDays(first, -1), kind) !== label &&
    periodLabel(addDays(last, 1), kind) !== label;
}
