/**
 * What a file of an archive says about its own making, in its footer: so that a file and the
 * knowledge of how far it reaches appear in one step.
 *
 * @module
 */

import type { KeyValue } from "hyparquet";
import { WattbookError } from "../errors.ts";
import { HOUR } from "../time.ts";
import { badFile } from "./bad_file.ts";
import { footerOf } from "./footer.ts";
import type { MonthPlace } from "./layout.ts";

/** How a file came from a server. */
export interface SyncRecord {
  /** What was asked for, as PromQL selectors. */
  readonly selectors: readonly string[];
  /** The file holds all samples from this instant on. [ms] */
  readonly from: number;
  /** The file holds all samples up to this instant, which belongs to it. [ms] */
  readonly to: number;
  /** Whether the month was long over when it was read, so that no sample is to come. */
  readonly finished: boolean;
}

/**
 * How long samples may still come in after their time, so that a sync reads this much again. A
 * Prometheus that writes to another server catches up from its write-ahead log, which goes back two
 * to three hours; scrapes and recording rules are late by seconds. [ms]
 */
export const OVERLAP: number = 3 * HOUR;

/** Raised when files of old can no longer be read. */
const VERSION = "1";

/**
 * A record as key-value metadata of a Parquet file.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { recordEntries } from "./sync_record.ts";
 *
 * const record = { selectors: ["up"], from: 0, to: 59_999, finished: false };
 * const entries = recordEntries(record, { metric: "up", month: "1970-01" });
 * assert(entries.some(({ key, value }) => key === "wattbook.to" && value?.startsWith("1970-01-01T")));
 * ```
 */
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
 * Reads the record of a file, and no more of the file than its footer.
 *
 * @returns `null` if the file has none: then something else than a sync wrote it.
 * @throws {WattbookError} `BAD_ARCHIVE` if the file is no Parquet file, or another metric's or
 * month's.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { readRecord } from "./sync_record.ts";
 * import { writeMonth } from "./write_month.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`), place = { metric: "up", month: "1970-01" };
 * const columns = joinSeries([{ labels: {}, time: Float64Array.of(0), value: Float64Array.of(1) }]);
 * const record = { selectors: ["up"], from: 0, to: 59_999, finished: false };
 * const file = await writeMonth(dir, columns, { ...place, record });
 * assert.deepEqual(await readRecord(file, place), record);
 * await rm(dir, { recursive: true });
 * ```
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
    throw new WattbookError("BAD_ARCHIVE", `'${file}' holds ${stated}, as it says itself`, {
      hint: "Move it to its own folder, or away; then sync again.",
    });
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
