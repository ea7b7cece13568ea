/**
 * Checks a bill against the days of a household.
 *
 * @module
 */

import { analyseDays } from "../energy/days.ts";
import { localDay, startOfDay } from "../time.ts";
import { daysOfBill, parseBill, readBill } from "../money/bill.ts";
import { type BillCheck, checkBill } from "../money/check_bill.ts";
import { type CheckBillOptions, type HomeParts, pullOf } from "./options.ts";
import { openTariff, pricesOf } from "./tariff_source.ts";

/** The bill that a person named, checked. */
export async function pullBill(home: HomeParts, options: CheckBillOptions): Promise<BillCheck> {
  const { source, household } = home, now = home.now();
  const bill = typeof options.bill === "string"
    ? await readBill(options.bill)
    : parseBill(options.bill);
  const tariff = await openTariff(bill.tariff, household);
  const { from, to } = daysOfBill(bill), today = localDay(now, household.zone);
  const analysis = await analyseDays(source, household, {
    ...{ from, to: to < today ? to : today, now, intervals: tariff },
    ...pullOf(options),
  });
  const first = bill.readings[0]!.date, last = bill.readings.at(-1)!.date;
  const range = {
    start: startOfDay(first, household.zone),
    end: startOfDay(last, household.zone),
  };
  return checkBill(bill, analysis, await pricesOf(tariff, range, source, options));
}
