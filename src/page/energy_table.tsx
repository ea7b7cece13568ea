import type { JSX } from "preact";
import { type Flag, FLAGS } from "../catalogue/flags.ts";
import type { Energies } from "../energy/balance.ts";
import {
  deviceColumns,
  type EnergyRow,
  type EnergyTable,
  rollUp,
  totalRow,
} from "../energy/table.ts";
import { type DataColumn, DataTable } from "./data_table.tsx";
import { grouped } from "./quantity.ts";
import type { MoneyTable } from "../money/money_table.ts";
import { moneyReportColumns, toCsv } from "../tables/csv_json.ts";
import { countFlags, isLong, PERIOD_TITLES, rowNote } from "../tables/notes.ts";
import { counted, fixed } from "../text.ts";

const TOTAL = "Total";

type Share = "autarky" | "self_consumption_rate" | "coverage_grid" | "coverage_pv";

/**
 * The energy table of a page, with a download as CSV. The link contains the file, so it works without
 * a network and without scripts.
 */
export function EnergyTableView(
  { table, money = null }: { readonly table: EnergyTable; readonly money?: MoneyTable | null },
): JSX.Element {
  return (
    <>
      <p class="actions">
        <a class="button" href={csvAddress(table, money)} download={csvName(table)}>
          Download as CSV
        </a>
      </p>
      {isLong(table) && <Rows table={rollUp(table, "month")} />}
      <Rows table={table} />
    </>
  );
}

function Rows({ table }: { table: EnergyTable }): JSX.Element {
  const { kind, rows } = table, devices = deviceCells(table);
  const caption = (what: string) => (
    <>
      {what} per {kind}
      {rows.some((row) => !row.complete) && <span class="aside">* not complete</span>}
      <span class="unseen">. Buttons in the headers sort the rows.</span>
    </>
  );
  const common = {
    sortable: true,
    rows,
    classOf: (row: EnergyRow) => row.complete ? undefined : "incomplete",
    total: sumOf(table),
  };
  return (
    <>
      <DataTable
        {...common}
        name={`per-${kind}`}
        caption={caption("Energy")}
        columns={columnsOf(table)}
      />
      {devices.length > 0 && (
        <DataTable
          {...common}
          name={`devices-per-${kind}`}
          caption={caption(
            table.devices?.battery
              ? table.devices.consumers.length > 0 ? "Battery and consumers" : "Battery"
              : "Consumers",
          )}
          columns={[periodColumn(kind), ...devices]}
        />
      )}
    </>
  );
}

function sumOf(table: EnergyTable): EnergyRow | null {
  const total = totalRow(table);
  return total && { ...total, date: TOTAL };
}

/** Columns of battery and consumers that a page shows; its CSV has all. */
const DEVICE_TITLES: Readonly<Record<string, string>> = {
  direct_use_kwh: "Used at once",
  stored_use_kwh: "From battery",
  battery_charged_kwh: "Charged",
  battery_from_grid_kwh: "Charged from grid",
  battery_loss_kwh: "Battery loss",
};

function deviceCells(table: EnergyTable): DataColumn<EnergyRow>[] {
  const all = deviceColumns(table), order = Object.keys(DEVICE_TITLES);
  const ofBattery = order.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const named = table.devices?.consumers.map((name) => `${name}_kwh`) ?? [];
  const ofConsumers = all.filter(({ name }) => named.includes(name) || name === "other_kwh");
  return [...ofBattery, ...ofConsumers].map(({ name, valueOf }) => ({
    title: DEVICE_TITLES[name] ?? capital(name.replace(/_kwh$/, "").replaceAll("_", " ")),
    unit: "kWh",
    kind: "number",
    cell(row) {
      const value = valueOf(row);
      return value === null ? null : { value, text: grouped(value, 2) };
    },
  }));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function periodColumn(kind: EnergyTable["kind"]): DataColumn<EnergyRow> {
  return {
    title: PERIOD_TITLES[kind],
    kind: "short",
    cell: ({ date, complete }) => complete || date === TOTAL ? date : `${date} *`,
  };
}

function columnsOf(table: EnergyTable): DataColumn<EnergyRow>[] {
  const { kind, rows } = table;
  const energy = (title: string, name: keyof Energies): DataColumn<EnergyRow> => ({
    title,
    unit: "kWh",
    kind: "number",
    cell: ({ [name]: value }) => value === null ? null : { value, text: grouped(value, 2) },
  });
  const share = (title: string, name: Share): DataColumn<EnergyRow> => ({
    title,
    unit: "%",
    kind: "number",
    cell: ({ [name]: value }) => value === null ? null : { value, text: percent(value, name) },
  });
  return [
    periodColumn(kind),
    energy("Import", "import_kwh"),
    energy("Export", "export_kwh"),
    energy("Yield", "yield_kwh"),
    energy("Self‑consumed", "self_consumed_kwh"),
    energy("Consumption", "consumption_kwh"),
    share("Self-sufficiency", "autarky"),
    share("Self‑cons. rate", "self_consumption_rate"),
    share("Grid coverage", "coverage_grid"),
    share("PV coverage", "coverage_pv"),
    {
      title: "Notes",
      cell: (row) =>
        row.date === TOTAL
          ? `${rows.filter(({ complete }) => complete).length} of ${
            counted(rows.length, kind)
          } complete`
          : rowNote(row, { kind, room: Infinity, coverage: false }).replaceAll("_", " "),
    },
  ];
}

function percent(value: number, name: Share): string {
  // Rounded down, so that only full coverage shows as 100 %.
  return name.startsWith("coverage")
    ? fixed(Math.floor(1000 * value) / 10, 1)
    : grouped(100 * value, 1);
}

function csvAddress(table: EnergyTable, money: MoneyTable | null): string {
  const columns = money ? moneyReportColumns(money, table) : [];
  const bytes = new TextEncoder().encode(toCsv(table, columns));
  return `data:text/csv;charset=utf-8;base64,${bytes.toBase64()}`;
}

function csvName({ rows }: EnergyTable): string {
  const first = rows[0]?.date, last = rows.at(-1)?.date;
  if (first === undefined || last === undefined) return "wattbook.csv";
  return `wattbook_${first === last ? first : `${first}_${last}`}.csv`;
}

/**
 * The flags of a table, their counts and meanings; nothing if there are none.
 */
export function FlagTable({ table }: { readonly table: EnergyTable }): JSX.Element | null {
  const flags = countFlags(table);
  if (flags.length === 0) return null;
  return (
    <DataTable
      name="flags"
      caption="Notes in the table and their meaning"
      columns={[
        { title: "Note", cell: ([flag]: [Flag, string]) => flag.replaceAll("_", " ") },
        { title: "On", kind: "short", cell: ([, count]) => count },
        { title: "Meaning", cell: ([flag]) => FLAGS[flag] },
      ]}
      rows={flags}
    />
  );
}
