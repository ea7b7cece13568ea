import { moneyRow, type MoneyTable } from "../../src/money/money_table.ts";
import type { MoneyDay } from "../../src/money/settle.ts";
import { localDays, type Period } from "../../src/time.ts";

/** An amount that may be 1 too high and 2 too low. */
const amount = (value: number) => ({ value, below: 1, above: 2, sigma: 0 });

/** A day of some money, or what is different about it. */
export interface DayOfMoney {
  readonly net?: number;
  readonly unpricedImport?: number;
  readonly uncovered?: number;
}

/** The money of days, in which nothing is lacking but what `of` says. */
export function moneyOf(
  from: string,
  to: string,
  of: (day: Period) => DayOfMoney = () => ({}),
): MoneyTable {
  const days = localDays(from, to, "UTC").map((day): MoneyDay => {
    const { net = 7, unpricedImport = 0, uncovered = 0 } = of(day);
    return {
      day,
      cost: amount(10),
      fees: { ...amount(1), below: 0, above: 0 },
      revenue: amount(4),
      net: amount(net),
      pvSavings: amount(20),
      batterySavings: null,
      unpricedImport,
      unpricedExport: 0,
      uncovered,
    };
  });
  return {
    kind: "day",
    zone: "UTC",
    currency: "EUR",
    tariff: "<Flat>",
    source: "test",
    days,
    rows: days.map((day) => moneyRow(day.day.label, [day], true)),
    hasBattery: false,
    notices: ["History"],
  };
}
