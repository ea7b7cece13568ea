/**
 * What the rows of an energy table say in words: notes per row, and how often each flag occurs.
 *
 * @module
 */

import { type Flag, FLAGS } from "../catalogue/flags.ts";
import { type EnergyRow, type EnergyTable, INCOMPLETE_FLAGS } from "../energy/table.ts";
import type { PeriodKind } from "../time.ts";
import { counted } from "../text.ts";

/** Titles of the kinds of periods. */
export const PERIOD_TITLES = { day: "Day", week: "Week", month: "Month", year: "Year" } as const;

/** Whether days are so many that a table of months is worth showing. */
export function isLong(
  { kind, rows }: { readonly kind: PeriodKind; readonly rows: readonly unknown[] },
): boolean {
  return kind === "day" && rows.length > 62;
}

/** Options of {@linkcode rowNote}. */
export interface RowNoteOptions {
  /** What the row is. A day that does not have 24 hours gets a note. */
  readonly kind: PeriodKind;
  /** Room in characters. What does not fit is cut and counted, such as `grid_gap +2`. */
  readonly room: number;
  /** Whether to write the coverage beside the flag of a gap. */
  readonly coverage: boolean;
}

/**
 * A short note about a row: an unusual length and its flags, first those that make it incomplete.
 */
export function rowNote(row: EnergyRow, { kind, room, coverage }: RowNoteOptions): string {
  const parts = inOrder(row).map((flag) => flag + (coverage ? coverageOf(row, flag) : ""));
  if (kind === "day" && row.hours !== 24) parts.unshift(`${row.hours} h`);
  for (let shown = parts.length; shown > 0; shown--) {
    const rest = parts.length - shown;
    const note = parts.slice(0, shown).join(", ") + (rest > 0 ? ` +${rest}` : "");
    if (note.length <= room) return note;
  }
  const [first = ""] = parts, rest = parts.length > 1 ? ` +${parts.length - 1}` : "";
  const left = room - rest.length - 1;
  return first === "" || left < LEAST ? "" : `${first.slice(0, left)}…${rest}`;
}

/** A word must keep at least this many characters to be recognised. */
const LEAST = 6;

/** Flags that make the row incomplete come first. */
function inOrder({ flags, complete }: EnergyRow): readonly Flag[] {
  if (complete) return flags;
  const reasons = INCOMPLETE_FLAGS.filter((flag) => flags.includes(flag));
  return [...reasons, ...flags.filter((flag) => !reasons.includes(flag))];
}

function coverageOf(row: EnergyRow, flag: Flag): string {
  const share = flag === "grid_gap"
    ? row.coverage_grid
    : flag === "pv_gap"
    ? row.coverage_pv
    : null;
  // Rounded down, so that a gap never shows as 100 %.
  return share === null ? "" : ` ${Math.floor(100 * share)} %`;
}

/**
 * Flags in the order of the catalogue, each with the number of days that carry it. A flag that only
 * longer periods carry is counted there.
 *
 * @param longer Longer periods of the same days, if they are shown, too.
 */
export function countFlags(table: EnergyTable, longer: EnergyTable = table): [Flag, string][] {
  const days = { kind: table.days ? "day" : table.kind, rows: table.days ?? table.rows };
  return (Object.keys(FLAGS) as Flag[]).flatMap((flag): [Flag, string][] => {
    const [found] = [days, longer].flatMap(({ kind, rows }) => {
      const count = rows.filter((row) => row.flags.includes(flag)).length;
      return count > 0 ? [counted(count, kind)] : [];
    });
    return found === undefined ? [] : [[flag, found]];
  });
}
