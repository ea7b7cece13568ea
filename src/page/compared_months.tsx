import type { JSX } from "preact";
import type { Energies } from "../energy/balance.ts";
import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { periodName } from "../plots/period_ticks.ts";
import { counted } from "../text.ts";
import { type Cell, DataTable } from "./data_table.tsx";
import { grouped, quantity, SPACE } from "./quantity.ts";

/** A month beside another one, on the days of the month that are complete in both. */
export interface MonthComparison {
  /** The other month, `YYYY-MM`. */
  readonly other: string;
  /** How many days are compared. */
  readonly days: number;
  /** The compared days of the last month as one row; `null` if there are none. */
  readonly last: EnergyRow | null;
  /** The same days of the other month. */
  readonly before: EnergyRow | null;
}

/**
 * The last month of a table beside the month before and beside the same month a year before. A day
 * counts only if it is complete in both, so that a running month is compared like for like.
 *
 * @param days A table of days.
 * @returns Nothing if there are no days.
 */
export function compareMonths(days: EnergyTable): MonthComparison[] {
  const last = days.rows.at(-1)?.date.slice(0, 7);
  if (last === undefined) return [];
  const [year, month] = last.split("-").map(Number) as [number, number];
  const others = [
    month === 1 ? nameOf(year - 1, 12) : nameOf(year, month - 1),
    nameOf(year - 1, month),
  ];
  const complete = new Map(
    days.rows.filter((row) => row.complete).map((row) => [row.date, row]),
  );
  return others.map((other) => {
    const pairs = [...complete].flatMap(([date, row]) => {
      const same = date.startsWith(last) && complete.get(other + date.slice(7));
      return same ? [[row, same] as const] : [];
    });
    const sum = (side: 0 | 1) => totalRow({ ...days, rows: pairs.map((pair) => pair[side]) });
    return { other, days: pairs.length, last: sum(0), before: sum(1) };
  });
}

function nameOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}

const ENERGIES: readonly (readonly [name: keyof Energies, title: string])[] = [
  ["consumption_kwh", "Consumption"],
  ["import_kwh", "Import"],
  ["yield_kwh", "PV yield"],
  ["export_kwh", "Export"],
];

/** The last month beside the month before and the same month a year before, or why it is not. */
export function ComparedMonths({ days }: { readonly days: EnergyTable }): JSX.Element {
  const last = periodName(days.rows.at(-1)?.date.slice(0, 7) ?? "");
  return <>{compareMonths(days).map((one) => <Comparison last={last} comparison={one} />)}</>;
}

function Comparison(
  { last, comparison }: { readonly last: string; readonly comparison: MonthComparison },
): JSX.Element {
  const { other, days, last: now, before } = comparison, name = periodName(other);
  if (!now || !before) {
    return (
      <p class="empty">
        {last} cannot be compared with {name}: no day of the month is complete in both on this page.
      </p>
    );
  }
  const rows = [
    ...ENERGIES.flatMap(([column, title]) => {
      const [a, b] = [now[column], before[column]];
      return a === null || b === null ? [] : [{ title, unit: "kWh", a, b }];
    }),
    ...now.autarky === null || before.autarky === null
      ? []
      : [{ title: "Autarky", unit: "0–1", a: now.autarky, b: before.autarky }],
  ];
  type Compared = typeof rows[number];
  const shown = (value: number, unit: string): Cell => ({ value, text: quantity(value, unit) });
  return (
    <DataTable
      name={`beside-${other}`}
      caption={`${last} beside ${name}, on the ${counted(days, "day")} of the month that ${
        days === 1 ? "is" : "are"
      } complete in both`}
      columns={[
        { title: "Energy", cell: ({ title }: Compared) => title },
        { title: last, kind: "number", cell: ({ a, unit }) => shown(a, unit) },
        { title: name, kind: "number", cell: ({ b, unit }) => shown(b, unit) },
        { title: "Change", kind: "number", cell: changeOf },
      ]}
      rows={rows}
    />
  );
}

/** In percent; of a share in percentage points. */
function changeOf({ a, b, unit }: { a: number; b: number; unit: string }): Cell {
  const isShare = unit === "0–1";
  if (!isShare && b <= 0) return null;
  const value = 100 * (isShare ? a - b : a / b - 1);
  const sign = value > 0 ? "+" : "";
  return { value, text: `${sign}${grouped(value, 1)}${SPACE}${isShare ? "points" : "%"}` };
}
