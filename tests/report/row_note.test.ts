import { describe, expect, test } from "vitest";
import { rowNote } from "../../src/report/row_note.ts";
import { row } from "./tables.ts";

const gaps = row({ coverage_grid: 0.9999, coverage_pv: 0.5, flags: ["grid_gap", "pv_gap"] });

describe("rowNote()", () => {
  test.each(
    [
      [row(), {}, ""],
      [row({ hours: 25 }), {}, "25 h"],
      [row({ hours: 744 }), { kind: "month" }, ""],
      // Rounded down: a gap is never 100 %.
      [gaps, {}, "grid_gap 99 %, pv_gap 50 %"],
      [gaps, { coverage: false }, "grid_gap, pv_gap"],
      [gaps, { room: 20 }, "grid_gap 99 % +1"],
      [gaps, { room: 10 }, ""],
      [row({ coverage_pv: null, flags: ["pv_gap"] }), {}, "pv_gap"],
    ] as const,
  )("of row %# is right", (one, options, note) => {
    expect(rowNote(one, { kind: "day", room: 40, coverage: true, ...options })).toBe(note);
  });
});
