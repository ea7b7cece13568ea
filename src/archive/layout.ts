/**
 * The layout of an archive: `metric=NAME/month=YYYY-MM/data.parquet`, one file for each metric and UTC
 * month. Archives of several households lie side by side as `household=NAME`. Names are escaped as Hive
 * does, so that a `:` is safe on every file system and Polars, DuckDB and Arrow read `household`,
 * `metric` and `month` back as columns.
 *
 * @module
 */

import { join } from "node:path";

/** Name of the file in each month's folder. */
export const DATA_FILE = "data.parquet";

/** The file with the selectors that a sync searched, in the archive's own folder. */
export const STATE_FILE = ".sync.json";

/** One file of an archive. */
export interface MonthPlace {
  readonly metric: string;
  /** UTC month, `YYYY-MM`. */
  readonly month: string;
}

/** The file of one metric and month. */
export function monthFile(dir: string, place: MonthPlace): string {
  return join(metricFolder(dir, place.metric), `month=${place.month}`, DATA_FILE);
}

/** The folder of one metric. */
export function metricFolder(dir: string, metric: string): string {
  return join(dir, `metric=${encodeURIComponent(metric)}`);
}

/**
 * The archive of one household among several.
 *
 * @param dir Folder that holds the archives of all households.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { householdFolder } from "./layout.ts";
 *
 * assert(householdFolder("homes", "no. 7").endsWith("household=no.%207"));
 * ```
 */
export function householdFolder(dir: string, household: string): string {
  return join(dir, `household=${encodeURIComponent(household)}`);
}

/** The value in a folder's name such as `month=2025-03`, `null` if the folder is no such one. */
export function folderValue(
  folder: string,
  key: "household" | "metric" | "month",
): string | null {
  if (!folder.startsWith(`${key}=`)) return null;
  try {
    const value = decodeURIComponent(folder.slice(key.length + 1));
    if (key === "month" && !/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return null;
    return value === "" ? null : value;
  } catch {
    return null;
  }
}

/**
 * The UTC month of an instant, as archives name it.
 *
 * @param instant Unix time. [ms]
 */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/**
 * The range of a UTC month; its end is the start of the next one.
 *
 * @returns Unix times. [ms]
 */
export function monthRange(month: string): { start: number; end: number } {
  const [year, number] = month.split("-").map(Number);
  return { start: Date.UTC(year!, number! - 1), end: Date.UTC(year!, number!) };
}

/**
 * Labels with the name of a column or of a folder's key, also behind the prefix. SQL engines do not
 * distinguish upper and lower case.
 */
const RESERVED = /^(label_)*(time|value|household|metric|month)$/i;

/**
 * The column of a label: its name, with a prefix if that is reserved: `time`, `value`, or a key of
 * the folders.
 */
export function columnOf(label: string): string {
  return RESERVED.test(label) ? `label_${label}` : label;
}

/** The label of a column; undoes {@linkcode columnOf}. */
export function labelOf(column: string): string {
  return /^label_/.test(column) && RESERVED.test(column) ? column.slice("label_".length) : column;
}
