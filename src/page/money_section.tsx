import type { ComponentChildren, JSX } from "preact";
import {
  type AmountName,
  AMOUNTS,
  type MoneyRow,
  type MoneyTable,
  rollUpMoney,
  totalMoney,
} from "../money/money_table.ts";
import type { MoneyDay } from "../money/settle.ts";
import { isLong, PERIOD_TITLES } from "../tables/notes.ts";
import { type Cell, type DataColumn, DataTable } from "./data_table.tsx";
import { ComparedMoney } from "./compared_months.tsx";
import { grouped } from "./quantity.ts";

/** Titles of the amounts. */
export const AMOUNT_TITLES: Readonly<Record<AmountName, string>> = {
  cost: "Energy from the grid",
  fees: "Fixed fees",
  revenue: "Feed‑in",
  net: "Net",
  pv_savings: "Saved by PV",
  battery_savings: "Saved by the battery",
};

/** What the periods of a page cost and earned, in all and one by one. */
export function MoneySection(
  { money, earlier, children }: {
    readonly money: MoneyTable;
    /** Days of the months that the last one is compared with. */
    readonly earlier?: readonly MoneyDay[] | undefined;
    readonly children: ComponentChildren;
  },
): JSX.Element {
  const { notices } = money, rows = isLong(money) ? rollUpMoney(money, "month") : money;
  return (
    <>
      <div class="notices" role="note" aria-label="Notices about money">
        <ul>{notices.map((notice) => <li>{notice}</li>)}</ul>
      </div>
      <Total money={money} />
      <ComparedMoney money={money} earlier={earlier} />
      {children}
      <Periods money={rows} />
    </>
  );
}

function Total({ money }: { money: MoneyTable }): JSX.Element | null {
  const total = totalMoney(money), { currency } = money;
  if (!total) return null;
  return (
    <DataTable
      name="money-total"
      caption={`All days at '${money.tariff}'`}
      columns={[
        { title: "Amount", cell: (name: AmountName) => AMOUNT_TITLES[name] },
        { title: "Value", unit: currency, kind: "number", cell: (name) => amount(total[name]) },
        {
          title: "At least",
          unit: currency,
          kind: "number",
          cell: (name) => amount(total.bands[name]?.low ?? null),
        },
        {
          title: "At most",
          unit: currency,
          kind: "number",
          cell: (name) => amount(total.bands[name]?.high ?? null),
        },
      ]}
      rows={namesOf(money)}
    />
  );
}

function Periods({ money }: { money: MoneyTable }): JSX.Element {
  const { kind, rows, currency } = money;
  return (
    <DataTable
      name={`money-per-${kind}`}
      sortable
      caption={
        <>
          Money per {kind}
          {rows.some(({ complete }) => !complete) && <span class="aside">* not complete</span>}
          <span class="unseen">. Buttons in the headers sort the rows.</span>
        </>
      }
      columns={[
        {
          title: PERIOD_TITLES[kind],
          kind: "short",
          cell: ({ date, complete }: MoneyRow) => complete || date === "Total" ? date : `${date} *`,
        },
        ...namesOf(money).map((name): DataColumn<MoneyRow> => ({
          title: AMOUNT_TITLES[name],
          unit: currency,
          kind: "number",
          cell: (row) => amount(row[name]),
        })),
        ...LACKS.filter(({ of }) => rows.some((row) => of(row) >= SHOWN)).map((
          { title, unit, of },
        ): DataColumn<MoneyRow> => ({
          title,
          unit,
          kind: "number",
          cell: (row) => amount(of(row)),
        })),
      ]}
      rows={rows}
      classOf={({ complete }) => complete ? undefined : "incomplete"}
      total={totalRow(money)}
    />
  );
}

/** What amounts lack; only where something is lacking. */
const LACKS: readonly { title: string; unit: string; of: (row: MoneyRow) => number }[] = [
  {
    title: "Unpriced",
    unit: "kWh",
    of: (row) => row.unpriced_import_kwh + row.unpriced_export_kwh,
  },
  { title: "Uncovered", unit: "h", of: ({ uncovered_h }) => uncovered_h },
];

/** Less is shown as 0.00. */
const SHOWN = 0.005;

function totalRow(money: MoneyTable): MoneyRow | null {
  const total = totalMoney(money);
  return total && { ...total, date: "Total" };
}

function namesOf({ hasBattery }: MoneyTable): AmountName[] {
  return AMOUNTS.filter((name) => hasBattery || name !== "battery_savings");
}

function amount(value: number | null): Cell {
  return value === null ? null : { value, text: grouped(value, 2) };
}
