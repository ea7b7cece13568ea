import { describe, expect, test } from "vitest";
import { rowNote } from "../../src/tables/notes.ts";
import { rollUp } from "../../src/energy/table.ts";
import { days, row } from "./tables.ts";

const gaps = row({ coverage_grid: 0.9999, coverage_pv: 0.5, flags: ["grid_gap", "pv_gap"] });

describe("rowNote()", () => {
  test("says first why a row is not complete, whatever else there is", () => {
    const flags = ["pv_gap", "late_reset", "counter_reset", "days_missing", "period_cut"] as const;
    const note = (complete: boolean, room = 80) =>
      rowNote(row({ complete, flags }), { kind: "month", room, coverage: false });
    expect(note(true)).toBe(flags.join(", "));
    expect(note(false)).toBe("period_cut, days_missing, pv_gap, late_reset, counter_reset");
    expect(note(false, 20)).toBe("period_cut +4");
  });

  test("finds a reason in each incomplete row", () => {
    const { rows } = rollUp(
      days("2025-03-05", "2025-04-20", {
        "2025-03-09": { complete: false, flags: ["late_reset", "yield_mismatch"] },
      }),
      "week",
    );
    const notes = rows.filter(({ complete }) => !complete)
      .map((one) => rowNote(one, { kind: "week", room: 20, coverage: false }));
    expect(notes).toEqual(["period_cut +2"]);
  });

  test.each(
    [
      [row(), {}, ""],
      [row({ hours: 25 }), {}, "25 h"],
      [row({ hours: 744 }), { kind: "month" }, ""],
      // Rounded down: a gap is never 100 %.
      [gaps, {}, "grid_gap 99 %, pv_gap 50 %"],
      [gaps, { coverage: false }, "grid_gap, pv_gap"],
      [gaps, { room: 20 }, "grid_gap 99 % +1"],
      [gaps, { room: 10 }, "grid_g… +1"],
      [gaps, { room: 8 }, ""],
      [row({ flags: ["register_interpolated"] }), { room: 17 }, "register_interpo…"],
      [row({ coverage_pv: null, flags: ["pv_gap"] }), {}, "pv_gap"],
    ] as const,
  )("of row %# is right", (one, options, note) => {
    expect(rowNote(one, { kind: "day", room: 40, coverage: true, ...options })).toBe(note);
  });
});
