import type { Flag } from "../../src/catalogue/flags.ts";
import type { EnergyRow, EnergyTable } from "../../src/energy/table.ts";
import { ratiosOf } from "../../src/energy/balance.ts";
import { hoursOf, localDays } from "../../src/time.ts";
import { UNKNOWN } from "../energy/table_rows.ts";

/** A complete row with round numbers, with anything changed. */
export function row(changes: Partial<EnergyRow> = {}): EnergyRow {
  const energies = {
    import_kwh: 2.5,
    export_kwh: 9.25,
    yield_kwh: 14.4,
    self_consumed_kwh: 5.15,
    consumption_kwh: 7.65,
  };
  return {
    date: "2025-06-01",
    start: Date.UTC(2025, 4, 31, 22),
    end: Date.UTC(2025, 5, 1, 22),
    hours: 24,
    ...energies,
    ...ratiosOf(energies),
    coverage_grid: 1,
    coverage_pv: 1,
    complete: true,
    method: "import:counter export:integral yield:day_counter",
    flags: [],
    ...changes,
  };
}

/** A row without any data. */
export function emptyRow(changes: Partial<EnergyRow> = {}): EnergyRow {
  return row({
    ...UNKNOWN,
    method: "",
    flags: ["no_data" as Flag],
    ...changes,
  });
}

/** A table of complete days in Berlin, some of them changed by their date. */
export function days(
  from: string,
  to: string,
  changes: Record<string, Partial<EnergyRow>> = {},
): EnergyTable {
  const zone = "Europe/Berlin";
  const rows = localDays(from, to, zone).map((day) =>
    row({
      date: day.label,
      start: day.start,
      end: day.end,
      hours: hoursOf(day),
      ...changes[day.label],
    })
  );
  return { kind: "day", zone, source: "hand-made", rows, notices: [] };
}
