import type { JSX } from "preact";
import type { Banded, WAY_COLUMNS } from "../catalogue/columns.ts";
import { type Reconciled, rollUpReconciled } from "../energy/accuracy/bands.ts";
import { isLong, PERIOD_TITLES } from "../tables/notes.ts";
import type { PeriodKind } from "../time.ts";
import { type DataColumn, DataTable } from "./data_table.tsx";
import { grouped } from "./quantity.ts";

type Way = typeof WAY_COLUMNS[number]["name"];

/**
 * Each energy by every method, and how accurate the numbers are.
 *
 * @param days One entry per day.
 */
export function ReconciliationTables(
  { days, kind }: { readonly days: readonly Reconciled[]; readonly kind: PeriodKind },
): JSX.Element {
  const shown = isLong({ kind, rows: days }) ? "month" : kind;
  const rows = rollUpReconciled(days, shown);
  const period: DataColumn<Reconciled> = { title: PERIOD_TITLES[shown], cell: ({ date }) => date };
  const energy = (title: string, name: Way): DataColumn<Reconciled> => ({
    title,
    unit: "kWh",
    kind: "number",
    cell: ({ [name]: value }) => value === null ? null : { value, text: grouped(value, 2) },
  });
  const band = (title: string, name: Banded): DataColumn<Reconciled> => {
    const isEnergy = name.endsWith("_kwh");
    const end = (value: number) => isEnergy ? grouped(value, 2) : grouped(100 * value, 1);
    return {
      title,
      unit: isEnergy ? "kWh" : "%",
      kind: "range",
      cell: ({ bands: { [name]: found } }) =>
        found && { value: found.low, text: `${end(found.low)} to ${end(found.high)}` },
    };
  };
  const deviceBand = (name: string): DataColumn<Reconciled> => ({
    title: name.replace(/_kwh$/, "").replaceAll("_", " "),
    unit: "kWh",
    kind: "range",
    cell({ devices }) {
      const found = devices?.bands[name];
      return found
        ? { value: found.low, text: `${grouped(found.low, 2)} to ${grouped(found.high, 2)}` }
        : null;
    },
  });
  // Without an inverter there is no yield to show.
  const known = (columns: readonly DataColumn<Reconciled>[]) =>
    columns.filter(({ cell }) => rows.some((row) => cell(row) !== null));
  if (known([band("", "import_kwh"), band("", "export_kwh"), band("", "yield_kwh")]).length === 0) {
    return <p>There is nothing to reconcile.</p>;
  }
  const ofDevices = known(Object.keys(rows[0]?.devices?.bands ?? {}).map(deviceBand));
  return (
    <>
      <DataTable
        name="ways"
        folded
        caption="Each energy, by every method"
        columns={[
          period,
          ...known([
            energy("Import, register", "import_counter_kwh"),
            energy("Import, integral", "import_integral_kwh"),
            energy("Integral − register", "import_residual_kwh"),
            energy("Export, integral", "export_integral_kwh"),
            energy("Yield, day counter", "yield_day_counter_kwh"),
            energy("Yield, lifetime counter", "yield_lifetime_kwh"),
            energy("Yield, integral", "yield_integral_kwh"),
          ]),
        ]}
        rows={rows}
      />
      <DataTable
        name="bands"
        folded
        caption="Error bands: the true value is between these on nearly all days"
        columns={[
          period,
          ...known([
            band("Import", "import_kwh"),
            band("Export", "export_kwh"),
            band("Yield", "yield_kwh"),
            band("Self‑consumed", "self_consumed_kwh"),
            band("Consumption", "consumption_kwh"),
            band("Self-sufficiency", "autarky"),
            band("Self‑cons. rate", "self_consumption_rate"),
          ]),
        ]}
        rows={rows}
      />
      {ofDevices.length > 0 && (
        <DataTable
          name="device-bands"
          folded
          caption="Error bands of battery and consumers"
          columns={[period, ...ofDevices]}
          rows={rows}
        />
      )}
    </>
  );
}
