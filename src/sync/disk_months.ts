import { monthFile } from "../archive/layout.ts";
import { monthsIn } from "../archive/months_in.ts";
import { readRecord, type SyncRecord } from "../archive/sync_record.ts";
import { WattbookError } from "../errors.ts";
import type { WantedMetric } from "./wanted_metrics.ts";

/** What an archive has of a metric. */
export interface DiskMetric extends WantedMetric {
  /** Per UTC month what its file says of itself, ascending; `null` if no sync wrote it. */
  readonly months: ReadonlyMap<string, SyncRecord | null>;
  /** What is wrong with files that cannot be used, by UTC month. */
  readonly damaged: ReadonlyMap<string, WattbookError>;
}

/**
 * Looks at what an archive has of a metric; only the footers of its files are read.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { diskMonths } from "./disk_months.ts";
 *
 * const { months } = await diskMonths("no/such/archive", { metric: "up", selectors: [] });
 * assert(months.size === 0);
 * ```
 */
export async function diskMonths(dir: string, wanted: WantedMetric): Promise<DiskMetric> {
  const { metric } = wanted;
  const months = new Map<string, SyncRecord | null>(), damaged = new Map<string, WattbookError>();
  for (const month of await monthsIn(dir, metric)) {
    const place = { metric, month };
    try {
      months.set(month, await readRecord(monthFile(dir, place), place));
    } catch (error) {
      // One bad file must not keep the others from being brought up to date.
      if (!(error instanceof WattbookError)) throw error;
      damaged.set(month, error);
    }
  }
  return { ...wanted, months, damaged };
}
