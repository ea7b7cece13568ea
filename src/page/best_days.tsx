import type { JSX } from "preact";
import type { Kpis } from "../energy/kpis.ts";
import type { DayRecord, RecordColumn } from "../energy/records.ts";
import { periodName } from "../plots/period_ticks.ts";
import { type Cell, DataTable } from "./data_table.tsx";
import { quantity } from "./quantity.ts";

const NAMES: Readonly<Record<RecordColumn, string>> = {
  yield_kwh: "PV yield",
  consumption_kwh: "Consumption",
  import_kwh: "Import",
  export_kwh: "Export",
  self_consumed_kwh: "Self-consumed",
  autarky: "Autarky",
};

/**
 * The days that hold records; nothing where there are not at least two.
 */
export function BestDays({ records }: Pick<Kpis, "records">): JSX.Element | null {
  // A single day is its own best and worst.
  if (new Set(records.map(({ date }) => date)).size < 2) return null;
  const columns = [
    ...new Set(records.filter(({ value }) => value > 0).map(({ column }) => column)),
  ];
  const find = (column: RecordColumn, kind: DayRecord["kind"]) =>
    records.find((one) => one.column === column && one.kind === kind);
  const value = (one: DayRecord | undefined): Cell =>
    one
      ? { value: one.value, text: quantity(one.value, one.column === "autarky" ? "0–1" : "kWh") }
      : null;
  const day = (one: DayRecord | undefined): Cell => one ? periodName(one.date) : null;
  return (
    <DataTable
      name="records"
      caption="Highest and lowest among the complete days"
      columns={[
        { title: "Of a day", cell: (column: RecordColumn) => NAMES[column] },
        { title: "Highest", kind: "number", cell: (column) => value(find(column, "highest")) },
        { title: "on", kind: "short", cell: (column) => day(find(column, "highest")) },
        { title: "Lowest", kind: "number", cell: (column) => value(find(column, "lowest")) },
        { title: "on", kind: "short", cell: (column) => day(find(column, "lowest")) },
      ]}
      rows={columns}
    />
  );
}
