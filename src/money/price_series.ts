/**
 * Prices that change over time, from a metric or from a CSV file beside the tariff.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { rowAt, type Samples } from "../columns.ts";
import { isMissing } from "../files.ts";
import { type MetricSelector, parseMetricSelector } from "../selector.ts";
import { HOUR, MINUTE, startOfDay, type TimeRange } from "../time.ts";
import { badTariff, type TariffProblem } from "./bad_tariff.ts";
import { type EnergyComponent, formatDay, isAbsurd, unitFactor } from "./components.ts";
import { minutesOf, type Tariff } from "./tariff.ts";
import type { SeriesFile } from "./tariff_file.ts";

/** The values of a price series: row `i` holds from `time[i]` for one step. */
export interface PriceRows extends Samples {
  /** How long a value holds, at most. [ms] */
  readonly step: number;
  /** Multiplies the values; the result is in the currency per kWh. */
  readonly perKwh: number;
}

/** A tariff with the values of its price series. */
export interface PricedTariff extends Tariff {
  /** Values of the series, by name. */
  readonly rows: Readonly<Record<string, PriceRows>>;
}

/** Where price series come from. */
export interface PriceReader {
  /** Samples of all series that match, each ascending in time; only one series is a price. */
  readonly samples?: (selector: MetricSelector, range: TimeRange) => Promise<readonly Samples[]>;
  /** Reads a text file. @default {readFile} */
  readonly readTextFile?: (path: string) => Promise<string>;
}

/**
 * Reads the price series of a tariff for some time.
 *
 * @param range Time that is priced. [ms]
 * @throws {WattbookError} `BAD_TARIFF` if a series cannot be read, has an impossible price, or does not
 * reach over the time for which a component needs it; whatever the reader throws.
 */
export async function withPrices(
  tariff: Tariff,
  range: TimeRange,
  reader: PriceReader = {},
): Promise<PricedTariff> {
  const rows: Record<string, PriceRows> = {};
  const means: [string, SeriesFile & { mean_of: string }][] = [];
  for (const [name, series] of Object.entries(tariff.series)) {
    if ("mean_of" in series) {
      means.push([name, series]);
      continue;
    }
    const needed = neededRange(tariff, name, range);
    if (needed === null) continue;
    const problems: TariffProblem[] = [], step = minutesOf(series.step) * MINUTE;
    const perKwh = unitFactor(series.unit, tariff.currency, `series.${name}.unit`, problems);
    if (problems.length > 0) throw badTariff(problems, tariff.file);
    const read = "csv" in series
      ? await csvRows(tariff, name, series.csv, reader)
      : perSlot(await metricRows(tariff, name, series.metric, needed, reader), step);
    checkValues(tariff, name, read, perKwh);
    checkReach(tariff, name, { ...read, step }, needed, "csv" in series ? 0 : 24 * HOUR);
    rows[name] = { ...read, step, perKwh };
  }
  for (const [name, { mean_of, step }] of means) {
    const whole = rows[mean_of];
    if (whole) rows[name] = meanRows(whole, minutesOf(step) * MINUTE);
  }
  return { ...tariff, rows };
}

/** The time for which some component needs a series; `null` if none does. */
function neededRange(tariff: Tariff, name: string, range: TimeRange): TimeRange | null {
  const uses = (one: EnergyComponent) =>
    [one.series?.name, one.unless?.series].some((used) =>
      used !== undefined && (used === name || meanOf(tariff.series[used]) === name)
    );
  const at = (day: number, open: number) =>
    Number.isFinite(day) ? startOfDay(formatDay(day), tariff.zone) : open;
  let start = Infinity, end = -Infinity;
  for (const one of tariff.energy.filter(uses)) {
    const from = Math.max(range.start, at(one.first, -Infinity));
    const to = Math.min(range.end, at(one.after, Infinity));
    if (from >= to) continue;
    start = Math.min(start, from);
    end = Math.max(end, to);
  }
  return start < end ? { start, end } : null;
}

function meanOf(series: SeriesFile | undefined): string | undefined {
  return series && "mean_of" in series ? series.mean_of : undefined;
}

async function metricRows(
  { file }: Tariff,
  name: string,
  metric: string,
  { start, end }: TimeRange,
  { samples }: PriceReader,
): Promise<Samples> {
  const found = await samples?.(parseMetricSelector(metric), { start, end }) ?? [];
  if (found.length === 1) return found[0]!;
  throw badTariff([{
    says: `series.${name}.metric: ${metric} matches ${found.length} series` +
      (samples ? "" : ", because there is no source of samples"),
    hint: found.length === 0
      ? "Check the name with the source of your samples, or give the prices as a CSV file."
      : "Add labels to the selector until one series is left.",
  }], file);
}

/** The last sample in each step is its price: a scrape sees a new price a little late. */
function perSlot({ time, value }: Samples, step: number): Samples {
  const starts: number[] = [], prices: number[] = [];
  for (let row = 0; row < time.length; row++) {
    if (Number.isNaN(value[row]!)) continue;
    const start = Math.floor(time[row]! / step) * step;
    if (starts.at(-1) === start) prices[prices.length - 1] = value[row]!;
    else {
      starts.push(start);
      prices.push(value[row]!);
    }
  }
  return { time: Float64Array.from(starts), value: Float64Array.from(prices) };
}

async function csvRows(
  { file, folder = "." }: Tariff,
  name: string,
  csv: string,
  { readTextFile = (path) => readFile(path, "utf8") }: PriceReader,
): Promise<Samples> {
  const path = isAbsolute(csv) ? csv : join(folder, csv), key = `series.${name}.csv`;
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (cause) {
    const why = isMissing(cause) ? "does not exist" : `cannot be read: ${(cause as Error).message}`;
    const says = `${key}: '${path}' ${why}`;
    throw badTariff([{ says, hint: "The path begins at the folder of the tariff." }], file, cause);
  }
  try {
    return parsePrices(text);
  } catch (cause) {
    if (!(cause instanceof PriceLine)) throw cause;
    const { message, hint } = cause;
    throw badTariff([{ says: `${key}: '${path}', ${message}`, hint }], file, cause);
  }
}

/** A line of a price file that is not one. */
class PriceLine extends Error {
  readonly hint: string;

  constructor(line: number, says: string, hint: string) {
    super(`line ${line}: ${says}`);
    this.hint = hint;
  }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads lines of a start, ISO 8601 with an offset, and a price, separated by a comma or a semicolon.
 * After a semicolon a price may have a decimal comma. The first line may be a header.
 */
function parsePrices(text: string): Samples {
  const time: number[] = [], value: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const separator = line.includes(";") ? ";" : ",";
    const [start = "", price = "", ...more] = line.split(separator).map((cell) =>
      cell.trim().replaceAll('"', "")
    );
    if (index === 0 && !/^\d/.test(start)) continue;
    if (more.some((cell) => cell !== "")) {
      throw new PriceLine(
        index + 1,
        `it has ${2 + more.length} cells instead of 2`,
        "Keep the start and the price only; with decimal commas, separate them by a semicolon.",
      );
    }
    const at = INSTANT.test(start) ? Date.parse(start.replace(" ", "T")) : NaN;
    if (Number.isNaN(at)) {
      throw new PriceLine(
        index + 1,
        `'${start}' is not a time with an offset`,
        "Write 2026-10-25T02:00+02:00 or UTC with Z: without an offset, the hour of the clock change in autumn is ambiguous.",
      );
    }
    if (at <= (time.at(-1) ?? -Infinity)) {
      throw new PriceLine(
        index + 1,
        `'${start}' is not after the line before`,
        "Sort the lines, and keep one per interval.",
      );
    }
    // An empty cell is an unknown price.
    const number = price === "" ? NaN : Number(separator === ";" ? price.replace(",", ".") : price);
    if (price !== "" && Number.isNaN(number)) {
      throw new PriceLine(index + 1, `'${price}' is not a price`, "Write a number such as 8.25.");
    }
    time.push(at);
    value.push(number);
  }
  return { time: Float64Array.from(time), value: Float64Array.from(value) };
}

function checkValues(
  { currency, file, series }: Tariff,
  name: string,
  { time, value }: Samples,
  perKwh: number,
): void {
  const row = value.findIndex((one) => isAbsurd(one * perKwh, currency));
  if (row < 0) return;
  const own = series[name]!, unit = "unit" in own ? own.unit : "";
  throw badTariff([{
    says: `series.${name}: ${value[row]} ${unit} at ${new Date(time[row]!).toISOString()} is ` +
      `${value[row]! * perKwh} ${currency} per kWh`,
    hint: `Check series.${name}.unit; wholesale prices are often in ${currency}/MWh.`,
  }], file);
}

/** Refuses a series that does not reach over the time for which it is needed. */
function checkReach(
  { file, series }: Tariff,
  name: string,
  { time, step }: Pick<PriceRows, "time" | "step">,
  needed: TimeRange,
  tolerance: number,
): void {
  const first = time[0] ?? NaN, end = (time.at(-1) ?? NaN) + step;
  if (first - tolerance <= needed.start && end + tolerance >= needed.end) return;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16) + "Z";
  const has = time.length === 0
    ? "it has no prices"
    : first - tolerance > needed.start
    ? `its prices begin at ${iso(first)}, after ${iso(needed.start)}`
    : `its prices end at ${iso(end)}, before ${iso(needed.end)}`;
  throw badTariff([{
    says: `series.${name}${placeOf(series[name])}: ${has}, but a component needs them`,
    hint: "Add the missing prices, ask for fewer days, or end the component with `to`.",
  }], file);
}

/** Where the prices of a series stand, for a message. */
function placeOf(series: SeriesFile | undefined): string {
  if (!series || "mean_of" in series) return "";
  return "csv" in series ? `.csv '${series.csv}'` : `.metric '${series.metric}'`;
}

/** The mean of each longer step; unknown where a value is missing in it. */
function meanRows({ time, value, step, perKwh }: PriceRows, longer: number): PriceRows {
  const starts: number[] = [], means: number[] = [], wanted = longer / step;
  for (let row = 0; row < time.length;) {
    const start = Math.floor(time[row]! / longer) * longer;
    let sum = 0, count = 0;
    for (; row < time.length && time[row]! < start + longer; row++, count++) sum += value[row]!;
    starts.push(start);
    means.push(count === wanted ? sum / count : NaN);
  }
  const rows = { time: Float64Array.from(starts), value: Float64Array.from(means) };
  return { ...rows, step: longer, perKwh };
}

/**
 * The values of a series that hold at some instants, in its own unit; NaN where there is none.
 *
 * @param instants Ascending. [ms]
 */
export function valuesAt(
  { time, value, step }: PriceRows,
  instants: ArrayLike<number>,
): Float64Array {
  const values = new Float64Array(instants.length).fill(NaN);
  let row = instants.length === 0 ? 0 : Math.max(0, rowAt(time, instants[0]! + 1) - 1);
  for (let i = 0; i < instants.length; i++) {
    const at = instants[i]!;
    while (row + 1 < time.length && time[row + 1]! <= at) row++;
    if (row < time.length && time[row]! <= at && at < time[row]! + step) values[i] = value[row]!;
  }
  return values;
}
