/**
 * Checks a bill against the days of a household.
 *
 * @module
 */

import { analyseDays } from "../energy/days.ts";
import { localDay, startOfDay } from "../time.ts";
import { badBill } from "../money/bad_tariff.ts";
import { type BillFile, daysOfBill, parseBill, readBill } from "../money/bill.ts";
import { type BillCheck, checkBill } from "../money/check_bill.ts";
import { type CheckBillOptions, type HomeParts, pullOf } from "./options.ts";
import { openTariff, pricesOf } from "./tariff_source.ts";

/** Nothing is known of the energy of a bill that begins in the future. */
function checkPast({ readings }: BillFile, today: string, file: string | undefined): void {
  const { date } = readings[0]!;
  if (date <= today) return;
  throw badBill([`readings[0].date: ${date} is after today, ${today}`], file);
}

/** The bill that a person named, checked. */
export async function pullBill(home: HomeParts, options: CheckBillOptions): Promise<BillCheck> {
  const { source, household } = home, now = home.now();
  const bill = typeof options.bill === "string"
    ? await readBill(options.bill)
    : parseBill(options.bill);
  const { from, to } = daysOfBill(bill), today = localDay(now, household.zone);
  checkPast(bill, today, typeof options.bill === "string" ? options.bill : undefined);
  const tariff = await openTariff(bill.tariff, household);
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
