import { describe, expect, test } from "vitest";
import { type EnergyRow, type EnergyTable, totalRow } from "../../../src/energy/table.ts";
import { provenance, terminalTable } from "../../../src/commands/report/terminal_table.ts";
import { days, emptyRow } from "../../tables/tables.ts";

const table = days("2025-03-29", "2025-04-02", {
  "2025-03-31": emptyRow({
    date: "2025-03-31",
    start: Date.UTC(2025, 2, 30, 22),
    end: Date.UTC(2025, 2, 31, 22),
  }),
  "2025-04-02": {
    coverage_grid: 0.8799,
    complete: false,
    flags: ["grid_gap", "pv_gap", "late_reset"],
    export_kwh: 123.456,
  },
});
const withBattery: EnergyTable = {
  ...table,
  devices: { battery: true, consumers: [] },
  rows: table.rows.map((row) => ({
    ...row,
    battery: { direct_use_kwh: 3.05, stored_use_kwh: 2.1 } as NonNullable<EnergyRow["battery"]>,
  })),
};
const total = { row: totalRow(table)!, note: "3 of 5 days" };
// deno-lint-ignore no-control-regex
const ESCAPES = /\x1b\[/;

describe("terminalTable()", () => {
  test("draws units, unknown values, incomplete days, clock changes, months and the total", () => {
    expect(terminalTable(table, { total, width: 100 })).toBe(`\
Day            Import   Export    Yield Self-cons. Consumption Autarky SC rate  Notes
                  kWh      kWh      kWh        kWh         kWh       %       %
────────────────────────────────────────────────────────────────────────────────────────────────────
2025-03-29       2.50     9.25    14.40       5.15        7.65    67.3    35.8
2025-03-30       2.50     9.25    14.40       5.15        7.65    67.3    35.8  23 h
2025-03-31 *        –        –        –          –           –       –       –  no_data
────────────────────────────────────────────────────────────────────────────────────────────────────
2025-04-01       2.50     9.25    14.40       5.15        7.65    67.3    35.8
2025-04-02 *     2.50   123.46    14.40       5.15        7.65    67.3    35.8  grid_gap 87 % +2
────────────────────────────────────────────────────────────────────────────────────────────────────
Total           10.00   151.21    57.60      20.60       30.60    67.3    35.8  3 of 5 days
`);
  });

  test.each([60, 80, 100, 120, 140, 200])(
    "keeps within %i characters, and every note can be read",
    (width) => {
      for (const one of [table, withBattery]) {
        const text = terminalTable(one, { total: one === table ? total : null, width }) +
          provenance(one, { width });
        expect(Math.max(...text.split("\n").map(({ length }) => length)))
          .toBeLessThanOrEqual(width);
        expect(text).toMatch(/2025-03-30.*23 h/);
        expect(text).toMatch(/2025-04-02.*grid_gap/);
      }
    },
  );

  test("a narrow terminal lists the notes below, and says what it leaves out", () => {
    const nights = days("2025-06-01", "2025-06-05", {
      "2025-06-02": { flags: ["pv_gap"], coverage_pv: 0.5 },
      "2025-06-03": { flags: ["pv_gap"], coverage_pv: 0.5 },
      "2025-06-05": { flags: ["pv_gap"], coverage_pv: 0.5 },
    });
    const text = terminalTable(nights, { width: 60 });
    expect(text.split("\n")[0]).toBe("Day            Import   Export    Yield Consumption Autarky");
    expect(text.split("\n").slice(-3)).toEqual([
      "2025-06-02 to 2025-06-03: pv_gap 50 %",
      "2025-06-05: pv_gap 50 %",
      "",
    ]);
    expect(provenance(nights, { width: 60 }))
      .toContain("No room for Self-cons. and SC rate; the file has them");
    expect(provenance(nights, { width: 80 })).not.toContain("No room");
    expect(provenance(withBattery, { width: 80 })).toContain("No room for SC rate; the file");
  });

  test("shows the coverage in columns where there is room", () => {
    const wide = terminalTable(table, { width: 140 });
    expect(wide).toMatch(/Grid cov\. +PV cov\. +Notes/);
    expect(wide).toMatch(/2025-04-02 \*.* 87\.9 +100\.0 {2}grid_gap, pv_gap, late_reset$/m);
  });

  test("names the kind of period, and separates months of days only", () => {
    const weeks = { ...table, kind: "week" as const };
    const text = terminalTable(weeks, { total });
    expect(text).toMatch(/^Week /);
    expect(text.match(/^─+$/gm)).toHaveLength(2);
  });

  test("the energy and the rate of self-consumption have titles of their own", () => {
    const [titles] = terminalTable(table).split("\n");
    expect(titles!.match(/Self-cons\./g)).toHaveLength(1);
    expect(titles!.match(/SC rate/g)).toHaveLength(1);
  });

  test("uses colours only when asked", () => {
    expect(terminalTable(table, { total })).not.toMatch(ESCAPES);
    expect(terminalTable(table, { total, colours: true })).toMatch(ESCAPES);
  });
});
