/**
 * The record of a sync in the footer of a file. Samples and record appear in one step, so a file never
 * claims more than it contains.
 *
 * @module
 */

import type { KeyValue } from "hyparquet";
import { WattbookError } from "../errors.ts";
import { HOUR } from "../time.ts";
import { badFile, footerOf } from "./footer.ts";
import type { MonthPlace } from "./layout.ts";

/** The record of the syncs of a file. */
export interface SyncRecord {
  /** The PromQL selectors that were pulled. */
  readonly selectors: readonly string[];
  /** The file contains all samples from this instant on. [ms] */
  readonly from: number;
  /** The file contains all samples up to and including this instant. [ms] */
  readonly to: number;
  /** Whether the month was over for so long that no late samples are expected. */
  readonly finished: boolean;
}

/**
 * How late samples may arrive; a sync reads this much again. A Prometheus that writes to another
 * server catches up from its write-ahead log, which goes back two to three hours. Scrapes and
 * recording rules are late by seconds. [ms]
 */
export const OVERLAP: number = 3 * HOUR;

/** Changes when older files can no longer be read. */
const VERSION = "1";

/** A record as key-value metadata of a Parquet file. */
export function recordEntries(record: SyncRecord, { metric, month }: MonthPlace): KeyValue[] {
  const entries: Record<string, string> = {
    version: VERSION,
    metric,
    month,
    selectors: JSON.stringify(record.selectors),
    from: new Date(record.from).toISOString(),
    to: new Date(record.to).toISOString(),
    finished: String(record.finished),
  };
  return Object.entries(entries).map(([key, value]) => ({ key: `wattbook.${key}`, value }));
}

/**
 * Reads the record of a file; only the footer is read.
 *
 * @returns `null` if the file has none, because another program wrote it.
 * @throws {WattbookError} `BAD_ARCHIVE` if the file is no Parquet file, or another metric's or
 * month's.
 */
export async function readRecord(file: string, place: MonthPlace): Promise<SyncRecord | null> {
  const { key_value_metadata: entries = [] } = await footerOf(file);
  const own = new Map(entries.map(({ key, value }) => [key, value ?? ""]));
  const value = (name: string) => own.get(`wattbook.${name}`) ?? "";
  const version = value("version");
  if (version === "") return null;
  if (version !== VERSION) {
    throw new WattbookError("BAD_ARCHIVE", `'${file}' is of version ${version}, not ${VERSION}`, {
      hint: "A newer Wattbook wrote it; use that one.",
    });
  }
  const { metric, month } = place;
  if (value("metric") !== metric || value("month") !== month) {
    const stated = `${value("metric")} of ${value("month")}`;
    throw new WattbookError(
      "BAD_ARCHIVE",
      `'${file}' contains ${stated}, according to its metadata`,
      {
        hint: "Move it to its own folder, or away; then sync again.",
      },
    );
  }
  const record = {
    selectors: selectorsOf(value("selectors")),
    from: Date.parse(value("from")),
    to: Date.parse(value("to")),
    finished: value("finished") === "true",
  };
  if (record.selectors === null || Number.isNaN(record.from) || Number.isNaN(record.to)) {
    throw badFile(file, "has a damaged footer");
  }
  return { ...record, selectors: record.selectors };
}

function selectorsOf(text: string): string[] | null {
  try {
    const selectors: unknown = JSON.parse(text);
    const isList = Array.isArray(selectors) && selectors.every((one) => typeof one === "string");
    return isList ? selectors : null;
  } catch {
    return null;
  }
}
