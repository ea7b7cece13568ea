import type { Flag } from "../../catalogue.ts";
import { INCOMPLETE_FLAGS } from "../../energy/incomplete_flags.ts";
import type { EnergyRow } from "../../energy/table.ts";
import type { PeriodKind } from "../../time.ts";

/** Options of {@linkcode rowNote}. */
export interface RowNoteOptions {
  /** What the row is; the length of a day that has not 24 hours is worth a note. */
  readonly kind: PeriodKind;
  /** Room in characters. What does not fit is cut and counted, such as `grid_gap +2`. */
  readonly room: number;
  /** Whether to write the coverage beside the flag of a gap. */
  readonly coverage: boolean;
}

/**
 * What a person should know about a row, in a few words: an unusual length, and its flags, those first
 * for which it is not complete.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowNote } from "./row_note.ts";
 *
 * const row = {
 *   date: "2025-03-30", start: 0, end: 0, hours: 23, import_kwh: 1, export_kwh: 2, yield_kwh: 4,
 *   self_consumed_kwh: 2, consumption_kwh: 3, autarky: 0.6667, self_consumption_rate: 0.5,
 *   coverage_grid: 0.91, coverage_pv: 1, complete: false, method: "", flags: ["grid_gap" as const],
 * };
 * const note = rowNote(row, { kind: "day", room: 40, coverage: true });
 * assert(note === "23 h, grid_gap 91 %");
 * ```
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

/** A word cut shorter than this says nothing. */
const LEAST = 6;

/** Why the row is not complete goes before what else there is to say. */
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
  // Rounded down: a gap never shows as 100 %.
  return share === null ? "" : ` ${Math.floor(100 * share)} %`;
}
