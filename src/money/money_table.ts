/**
 * The table of money: one row per local period.
 *
 * @module
 */

import type { ColumnInfo } from "../catalogue/columns.ts";
import type { Band } from "../energy/accuracy/estimate.ts";
import type { MoneyKpi } from "../energy/kpis.ts";
import { type Frame, rowFrame } from "../frames/frame.ts";
import { counted } from "../text.ts";
import { addDays, hoursOf, type PeriodKind, periodLabel } from "../time.ts";
import { addAmounts, type Amount, amountBand } from "./estimate.ts";
import type { MoneyDay } from "./settle.ts";

/** The money of a period; `null` is unknown. [currency] */
export interface MoneyRow {
  /** Local day, ISO week, month or year. */
  readonly date: string;
  /** First instant of the period. [ms] */
  readonly start: number;
  /** First instant after the period. [ms] */
  readonly end: number;
  /** What the energy from the grid cost. */
  readonly cost: number | null;
  /** Fixed fees. */
  readonly fees: number | null;
  /** What the feed-in earned. */
  readonly revenue: number | null;
  /** cost + fees − revenue. */
  readonly net: number | null;
  /** How much more the house would have paid without PV; the battery is left out. */
  readonly pv_savings: number | null;
  /** What the battery saved in addition, computed from its power. */
  readonly battery_savings: number | null;
  /** Imported energy without a price. [kWh] */
  readonly unpriced_import_kwh: number;
  /** Exported energy without a price. [kWh] */
  readonly unpriced_export_kwh: number;
  /** Time in which import or export is not known. [h] */
  readonly uncovered_h: number;
  /** Whether the period is whole, and each of its days known and priced. */
  readonly complete: boolean;
  /** Error bands of the amounts; `null` where the error is unknown. */
  readonly bands: Readonly<Record<AmountName, Band | null>>;
}

/** The amounts of a row. */
export const AMOUNTS: readonly AmountName[] = [
  "cost",
  "fees",
  "revenue",
  "net",
  "pv_savings",
  "battery_savings",
];

/** One of them. */
export type AmountName = "cost" | "fees" | "revenue" | "net" | "pv_savings" | "battery_savings";

/** The amounts of a row by their names in a day. */
const DAY_AMOUNTS = {
  cost: "cost",
  fees: "fees",
  revenue: "revenue",
  net: "net",
  pv_savings: "pvSavings",
  battery_savings: "batterySavings",
} as const satisfies Record<AmountName, keyof MoneyDay>;

/** Amounts that have a band; fees are exact. */
const BANDED = ["cost", "revenue", "net", "pv_savings", "battery_savings"] as const;

/** The money of some periods. */
export interface MoneyTable {
  /** Kind of the periods. */
  readonly kind: PeriodKind;
  /** IANA zone of the periods. */
  readonly zone: string;
  /** ISO 4217 code of the currency. */
  readonly currency: string;
  /** Name of the tariff. */
  readonly tariff: string;
  /** Where the samples came from, for people. */
  readonly source: string;
  /** Ascending, without gap or overlap. */
  readonly rows: readonly MoneyRow[];
  /** The days that they add up from. */
  readonly days: readonly MoneyDay[];
  /** Whether the house has a battery whose power is known. */
  readonly hasBattery: boolean;
  /** What a reader should know. */
  readonly notices: readonly string[];
}

/** The days of a table as rows of a longer kind; amounts add up unrounded. */
export function rollUpMoney(daily: MoneyTable, kind: PeriodKind): MoneyTable {
  const groups = Map.groupBy(daily.days, ({ day }) => periodLabel(day.label, kind));
  return {
    ...daily,
    kind,
    rows: [...groups].map(([label, days]) => moneyRow(label, days, coversPeriod(kind, days))),
  };
}

/** All days of a table as one row; `null` if it has none. */
export function totalMoney({ days }: MoneyTable): MoneyRow | null {
  return days.length === 0 ? null : moneyRow("total", days, true);
}

/** Days as a row; an amount is the sum of the days that know it. */
export function moneyRow(label: string, days: readonly MoneyDay[], isWhole: boolean): MoneyRow {
  const { start } = days[0]!.day, { end } = days.at(-1)!.day;
  const amounts = Object.fromEntries(
    AMOUNTS.map((name) => [name, sumOf(days, (day) => day[DAY_AMOUNTS[name]])]),
  ) as Record<AmountName, Amount | null>;
  const total = (of: (day: MoneyDay) => number) => days.reduce((sum, day) => sum + of(day), 0);
  const of = <T>(pick: (amount: Amount) => T) =>
    Object.fromEntries(
      AMOUNTS.map((name) => [name, amounts[name] && pick(amounts[name])]),
    ) as Record<AmountName, T | null>;
  const unpricedImport = total((day) => day.unpricedImport);
  const unpricedExport = total((day) => day.unpricedExport);
  const uncovered = total((day) => day.uncovered);
  return {
    date: label,
    start,
    end,
    ...of(({ value }) => value),
    unpriced_import_kwh: unpricedImport,
    unpriced_export_kwh: unpricedExport,
    uncovered_h: uncovered,
    complete: isWhole && days.every(isComplete),
    bands: of(amountBand),
  };
}

function isComplete({ day, net, unpricedImport, unpricedExport, uncovered }: MoneyDay): boolean {
  return net !== null && unpricedImport + unpricedExport < SMALLEST_KWH &&
    uncovered <= LONGEST_UNKNOWN * hoursOf(day);
}

/** Less is nothing. [kWh] */
const SMALLEST_KWH = 0.001;
/** A period of which more is unknown is not complete, as in the table of energies. [0–1] */
const LONGEST_UNKNOWN = 0.002;

function sumOf(
  days: readonly MoneyDay[],
  of: (day: MoneyDay) => Amount | null,
): Amount | null {
  const known = days.map(of).filter((one) => one !== null);
  return known.length === 0 ? null : addAmounts(known);
}

function coversPeriod(kind: PeriodKind, days: readonly MoneyDay[]): boolean {
  const label = periodLabel(days[0]!.day.label, kind);
  return periodLabel(addDays(days[0]!.day.label, -1), kind) !== label &&
    periodLabel(addDays(days.at(-1)!.day.label, 1), kind) !== label;
}

/** A column of money, and its value in a row. */
export interface MoneyColumn extends Omit<ColumnInfo, "name"> {
  /** Name, with the currency: `cost_eur`. */
  readonly name: string;
  /** Its value; `null` is unknown. */
  valueOf(row: MoneyRow): number | boolean | null;
}

/**
 * The columns of money in their order.
 *
 * @param options Whether with the bands.
 */
export function moneyColumns(
  { currency, hasBattery }: Pick<MoneyTable, "currency" | "hasBattery">,
  { bands = false }: { readonly bands?: boolean } = {},
): MoneyColumn[] {
  const unit = currency, end = currency.toLowerCase();
  const shown = (name: AmountName) => hasBattery || name !== "battery_savings";
  return [
    ...AMOUNTS.filter(shown).map((name): MoneyColumn => ({
      name: `${name}_${end}`,
      unit,
      meaning: MEANINGS[name],
      valueOf: (row) => row[name],
    })),
    ...(["unpriced_import_kwh", "unpriced_export_kwh"] as const).map((name): MoneyColumn => ({
      name,
      unit: "kWh",
      meaning: MEANINGS[name],
      valueOf: (row) => row[name],
    })),
    {
      name: "uncovered_h",
      unit: "h",
      meaning: MEANINGS.uncovered_h,
      valueOf: (row) => row.uncovered_h,
    },
    ...(bands ? BANDED.filter(shown) : []).flatMap((name) =>
      (["low", "high"] as const).map((which): MoneyColumn => ({
        name: `${name}_${which}_${end}`,
        unit,
        meaning: `${which === "low" ? "Lower" : "Upper"} end of the band of ${name}_${end}`,
        valueOf: (row) => row.bands[name]?.[which] ?? null,
      }))
    ),
  ];
}

const MEANINGS = {
  cost: "What the energy from the grid cost, without fixed fees",
  fees: "Fixed fees of the tariff",
  revenue: "What the feed-in earned",
  net: "cost + fees − revenue",
  pv_savings: "How much more the house would have paid without PV; the battery is left out",
  battery_savings: "What the battery saved in addition, computed from its power",
  unpriced_import_kwh: "Import for which the tariff has no price; it is in no amount",
  unpriced_export_kwh: "Export for which the tariff has no price; it is in no amount",
  uncovered_h: "Time in which import or export is not known",
};

/** The amounts of all days together as key figures, each with its band and the days it is based on. */
export function moneyKpis(table: MoneyTable): MoneyKpi[] {
  const total = totalMoney(table);
  const amounts = AMOUNTS.filter((name) => table.hasBattery || name !== "battery_savings");
  return amounts.map((name) => {
    const value = total?.[name] ?? null, band = total?.bands[name] ?? null;
    const known = table.days.filter((day) => day[DAY_AMOUNTS[name]] !== null).length;
    const range = band === null || band.high === band.low
      ? ""
      : `${band.low.toFixed(2)} to ${band.high.toFixed(2)}, `;
    return {
      name: `${name}_${table.currency.toLowerCase()}`,
      unit: table.currency,
      value,
      basis: `${range}${known} of ${
        counted(table.days.length, "day")
      } known, tariff '${table.tariff}'`,
    };
  });
}

/**
 * The table as a frame.
 *
 * @returns `date`, `start` and `end` (UTC), the amounts in the currency, unpriced energy [kWh], time
 * without energies [h], the bands of the amounts, and `complete`; `null` is unknown.
 */
export function moneyFrame(table: MoneyTable): Frame {
  return rowFrame(table.rows, {
    date: "text",
    start: "instant",
    end: "instant",
    ...Object.fromEntries(
      moneyColumns(table, { bands: true }).map((
        { name, valueOf },
      ) => [name, ["number", valueOf] as const]),
    ),
    complete: "flag",
  });
}
