import type { JSX } from "preact";
import { BATTERY_KPIS, type BatteryKpiName, type KpiName, KPIS } from "../catalogue/key_figures.ts";
import type { Energies } from "../energy/balance.ts";
import type { Kpis } from "../energy/kpis.ts";
import type { DayRecord, RecordColumn } from "../energy/records.ts";
import type { StringRatio } from "../energy/strings.ts";
import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { type AmountName, type MoneyTable, rollUpMoney, totalMoney } from "../money/money_table.ts";
import { type Cell, DataTable, Unknown } from "./data_table.tsx";
import { AMOUNT_TITLES } from "./money_section.tsx";
import type { PageData } from "./page_data.ts";
import { amountText, grouped, localTime, quantity, SPACE } from "./quantity.ts";
import { periodName } from "../plots/period_ticks.ts";
import { counted } from "../text.ts";

/** Titles of the figures. */
const NAMES: Readonly<Record<KpiName, string>> = {
  self_consumption_rate: "Self-consumption rate",
  autarky: "Self-sufficiency",
  specific_yield: "Specific yield",
  capacity_factor: "Capacity factor",
  base_load: "Base load",
  peak_import: "Peak import",
  peak_import_raw: "Peak import, single sample",
  peak_export: "Peak export",
  peak_export_raw: "Peak export, single sample",
  load_factor: "Load factor",
  inverter_efficiency: "Inverter efficiency",
};

/** Titles of a battery's figures. */
const BATTERY_NAMES: Readonly<Record<BatteryKpiName, string>> = {
  autarky_direct: "Self-sufficiency by PV used at once",
  autarky_battery: "Self-sufficiency by the battery",
  battery_efficiency: "Battery efficiency",
  battery_cycles: "Full battery cycles",
  grid_charge_share: "Charged from the grid",
};

/** Figures that need an inverter. */
const OF_PV: readonly KpiName[] = [
  "specific_yield",
  "capacity_factor",
  "peak_export",
  "peak_export_raw",
  "inverter_efficiency",
];

type Energy = keyof Energies;
type Stored = "direct_use_kwh" | "stored_use_kwh";

/** One card: an energy or a ratio. */
interface CardInfo {
  readonly name: Energy | Stored | "autarky" | "self_consumption_rate" | "specific_yield";
  readonly title: string;
  readonly meaning: string;
  readonly isPv: boolean;
}

/** First the consumption, then the generation. */
const CARDS: readonly CardInfo[] = [
  { name: "consumption_kwh", title: "Consumption", meaning: "used in the house", isPv: true },
  { name: "self_consumed_kwh", title: "Self-consumed", meaning: "of the PV yield", isPv: true },
  { name: "import_kwh", title: "Import", meaning: "drawn from the grid", isPv: false },
  {
    name: "autarky",
    title: "Self-sufficiency",
    meaning: "(autarky) of the consumption",
    isPv: true,
  },
  { name: "yield_kwh", title: "PV yield", meaning: "generated on the roof", isPv: true },
  { name: "export_kwh", title: "Export", meaning: "fed into the grid", isPv: true },
  {
    name: "self_consumption_rate",
    title: "Self-consumption rate",
    meaning: "of the PV yield",
    isPv: true,
  },
  { name: "specific_yield", title: "Specific yield", meaning: "per installed kWp", isPv: true },
];

/** In a house with a battery, what was used at once and what was stored before. */
const BY_SOURCE: readonly CardInfo[] = [
  { name: "direct_use_kwh", title: "Used at once", meaning: "of the PV yield", isPv: true },
  { name: "stored_use_kwh", title: "From the battery", meaning: "used in the house", isPv: true },
];

function cardsFor({ devices }: EnergyTable): readonly CardInfo[] {
  return devices?.battery
    ? CARDS.filter(({ name }) => name !== "specific_yield")
      .flatMap((card) => card.name === "self_consumed_kwh" ? BY_SOURCE : [card])
    : CARDS;
}

/** Props of the key figures. */
export interface KeyFiguresProps {
  /** Data of the page. */
  readonly data: PageData;
  /** The figures themselves. */
  readonly kpis: Kpis;
  /** Whether the house has PV. */
  readonly hasPv: boolean;
}

/**
 * Cards with the sums and ratios of the period.
 */
export function KeyFigureCards({ data, kpis, hasPv }: KeyFiguresProps): JSX.Element {
  const { rows } = data.days, total = totalRow(data.days);
  const shown = cardsFor(data.days).filter(({ name, isPv }) =>
    (hasPv || !isPv || (isEnergy(name) && (energyOf(total, name) ?? 0) > 0)) &&
    !(name === "specific_yield" && kpis.figures.specific_yield.value === null)
  );
  return (
    <dl class="cards">
      {shown.map(({ name, title, meaning }) => {
        const known = isEnergy(name)
          ? rows.filter((row) => energyOf(row, name) !== null).length
          : rows.length;
        const [value, unit] = isEnergy(name)
          ? [energyOf(total, name), "kWh"]
          : [kpis.figures[name].value, UNITS[name]];
        return (
          <Card
            {...{ name, title, value }}
            note={meaning + partOf(known, rows.length)}
            text={value === null ? "" : quantity(value, unit)}
          />
        );
      })}
      {data.money && <MoneyCards money={data.money} hasPv={hasPv} />}
    </dl>
  );
}

/** The amounts that have a card, and what each is. A row of the page has four cards. */
function moneyCards({ hasBattery }: MoneyTable): (readonly [name: AmountName, meaning: string])[] {
  return [
    ["net", "energy + fees − feed-in"],
    ...hasBattery ? [] : [["cost", "without fees"] as const],
    ["revenue", "earned by the export"],
    ["pv_savings", "the house would have paid more"],
    ...hasBattery ? [["battery_savings", "in addition to PV"] as const] : [],
  ];
}

/** Amounts that say nothing in a house without PV, unless they are not 0: a battery feeds in, too. */
const MONEY_OF_PV: readonly AmountName[] = ["revenue", "pv_savings"];

function MoneyCards(
  { money, hasPv }: { readonly money: MoneyTable; readonly hasPv: boolean },
): JSX.Element {
  const total = totalMoney(money), { rows } = rollUpMoney(money, "day");
  const shown = moneyCards(money).filter(([name]) =>
    hasPv || !MONEY_OF_PV.includes(name) || Math.abs(total?.[name] ?? 0) >= 0.005
  );
  return (
    <>
      {shown.map(([name, meaning]) => {
        const value = total?.[name] ?? null;
        const known = rows.filter((row) => row[name] !== null).length;
        return (
          <Card
            name={name}
            title={AMOUNT_TITLES[name]}
            note={meaning + partOf(known, rows.length)}
            value={value}
            text={value === null ? "" : amountText(value, money.currency)}
          />
        );
      })}
    </>
  );
}

function partOf(known: number, days: number): string {
  return known < days ? `, ${known} of ${counted(days, "day")}` : "";
}

const UNITS = { autarky: "0–1", self_consumption_rate: "0–1", specific_yield: "kWh/kWp" } as const;

function isEnergy(name: CardInfo["name"]): name is Energy | Stored {
  return name.endsWith("_kwh");
}

function energyOf(row: EnergyRow | null, name: Energy | Stored): number | null {
  return name === "direct_use_kwh" || name === "stored_use_kwh"
    ? row?.battery?.[name] ?? null
    : row?.[name] ?? null;
}

function Card(
  { name, title, value, text, note }: {
    readonly name: string;
    readonly title: string;
    readonly value: number | null;
    /** The value and its unit. */
    readonly text: string;
    readonly note: string;
  },
): JSX.Element {
  const [number, unit] = text.split(SPACE);
  return (
    <div class={`card card-${name}`}>
      <dt>{title}</dt>
      <dd class="value">
        {value === null ? <Unknown /> : (
          <>
            {number}
            {SPACE}
            <span class="unit">{unit}</span>
          </>
        )}
      </dd>
      <dd class="note">{note}</dd>
    </div>
  );
}

/**
 * The other key figures, each with its basis.
 */
export function KeyFigureTable({ data, kpis, hasPv }: KeyFiguresProps): JSX.Element {
  const { zone } = data.days;
  const rows = [
    ...KPIS.filter(({ name }) =>
      name !== "autarky" && name !== "self_consumption_rate" && (hasPv || !OF_PV.includes(name))
    ).map((info) => ({ ...info, ...kpis.figures[info.name], title: NAMES[info.name] })),
    ...(kpis.battery ? BATTERY_KPIS : []).map((info) => (
      { ...info, ...kpis.battery![info.name], title: BATTERY_NAMES[info.name] }
    )),
  ];
  return (
    <DataTable
      name="more-figures"
      caption="More key figures"
      columns={[
        { title: "Figure", cell: ({ title }) => title, note: ({ meaning }) => meaning },
        {
          title: "Value",
          kind: "number",
          cell: ({ value, unit }) =>
            value === null ? null : {
              value,
              text: unit === "1" ? grouped(value, value < 100 ? 1 : 0) : quantity(value, unit),
            },
        },
        {
          title: "When",
          kind: "short",
          cell: ({ time }) => time === undefined ? "" : localTime(time, zone),
        },
        { title: "Basis", cell: ({ basis }) => basis },
      ]}
      rows={rows}
    />
  );
}

/**
 * What the named consumers used, and what everything else did; nothing without such.
 *
 * @param props Days, on which shares count only where all is known.
 */
export function ConsumerTable({ table }: { readonly table: EnergyTable }): JSX.Element | null {
  const names = table.devices?.consumers ?? [];
  if (names.length === 0) return null;
  const known = table.rows.filter(({ consumed }) => consumed && consumed.other_kwh !== null);
  const total = totalRow({ ...table, rows: known });
  const parts = [
    ...names.map((name) => ({
      title: name.replaceAll("_", " "),
      kwh: total?.consumed?.consumers[name] ?? null,
    })),
    { title: "everything else", kwh: total?.consumed?.other_kwh ?? null },
  ];
  const all = total?.consumption_kwh ?? null;
  const shown = (value: number, unit: string) => ({ value, text: quantity(value, unit) });
  return (
    <DataTable
      name="consumers"
      caption={`Consumers, on ${known.length} of ${counted(table.rows.length, "day")}`}
      columns={[
        { title: "Consumer", cell: ({ title }: typeof parts[number]) => title },
        {
          title: "Energy",
          kind: "number",
          cell: ({ kwh }) => kwh === null ? null : shown(kwh, "kWh"),
        },
        {
          title: "Share of the consumption",
          kind: "number",
          cell: ({ kwh }) => kwh === null || !all ? null : shown(kwh / all, "0–1"),
        },
      ]}
      rows={parts}
    />
  );
}

/**
 * A comparison of the PV strings; nothing if there is only one.
 */
export function StringTable(
  { strings }: { readonly strings: readonly StringRatio[] },
): JSX.Element | null {
  if (strings.length < 2) return null;
  const shown = (value: number, unit: string) => ({ value, text: quantity(value, unit) });
  return (
    <DataTable
      name="strings"
      caption="PV strings"
      columns={[
        { title: "String", cell: ({ name }: StringRatio) => name },
        { title: "DC energy", kind: "number", cell: ({ dc_kwh }) => shown(dc_kwh, "kWh") },
        { title: "Share", kind: "number", cell: ({ share }) => shown(share, "0–1") },
        {
          title: "Array yield",
          kind: "number",
          cell: ({ array_yield }) => array_yield === null ? null : shown(array_yield, "kWh/kWp"),
        },
      ]}
      rows={strings}
    />
  );
}

const RECORD_NAMES: Readonly<Record<RecordColumn, string>> = {
  yield_kwh: "PV yield",
  consumption_kwh: "Consumption",
  import_kwh: "Import",
  export_kwh: "Export",
  self_consumed_kwh: "Self-consumed",
  autarky: "Self-sufficiency",
};

/**
 * The days with the highest and lowest values; nothing for a single day.
 */
export function BestDays({ records }: Pick<Kpis, "records">): JSX.Element | null {
  // A single day would be both.
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
        { title: "Per day", cell: (column: RecordColumn) => RECORD_NAMES[column] },
        { title: "Highest", kind: "number", cell: (column) => value(find(column, "highest")) },
        { title: "Highest on", kind: "short", cell: (column) => day(find(column, "highest")) },
        { title: "Lowest", kind: "number", cell: (column) => value(find(column, "lowest")) },
        { title: "Lowest on", kind: "short", cell: (column) => day(find(column, "lowest")) },
      ]}
      rows={columns}
    />
  );
}
