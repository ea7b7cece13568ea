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
import { isAbsurd } from "../money/components.ts";
import type { Tariff } from "../money/tariff.ts";
import { type CheckBillOptions, type HomeParts, pullOf } from "./options.ts";
import { openTariff, pricesOf } from "./tariff_source.ts";

/** Nothing is known of the energy of a bill that begins in the future. */
function checkPast({ readings }: BillFile, today: string, file: string | undefined): void {
  const { date } = readings[0]!;
  if (date <= today) return;
  throw badBill([`readings[0].date: ${date} is after today, ${today}`], file);
}

/** A price in hundredths of the currency would make every line wrong. */
function checkPrices(
  { lines }: BillFile,
  { currency }: Pick<Tariff, "currency">,
  file: string | undefined,
): void {
  const problems = lines.flatMap(({ price }, index) =>
    price === undefined || !isAbsurd(price, currency)
      ? []
      : [`lines[${index}].price: ${price} is more than 5 ${currency} per kWh; write 30 ct as 0.30`]
  );
  if (problems.length > 0) throw badBill(problems, file);
}

/** The bill that a person named, checked. */
export async function pullBill(home: HomeParts, options: CheckBillOptions): Promise<BillCheck> {
  const { source, household } = home, now = home.now();
  const bill = typeof options.bill === "string"
    ? await readBill(options.bill)
    : parseBill(options.bill);
  const { from, to } = daysOfBill(bill), today = localDay(now, household.zone);
  const file = typeof options.bill === "string" ? options.bill : undefined;
  checkPast(bill, today, file);
  const tariff = await openTariff(bill.tariff, household);
  checkPrices(bill, tariff, file);
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
