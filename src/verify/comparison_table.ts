import pico from "picocolors";
import { type AlignedColumn, type AlignedLine, alignedTable } from "../command/aligned_table.ts";
import { counted } from "../command/counted.ts";
import { fixed } from "../command/decimals.ts";
import type { ComparedDay, Comparison } from "./compare.ts";
import { type Reason, REASONS } from "./reasons.ts";
import { isUnexplained } from "./unexplained.ts";
import { daysInWords, formatInWords } from "./words.ts";

/** Options of {@linkcode comparisonTable}. */
export interface ComparisonTableOptions {
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
}

/** Days agree up to this difference; smaller shares have no column. [Wh] */
const AGREE = 0.5;
/** Less than this is shown as a dot. [Wh] */
const SHOWN = 0.05;
const DAY_WIDTH = 12, KWH_WIDTH = 10, WH_WIDTH = 12, REASON_WIDTH = 11;

/**
 * Draws one comparison: Wattbook's number, the server's, their difference, and a column for each
 * reason that has a share in it. The shares and the rest add up to the difference. Where all days
 * agree, one line says so.
 *
 * @returns Text that ends with a line break.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { comparisonTable } from "./comparison_table.ts";
 *
 * const row = { day: "2025-06-01", local: 5, server: 5, parts: [], rest: 0 };
 * const text = comparisonTable({
 *   quantity: "yield", days: "local", expression: "y", withoutRule: [], spelledOut: "y", rows: [row],
 * });
 * assert(text.includes("1 day agrees"));
 * ```
 */
export function comparisonTable(
  comparison: Comparison,
  { colours = false }: ComparisonTableOptions = {},
): string {
  const { bold, dim, red } = pico.createColors(colours);
  const { rows, expression, spelledOut, withoutRule } = comparison;
  const lines = [bold(formatInWords(comparison))];
  if (withoutRule.length < rows.length || rows.length === 0) lines.push(dim(expression));
  if (withoutRule.length > 0) {
    lines.push(
      dim(spelledOut),
      `Spelled out for ${daysInWords(withoutRule)}: the recording rule did not exist yet`,
    );
  }
  const reasons = shownReasons(rows);
  const withRest = rows.some(isUnexplained);
  const compared = rows.filter((row) => differenceOf(row) !== null);
  if (
    !withRest && compared.length === rows.length &&
    compared.every((row) => Math.abs(wh(row)) < AGREE)
  ) {
    const agree = rows.length === 1 ? "agrees" : "agree";
    return [...lines, `${counted(rows.length, "day")} ${agree} to ${AGREE} Wh`, ""].join("\n");
  }

  const layout: AlignedColumn[] = [
    { width: DAY_WIDTH, align: "left" },
    { width: KWH_WIDTH },
    { width: KWH_WIDTH },
    { width: WH_WIDTH },
    ...reasons.map(() => ({ width: REASON_WIDTH })),
    ...(withRest ? [{ width: WH_WIDTH }] : []),
  ];
  const rule = { across: dim("─".repeat(layout.reduce((sum, { width }) => sum + width, 0))) };
  const line = (row: ComparedDay, paint = (text: string) => text) =>
    [
      row.day,
      kwh(row.local),
      kwh(row.server),
      signed(wh(row)),
      ...reasons.map((reason) => signed(1000 * shareOf(row, reason))),
      ...(withRest ? [signed(1000 * (row.rest ?? NaN))] : []),
    ].map(paint);
  const head = (
    day: string,
    kwh: [string, string],
    difference: string,
    of: (reason: Reason) => string,
    rest: string,
  ) => [day, ...kwh, difference, ...reasons.map(of), ...(withRest ? [rest] : [])];
  const table: AlignedLine[] = [
    head("Day", ["Wattbook", "Server"], "Difference", (reason) => REASONS[reason].title, "Rest")
      .map(bold),
    head("", ["kWh", "kWh"], "Wh", () => "Wh", "Wh").map(dim),
    rule,
    ...rows.map((row) => line(row, isUnexplained(row) ? red : undefined)),
  ];
  if (compared.length > 1) table.push(rule, line(totalOf(compared), bold));
  return `${[...lines, alignedTable(layout, table)].join("\n")}\n`;
}

/**
 * The reasons that a table of these rows shows, in the order of the catalogue.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shownReasons } from "./comparison_table.ts";
 *
 * const parts = [{ reason: "restarts" as const, kwh: -0.005 }, { reason: "rule" as const, kwh: 0 }];
 * assert.deepEqual(shownReasons([{ day: "", local: 1, server: 1, parts, rest: 0 }]), ["restarts"]);
 * ```
 */
export function shownReasons(rows: readonly ComparedDay[]): Reason[] {
  return (Object.keys(REASONS) as Reason[]).filter((reason) =>
    rows.some((row) => Math.abs(1000 * shareOf(row, reason)) >= AGREE)
  );
}

function shareOf({ parts }: ComparedDay, reason: Reason): number {
  return parts.reduce((sum, part) => part.reason === reason ? sum + part.kwh : sum, 0);
}

function differenceOf({ local, server }: ComparedDay): number | null {
  return local === null || server === null ? null : server - local;
}

/** Server minus Wattbook. [Wh] */
function wh(row: ComparedDay): number {
  return 1000 * (differenceOf(row) ?? NaN);
}

function totalOf(rows: readonly ComparedDay[]): ComparedDay {
  const sum = (of: (row: ComparedDay) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    day: "Total",
    local: sum(({ local }) => local!),
    server: sum(({ server }) => server!),
    parts: rows.flatMap(({ parts }) => parts),
    rest: sum(({ rest }) => rest!),
  };
}

function kwh(value: number | null): string {
  return value === null ? "–" : fixed(value, 3);
}

function signed(wattHours: number): string {
  if (Number.isNaN(wattHours)) return "–";
  if (Math.abs(wattHours) < SHOWN) return "·";
  return `${wattHours > 0 ? "+" : ""}${fixed(wattHours, 1)}`;
}
