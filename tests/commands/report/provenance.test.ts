import { describe, expect, test } from "vitest";
import { provenance } from "../../../src/commands/report/terminal_table.ts";
import { rollUp } from "../../../src/energy/table.ts";
import { days, emptyRow } from "../../tables/tables.ts";

describe("provenance()", () => {
  test("says where, when and which flags mean what", () => {
    const table = days("2025-06-01", "2025-06-30", {
      "2025-06-02": { complete: false, flags: ["pv_gap", "grid_gap"] },
      "2025-06-03": { complete: false, flags: ["grid_gap"] },
    });
    expect(provenance({ ...table, source: "metrics server at http://127.0.0.1:9090/" })).toBe(`\
Source  metrics server at http://127.0.0.1:9090/
Zone    Europe/Berlin
Period  2025-06-01 to 2025-06-30, 28 of 30 days complete (others: *)
Flags   grid_gap  2 days  Grid power samples are missing, so export may be too low
        pv_gap     1 day  Inverter samples are missing in daylight or possible daylight
`);
  });

  test("counts the flags of longer periods in days, and says which days a cut period holds", () => {
    const daily = days("2025-03-05", "2025-05-01", {
      "2025-03-10": { flags: ["late_reset"] },
      "2025-03-11": { flags: ["late_reset"] },
      "2025-04-11": { complete: false, flags: ["pv_gap"], consumption_kwh: null },
    });
    const months = rollUp(daily, "month");
    expect(provenance(months)).toBe(`\
Source  hand-made
Zone    Europe/Berlin
Period  2025-03 to 2025-05, 0 of 3 months complete (others: *)
Cut     2025-03 holds 2025-03-05 to 2025-03-31 only; 2025-05 holds 2025-05-01 only
Flags   days_missing   1 month  On some days of the period an energy is unknown; sums contain the
          other days
        period_cut    2 months  The range contains only part of the period
        pv_gap           1 day  Inverter samples are missing in daylight or possible daylight
        late_reset      2 days  The inverter's day counter still showed the previous day; left out
`);
    // The same below the days that they stand under.
    const below = provenance(daily, { longer: months });
    for (const text of ["2025-03 holds", "period_cut    2 months", "late_reset      2 days"]) {
      expect(below).toContain(text);
    }
    expect(below).toContain("57 of 58 days complete");
    expect(provenance(daily)).not.toContain("Cut");
  });

  test.each([
    ["a whole day", days("2025-06-01", "2025-06-01"), "Period  2025-06-01, 1 of 1 day complete\n"],
    ["an empty day", days("2025-06-01", "2025-06-01", { "2025-06-01": emptyRow() }), "0 of 1 day"],
    ["no rows", { ...days("2025-06-01", "2025-06-01"), rows: [] }, "Zone    Europe/Berlin\n"],
  ])("is right for %s", (_, table, text) => expect(provenance(table)).toContain(text));

  test("says where repairs were off, and only there", () => {
    const table = days("2025-06-01", "2025-06-01");
    expect(provenance({ ...table, isRepaired: false }))
      .toContain("\nRepairs off: each fall of a counter is a reset, each jump is energy\n");
    expect(provenance(table)).not.toContain("Repairs");
  });

  test("breaks long lines between words", () => {
    const source = "an archive in a folder with quite a long name that does not fit ".repeat(3);
    const lines = provenance({ ...days("2025-06-01", "2025-06-01"), source }, { width: 60 })
      .split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.slice(0, 4).join(" ").replace(/\s+/g, " ")).toContain("does not fit an archive");
  });
});
