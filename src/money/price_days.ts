/**
 * The money of the days of a household.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import { WattbookError } from "../errors.ts";
import { counted } from "../text.ts";
import { moneyRow, type MoneyTable } from "./money_table.ts";
import type { PricedTariff } from "./price_series.ts";
import { partYear } from "./netting.ts";
import { amountsOf, settlementOf } from "./settle.ts";
import { unpricedReasons } from "./unpriced.ts";

/**
 * Prices days that were analysed with intervals no longer than the tariff's step.
 *
 * @param analysis Days with their intervals.
 * @throws {WattbookError} `BAD_OPTION` if the days have no intervals, or longer ones.
 */
export function priceDays(
  analysis: Pick<Analysis, "table" | "intervals" | "reconciled">,
  tariff: PricedTariff,
): MoneyTable {
  const { table, intervals, reconciled } = analysis;
  if (intervals === null || tariff.step % intervals.step !== 0) {
    throw new WattbookError("BAD_OPTION", `The days have no intervals of ${tariff.step} ms`, {
      hint: "Give the tariff to home.days() or home.money(), which divide the days as it needs.",
    });
  }
  const settlement = settlementOf(tariff, intervals);
  const days = amountsOf(settlement, reconciled);
  const hasBattery = intervals.replaced_import_kwh !== undefined;
  const rows = days.map((day) => moneyRow(day.day.label, [day], true));
  const money: MoneyTable = {
    kind: "day",
    zone: table.zone,
    currency: tariff.currency,
    tariff: tariff.name,
    source: table.source,
    rows,
    days,
    hasBattery,
    notices: [],
  };
  return { ...money, notices: noticesOf(money, tariff, unpricedReasons(tariff, settlement)) };
}

function noticesOf(
  { days, rows, hasBattery }: MoneyTable,
  tariff: PricedTariff,
  reasons: readonly string[],
): string[] {
  const sum = (of: (row: MoneyTable["rows"][number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const unpriced = [
    { what: "import", kwh: sum((row) => row.unpriced_import_kwh) },
    { what: "export", kwh: sum((row) => row.unpriced_export_kwh) },
  ].filter(({ kwh }) => kwh >= 0.001);
  const uncovered = sum((row) => row.uncovered_h), unknown = days.filter(({ net }) => !net).length;
  return [
    `These amounts are history: measured energy at the prices of '${tariff.name}'. They are neither ` +
    "a bill nor a forecast",
    ...unpriced.map(({ what, kwh }) =>
      `${kwh.toFixed(1)} kWh of ${what} have no price in '${tariff.name}' and are in no amount`
    ),
    ...uncovered >= 0.05
      ? [`Import or export is not known for ${uncovered.toFixed(1)} hours; they are in no amount`]
      : [],
    ...unknown > 0
      ? [`${counted(unknown, "day")} without a net amount: the net sum leaves them out`]
      : [],
    ...unpriced.length > 0 || rows.some(({ fees }) => fees === null)
      ? reasons.map((why) => `In '${tariff.name}', ${why}`)
      : [],
    ...partYear(tariff, days.map(({ day }) => day)),
    ...hasBattery
      ? ["The savings of the battery follow its own power; losses of its inverter are not in it"]
      : [],
  ];
}
