import type { JSX } from "preact";
import type { Energies } from "../energy/balance.ts";
import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { type AmountName, moneyRow, type MoneyTable, rollUpMoney } from "../money/money_table.ts";
import type { MoneyDay } from "../money/settle.ts";
import { periodName } from "../plots/period_ticks.ts";
import { counted } from "../text.ts";
import { type Cell, DataTable } from "./data_table.tsx";
import { amountText, grouped, quantity, SPACE } from "./quantity.ts";

/** A month beside another one, on the days of the month that are complete in both. */
export interface MonthComparison<Row> {
  /** The other month, `YYYY-MM`. */
  readonly other: string;
  /** How many days are compared. */
  readonly days: number;
  /** The compared days of the last month as one row; `null` if there are none. */
  readonly last: Row | null;
  /** The same days of the other month. */
  readonly before: Row | null;
}

/**
 * The last month of some days beside the month before and beside the same month a year before. A day
 * counts only if it is complete in both, so that a running month is compared like for like.
 *
 * @param days Rows of days, ascending.
 * @param sumOf Makes one row of some of them; `null` of none.
 * @returns Nothing if there are no days.
 */
export function compareMonths<Row extends { readonly date: string; readonly complete: boolean }>(
  days: readonly Row[],
  sumOf: (rows: readonly Row[]) => Row | null,
): MonthComparison<Row>[] {
  const last = days.at(-1)?.date.slice(0, 7);
  if (last === undefined) return [];
  const complete = new Map(days.filter((row) => row.complete).map((row) => [row.date, row]));
  return comparedMonths(last).map((other) => {
    const pairs = [...complete].flatMap(([date, row]) => {
      const same = date.startsWith(last) && complete.get(other + date.slice(7));
      return same ? [[row, same] as const] : [];
    });
    const sum = (side: 0 | 1) => sumOf(pairs.map((pair) => pair[side]));
    return { other, days: pairs.length, last: sum(0), before: sum(1) };
  });
}

/** The month before, and the same month a year before. */
export function comparedMonths(last: string): string[] {
  const [year, month] = last.split("-").map(Number) as [number, number];
  return [
    month === 1 ? nameOf(year - 1, 12) : nameOf(year, month - 1),
    nameOf(year - 1, month),
  ];
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
export function ComparedMonths(
  { days, earlier = [] }: {
    readonly days: EnergyTable;
    /** Days of earlier months that are not in the table. */
    readonly earlier?: readonly EnergyRow[] | undefined;
  },
): JSX.Element {
  const compared = compareMonths<EnergyRow>(
    [...earlier, ...days.rows],
    (rows) => totalRow({ ...days, rows }),
  );
  const last = periodName(days.rows.at(-1)?.date.slice(0, 7) ?? "");
  return (
    <>
      {compared.map(({ other, days, last: now, before }) =>
        now && before
          ? (
            <Comparison
              name={`beside-${other}`}
              caption={`${last} beside ${periodName(other)}, on ${sameDays(days)} complete in both`}
              titles={["Energy", last, periodName(other)]}
              rows={energiesOf(now, before)}
            />
          )
          : (
            <p class="empty">
              {last} cannot be compared with{" "}
              {periodName(other)}: no day of the month is complete in both.
            </p>
          )
      )}
    </>
  );
}

const AMOUNTS: readonly (readonly [name: AmountName, title: string])[] = [
  ["cost", "Energy from the grid"],
  ["revenue", "Feed‑in"],
  ["net", "Net, with fees"],
  ["pv_savings", "Saved by PV"],
  ["battery_savings", "Saved by the battery"],
];

/** The money of the same months, on the days that are fully priced in both. */
export function ComparedMoney(
  { money, earlier = [] }: {
    readonly money: MoneyTable;
    /** Days of earlier months that are not in the table. */
    readonly earlier?: readonly MoneyDay[] | undefined;
  },
): JSX.Element {
  const all = { ...money, days: [...earlier, ...money.days] };
  const days = new Map(all.days.map((day) => [day.day.label, day]));
  const compared = compareMonths(
    rollUpMoney(all, "day").rows,
    (rows) =>
      rows.length === 0 ? null : moneyRow("total", rows.map(({ date }) => days.get(date)!), true),
  );
  const last = periodName(money.days.at(-1)?.day.label.slice(0, 7) ?? "");
  return (
    <>
      {compared.map(({ other, days, last: now, before }) =>
        now && before && (
          <Comparison
            name={`money-beside-${other}`}
            caption={`${last} beside ${periodName(other)}, on ${sameDays(days)} priced in both`}
            titles={["Amount", last, periodName(other)]}
            rows={AMOUNTS.flatMap(([name, title]) => {
              const [a, b] = [now[name], before[name]];
              return a === null || b === null ? [] : [{ title, unit: money.currency, a, b }];
            })}
          />
        )
      )}
    </>
  );
}

function sameDays(count: number): string {
  return `the ${counted(count, "day")} of the month that ${count === 1 ? "is" : "are"}`;
}

/** A quantity of two months. */
interface Compared {
  readonly title: string;
  /** `kWh`, `0–1` for a share, or a currency. */
  readonly unit: string;
  readonly a: number;
  readonly b: number;
}

function energiesOf(now: EnergyRow, before: EnergyRow): Compared[] {
  return [
    ...ENERGIES.flatMap(([column, title]) => {
      const [a, b] = [now[column], before[column]];
      return a === null || b === null ? [] : [{ title, unit: "kWh", a, b }];
    }),
    ...now.autarky === null || before.autarky === null
      ? []
      : [{ title: "Self-sufficiency", unit: "0–1", a: now.autarky, b: before.autarky }],
  ];
}

function Comparison(
  { name, caption, titles: [what, last, other], rows }: {
    readonly name: string;
    readonly caption: string;
    readonly titles: readonly [what: string, last: string, other: string];
    readonly rows: readonly Compared[];
  },
): JSX.Element {
  return (
    <DataTable
      name={name}
      caption={caption}
      columns={[
        { title: what, cell: ({ title }: Compared) => title },
        { title: last, kind: "number", cell: ({ a, unit }) => shown(a, unit) },
        { title: other, kind: "number", cell: ({ b, unit }) => shown(b, unit) },
        { title: "Change", kind: "number", cell: changeOf },
      ]}
      rows={rows}
    />
  );
}

function isMoney(unit: string): boolean {
  return unit !== "kWh" && unit !== "0–1";
}

function shown(value: number, unit: string): Cell {
  return { value, text: isMoney(unit) ? amountText(value, unit) : quantity(value, unit) };
}

/** From this factor on, percents say less than the factor. */
const MANY_TIMES = 10;

/** In percent; of a share in percentage points; of money, which may be negative, the difference. */
function changeOf({ a, b, unit }: Compared): Cell {
  const isShare = unit === "0–1";
  if (unit === "kWh" && b <= 0) return null;
  const value = isMoney(unit) ? a - b : 100 * (isShare ? a - b : a / b - 1);
  if (unit === "kWh" && a / b >= MANY_TIMES) {
    return { value, text: `${grouped(a / b, 0)}${SPACE}times` };
  }
  const text = isMoney(unit)
    ? amountText(value, unit)
    : `${grouped(value, 1)}${SPACE}${isShare ? "points" : "%"}`;
  return { value, text: (value > 0 ? "+" : "") + text };
}
