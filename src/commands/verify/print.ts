import pico from "picocolors";
import { WattbookError } from "../../errors.ts";
import {
  type AlignedColumn,
  type AlignedLine,
  alignedTable,
} from "../../terminal/aligned_table.ts";
import { counted, fixed } from "../../text.ts";
import { addDays } from "../../time.ts";
import type { ComparedDay, ComparedEnergy, Verification } from "../../verify/compare.ts";
import { DIFFERENCE_REASONS, type DifferenceReason } from "../../verify/retrace.ts";

const QUANTITIES = { yield: "PV yield", import: "Grid import", export: "Export" } as const;
const DAYS = { local: "local days", utc: "the server's 1d steps (UTC)" } as const;

/**
 * What was compared, in words.
 */
export function formatInWords(
  { quantity, days }: Pick<ComparedEnergy, "quantity" | "days">,
): string {
  return `${QUANTITIES[quantity]} on ${DAYS[days]}`;
}

/**
 * Days in words, consecutive ones as a range.
 *
 * @param days Ascending.
 */
export function daysInWords(days: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && addDays(range.last, 1) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  const texts = ranges.map(({ first, last }) => first === last ? first : `${first} to ${last}`);
  return `${texts.join(", ")} (${counted(days.length, "day")})`;
}

/** A rest up to this may come from rounding. [kWh] */
const ROUNDING = 0.001;

/**
 * Whether no reason explains the difference.
 */
export function isUnexplained({ rest }: ComparedDay): boolean {
  return rest !== null && !(Math.abs(rest) <= ROUNDING);
}

/**
 * Fails if a difference is unexplained.
 *
 * @throws {WattbookError} `UNEXPLAINED_DIFFERENCE` that names each energy and its worst day.
 */
export function refuseUnexplained({ comparisons }: Verification): void {
  const found = comparisons.flatMap(worst);
  if (found.length === 0) return;
  throw new WattbookError("UNEXPLAINED_DIFFERENCE", `Not explained: ${found.join("; ")}`, {
    hint: "Check the raw series of that day: a second meter, an edited rule, deleted samples. " +
      "The column Rest shows every such day.",
  });
}

function worst(comparison: ComparedEnergy): string[] {
  const days = comparison.rows.filter(isUnexplained)
    .toSorted((a, b) => Math.abs(b.rest!) - Math.abs(a.rest!));
  const first = days[0];
  if (!first) return [];
  const wh = Math.round(1000 * first.rest!);
  const more = days.length > 1 ? ` and ${days.length - 1} more` : "";
  return [`${formatInWords(comparison)} on ${first.day} (${wh} Wh)${more}`];
}

/** Options of {@linkcode comparisonTable}. */
export interface ComparisonTableOptions {
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
}

/** Days with a smaller difference agree; smaller parts have no column. [Wh] */
const AGREE = 0.5;
/** Less than this is shown as a dot. [Wh] */
const SHOWN = 0.05;

/**
 * Draws one comparison: Wattbook's number, the server's, their difference, and a column for each
 * reason that explains a part of it. The parts and the rest add up to the difference. Where all days
 * agree, one line says so; another one names the days without numbers.
 *
 * @returns Text that ends with a line break.
 */
export function comparisonTable(
  comparison: ComparedEnergy,
  { colours = false }: ComparisonTableOptions = {},
): string {
  const { bold, dim, red } = pico.createColors(colours);
  const { rows, expression, spelledOut, withoutRule } = comparison;
  const lines = [bold(formatInWords(comparison))];
  if (withoutRule.length < rows.length || rows.length === 0) lines.push(dim(expression));
  if (withoutRule.length > 0) {
    lines.push(
      dim(spelledOut),
      `Computed from raw samples for ${
        daysInWords(withoutRule)
      }: the recording rule did not exist yet`,
    );
  }
  const reasons = shownReasons(rows);
  const withRest = rows.some(isUnexplained);
  const compared = rows.filter((row) => differenceOf(row) !== null);
  const unknown = rows.filter((row) =>
    row.local === null && row.server === null && !isUnexplained(row)
  );
  if (unknown.length > 0) {
    lines.push(
      `Neither Wattbook nor the server has a number for ${
        daysInWords(unknown.map(({ day }) => day))
      }`,
    );
  }
  const known = rows.filter((row) => !unknown.includes(row));
  if (unknown.length > 0 && known.length === 0) return [...lines, ""].join("\n");
  if (
    !withRest && compared.length === known.length &&
    compared.every((row) => Math.abs(wh(row)) < AGREE)
  ) {
    const agree = known.length === 1 ? "agrees" : "agree";
    return [...lines, `${counted(known.length, "day")} ${agree} to ${AGREE} Wh`, ""].join("\n");
  }

  const cellsOf = (row: ComparedDay) => [
    row.day,
    kwh(row.local),
    kwh(row.server),
    signed(wh(row)),
    ...reasons.map((reason) => signed(1000 * shareOf(row, reason))),
    ...(withRest ? [signed(1000 * (row.rest ?? NaN))] : []),
  ];
  const titles = reasons.map((reason) => DIFFERENCE_REASONS[reason].title);
  const rest = (text: string) => withRest ? [text] : [];
  const head = ["Day", "Wattbook", "Server", "Difference", ...titles, ...rest("Rest")];
  const units = ["", "kWh", "kWh", "Wh", ...reasons.map(() => "Wh"), ...rest("Wh")];
  const body = known.map(cellsOf);
  const total = compared.length > 1 ? [cellsOf(totalOf(compared))] : [];
  // As narrow as possible, so that most comparisons fit into 80 characters.
  const layout = head.map((_, column): AlignedColumn => {
    const longest = Math.max(...[head, ...body, ...total].map((cells) => cells[column]!.length));
    return column === 0 ? { width: longest, align: "left" } : { width: longest + GAP };
  });
  const rule = { across: dim("─".repeat(layout.reduce((sum, { width }) => sum + width, 0))) };
  const table: AlignedLine[] = [
    head.map(bold),
    units.map(dim),
    rule,
    ...body.map((cells, index) => isUnexplained(known[index]!) ? cells.map(red) : cells),
    ...total.flatMap((cells) => [rule, cells.map(bold)]),
  ];
  return `${[...lines, alignedTable(layout, table)].join("\n")}\n`;
}

/** Between two columns, in characters. */
const GAP = 2;

/**
 * The reasons that a table of these rows shows, in the order of the catalogue.
 */
export function shownReasons(rows: readonly ComparedDay[]): DifferenceReason[] {
  return (Object.keys(DIFFERENCE_REASONS) as DifferenceReason[]).filter((reason) =>
    rows.some((row) => Math.abs(1000 * shareOf(row, reason)) >= AGREE)
  );
}

function shareOf({ parts }: ComparedDay, reason: DifferenceReason): number {
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

/**
 * All comparisons for a terminal, and the meaning of their reasons.
 *
 * @returns Text that ends with a line break.
 */
export function verificationText(
  verification: Verification,
  options: ComparisonTableOptions = {},
): string {
  const { dim } = pico.createColors(options.colours ?? false);
  const { comparisons, zone, source, dialect } = verification;
  const lines: [string, string][] = [
    ["Source", source],
    ...(dialect === null ? [] : [["Server", `computes as ${dialect}`] as [string, string]]),
    ["Zone", zone],
  ];
  const reasons = Object.keys(DIFFERENCE_REASONS) as DifferenceReason[];
  const shown = reasons.filter((one) =>
    comparisons.some(({ rows }) => shownReasons(rows).includes(one))
  );
  shown.forEach((reason, index) => {
    const { title, meaning } = DIFFERENCE_REASONS[reason];
    lines.push([index === 0 ? "Reasons" : "", `${title.padEnd(12)}${meaning}`]);
  });
  const tables = comparisons.map((one) => comparisonTable(one, options));
  const foot = lines.map(([label, text]) => dim(label.padEnd(9)) + text);
  return [...tables, `${foot.join("\n")}\n`].join("\n");
}
