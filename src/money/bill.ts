/**
 * Whether a bill agrees with the meter and with the tariff.
 *
 * @module
 */

import { dirname, isAbsolute, join } from "node:path";
import { badBill } from "./bad_tariff.ts";
import { billSchema } from "./bill_schema.ts";
import { problemsOf } from "../file_problems.ts";
import { readJsonFile } from "../json_file.ts";
import { shown } from "../text.ts";
import { addDays, checkDay } from "../time.ts";

/** A reading on a bill. */
export interface BillReading {
  /** Local day. Whether its start or its end is meant, bills do not say. */
  readonly date: string;
  /** [kWh] */
  readonly kwh: number;
  /** How the bill says that it was obtained. */
  readonly obtained: "read" | "estimated" | "calculated";
  /** Number of the meter. */
  readonly meter?: string | undefined;
}

/** A line of a bill. */
export interface BillLine {
  /** As on the bill. */
  readonly text: string;
  /** First local day. */
  readonly from?: string | undefined;
  /** Last local day, inclusive. */
  readonly to?: string | undefined;
  /** Ids of the tariff's components. */
  readonly components: readonly string[];
  /** Billed energy; none for fees. [kWh] */
  readonly kwh?: number | undefined;
  /** Price per kWh, as on the bill. [currency/kWh] */
  readonly price?: number | undefined;
  /** As on the bill. [currency] */
  readonly amount: number;
  /** VAT that is added to the amount later, as a share. */
  readonly vat: number;
}

/** The content of a bill file. `docs/bill.schema.json` describes it for editors. */
export interface BillFile {
  /** Address of the schema. */
  readonly $schema?: string | undefined;
  /** Tariff file. */
  readonly tariff: string;
  /** Which register. @default {"import"} */
  readonly flow?: "import" | "export" | undefined;
  /** Ascending. */
  readonly readings: readonly BillReading[];
  /** Its lines. */
  readonly lines: readonly BillLine[];
  /** Sum with VAT. [currency] */
  readonly total: number;
}

/**
 * Makes a bill from the content of a bill file.
 *
 * @throws {WattbookError} `BAD_BILL` with the file, each wrong key and its value.
 */
export function parseBill(json: unknown, file?: string): BillFile {
  const parsed = billSchema.safeParse(json);
  if (!parsed.success) throw badBill(problemsOf(parsed.error, json), file, parsed.error);
  const bill: BillFile = parsed.data, problems = badDays(bill);
  if (problems.length > 0) throw badBill(problems, file);
  for (const [index, reading] of bill.readings.entries()) {
    const before = bill.readings[index - 1];
    if (!before) continue;
    if (reading.date < before.date) {
      problems.push(`readings[${index}].date: ${reading.date} is before ${before.date}`);
    }
    if (reading.meter === before.meter && reading.kwh < before.kwh) {
      problems.push(
        `readings[${index}].kwh: ${reading.kwh} is less than ${before.kwh} on the same meter`,
      );
    }
  }
  const earliest = addDays(bill.readings[0]!.date, -REACH);
  const latest = addDays(bill.readings.at(-1)!.date, REACH);
  for (const [index, { from, to, kwh }] of bill.lines.entries()) {
    if (kwh !== undefined && from !== undefined && from < earliest) {
      problems.push(
        `lines[${index}].from: ${from} is before the first reading, ${bill.readings[0]!.date}`,
      );
    }
    if (kwh !== undefined && to !== undefined && to > latest) {
      problems.push(
        `lines[${index}].to: ${to} is after the last reading, ${bill.readings.at(-1)!.date}`,
      );
    }
    if (from !== undefined && to !== undefined && to < from) {
      problems.push(`lines[${index}].to: ${to} is before ${from}`);
    }
  }
  if (problems.length > 0) throw badBill(problems, file);
  return {
    ...bill,
    lines: bill.lines.map((line) => ({ ...line, text: shown(line.text, LONGEST_TEXT) })),
  };
}

/** Days that are none, such as 30 February. */
function badDays({ readings, lines }: BillFile): string[] {
  const days = [
    ...readings.map(({ date }, index) => [`readings[${index}].date`, date] as const),
    ...lines.flatMap(({ from, to }, index) => [
      [`lines[${index}].from`, from] as const,
      [`lines[${index}].to`, to] as const,
    ]),
  ];
  return days.flatMap(([key, day]) => {
    try {
      if (day !== undefined) checkDay(day);
      return [];
    } catch (error) {
      return [`${key}: ${(error as Error).message}`];
    }
  });
}

/** Longer texts of lines are cut. */
const LONGEST_TEXT = 120;

const BILL_FILE = { code: "BAD_BILL", what: "bill", page: "docs/money.md" } as const;

/** Reads a bill file; its tariff is named from the folder of the bill. */
export async function readBill(file: string): Promise<BillFile> {
  const bill = parseBill(await readJsonFile(file, BILL_FILE), file);
  const { tariff } = bill;
  return { ...bill, tariff: isAbsolute(tariff) ? tariff : join(dirname(file), tariff) };
}

/** Energy between two readings of one meter, and the days that it may have flowed in. */
export interface BilledSpan {
  /** Day of the first reading. */
  readonly from: string;
  /** Day of the last reading. */
  readonly to: string;
  /** Difference of the readings. [kWh] */
  readonly kwh: number;
  /** Whether one of them was not read. */
  readonly isEstimated: boolean;
}

/** What was billed between readings; a meter exchange divides it. */
export function spansOf({ readings }: Pick<BillFile, "readings">): BilledSpan[] {
  return readings.slice(1).flatMap((end, index) => {
    const start = readings[index]!;
    // Between the last reading of one meter and the first of the next nothing is billed.
    if (start.meter !== end.meter) return [];
    const isEstimated = [start, end].some(({ obtained }) => obtained !== "read");
    return [{ from: start.date, to: end.date, kwh: end.kwh - start.kwh, isEstimated }];
  });
}

/** First and last day that can belong to a bill, with a few days more for shifted readings. */
export function daysOfBill({ readings, lines }: BillFile): { from: string; to: string } {
  const all = [
    addDays(readings[0]!.date, -REACH),
    addDays(readings.at(-1)!.date, REACH),
    ...lines.flatMap(({ from, to }) => [from, to].filter((day) => day !== undefined)),
  ].sort();
  return { from: all[0]!, to: all.at(-1)! };
}

/** The bill may have rounded each reading to whole kilowatt-hours. [kWh] */
export const ROUNDING = 1;

/** A reading that was taken up to so many days away still explains a difference. */
export const REACH = 3;
