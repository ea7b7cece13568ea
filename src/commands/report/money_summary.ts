/**
 * What days cost and earned, for a terminal.
 *
 * @module
 */

import type { Band } from "../../energy/accuracy/estimate.ts";
import { AMOUNTS, type MoneyTable, totalMoney } from "../../money/money_table.ts";
import { alignedTable } from "../../terminal/aligned_table.ts";

const NAMES = {
  cost: "energy from the grid",
  fees: "fixed fees",
  revenue: "feed-in",
  net: "net: energy + fees − feed-in",
  pv_savings: "saved by PV",
  battery_savings: "saved by the battery",
};

/** All days of a table in lines: each amount with its band. */
export function moneySummary(table: MoneyTable): string {
  const total = totalMoney(table), { currency } = table;
  if (!total) return "";
  const range = (band: Band | null) =>
    band ? `${band.low.toFixed(2)} to ${band.high.toFixed(2)}` : "";
  const lines = AMOUNTS.filter((name) => name !== "battery_savings" || table.hasBattery)
    .map((name) => [
      NAMES[name],
      total[name] === null ? "unknown" : total[name].toFixed(2),
      name === "fees" ? "" : range(total.bands[name]),
    ]);
  const columns = [{ width: 28, align: "left" as const }, { width: 10 }, { width: 22 }];
  return `Money at '${table.tariff}' [${currency}]\n${alignedTable(columns, lines)}`;
}
