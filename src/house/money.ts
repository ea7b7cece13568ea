/**
 * What the days of a household cost and earned.
 *
 * @module
 */

import type { FigureOptions } from "../plots/figure.ts";
import type { Figure } from "../plots/svg.ts";
import {
  moneyColumns,
  moneyFrame,
  type MoneyRow,
  type MoneyTable,
  rollUpMoney,
  totalMoney,
} from "../money/money_table.ts";
import type { PeriodKind } from "../time.ts";
import { checkName } from "./check_options.ts";
import { later } from "./later.ts";
import { ReadableFrame } from "./readable_frame.ts";

/** Cost, revenue and savings per local day, week, month or year, with their error bands. */
export class Money extends ReadableFrame {
  /** The rows as objects, with their kind, currency, tariff and notices. */
  readonly table: MoneyTable;

  /**
   * Wraps a table of money.
   *
   * @param table The table.
   */
  constructor(table: MoneyTable) {
    const { rows, currency, tariff, zone, notices } = table;
    const columns = moneyColumns(table);
    super({
      frame: () => moneyFrame(table),
      title: rows.length === 0
        ? `No days of ${table.source}`
        : `Money per ${table.kind} [${currency}] at '${tariff}', from ${table.source}`,
      zone,
      notices,
      shown: ["date", ...columns.map(({ name }) => name), "complete"],
      units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
    });
    this.table = table;
  }

  /** The rows as objects. */
  get rows(): readonly MoneyRow[] {
    return this.table.rows;
  }

  /** All rows as one; `null` if there are none. */
  get total(): MoneyRow | null {
    return totalMoney(this.table);
  }

  /** ISO 4217 code of the currency. */
  get currency(): string {
    return this.table.currency;
  }

  /**
   * Weeks, months or years. Amounts add up before they are rounded.
   *
   * @param kind Of which length.
   * @throws {WattbookError} `BAD_OPTION` for any other.
   */
  rollUp(kind: PeriodKind): Money {
    checkName("period", kind, ["day", "week", "month", "year"]);
    return new Money(rollUpMoney(this.table, kind));
  }

  /**
   * Draws cost, fees and revenue of each period, and the net amount with its band.
   *
   * @param options `width`, `theme` and `title`.
   */
  async plot(options: FigureOptions = {}): Promise<Figure> {
    const { moneyPlot } = await later<typeof import("../plots/money.ts")>("../plots/money.ts");
    return await moneyPlot(this.table, options);
  }
}
