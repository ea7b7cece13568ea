/**
 * Which metrics an archive should contain, which it contains, and which were searched before.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { METRICS } from "../catalogue/metrics.ts";
import { type Role, ROLES } from "../catalogue/roles.ts";
import { WattbookError } from "../errors.ts";
import { openWhole } from "../files.ts";
import type { Household } from "../household.ts";
import { formatSelector, type Matcher, type Selector, selector } from "../selector.ts";
import { monthsIn } from "./contents.ts";
import { monthFile, STATE_FILE } from "./layout.ts";
import { readRecord, type SyncRecord } from "./sync_record.ts";

/** A metric that an archive should contain, and which of its series. */
export interface WantedMetric {
  readonly metric: string;
  /** Its series, sorted; a series may match several. */
  readonly selectors: readonly Selector[];
}

/**
 * What an archive of a household should contain: the series of its roles and of their fallbacks, and
 * every other metric of the specification. Of the meter's metrics it contains only those of the
 * household's own meter, if the household file or `METER_AIN_REGEX` names it.
 *
 * @returns In order of the names.
 */
export function wantedMetrics({ bindings }: Pick<Household, "bindings">): WantedMetric[] {
  const bound = (Object.keys(ROLES) as Role[]).flatMap((role) => bindings[role])
    .flatMap(({ selector, fallback }) => fallback ? [selector, fallback] : [selector]);
  const meter = bound.find(({ matchers }) => matchers.some(isAin));
  const others = METRICS.filter(({ name }) => !bound.some(({ metric }) => metric === name))
    .map(({ name, identity }) => {
      const own: readonly Matcher[] = identity.includes("ain")
        ? meter?.matchers.filter(isAin) ?? []
        : [];
      return selector(name, ...own);
    });
  const metrics = Map.groupBy([...bound, ...others], ({ metric }) => metric);
  return [...metrics].map(([metric, selectors]) => ({ metric, selectors: distinct(selectors) }))
    .sort((a, b) => a.metric < b.metric ? -1 : 1);
}

function isAin({ label }: Matcher): boolean {
  return label === "ain";
}

function distinct(selectors: readonly Selector[]): Selector[] {
  // A selector without matchers includes all the others.
  const all = selectors.find(({ matchers }) => matchers.length === 0);
  if (all) return [all];
  const byText = new Map(selectors.map((one) => [formatSelector(one), one]));
  return [...byText].sort(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one);
}

/** What an archive contains of a metric. */
export interface DiskMetric extends WantedMetric {
  /** Record of the file per UTC month, ascending; `null` if no sync wrote it. */
  readonly months: ReadonlyMap<string, SyncRecord | null>;
  /** Errors of files that cannot be used, by UTC month. */
  readonly damaged: ReadonlyMap<string, WattbookError>;
}

/** Reads what an archive contains of a metric; only the footers of its files are read. */
export async function diskMonths(dir: string, wanted: WantedMetric): Promise<DiskMetric> {
  const { metric } = wanted;
  const months = new Map<string, SyncRecord | null>(), damaged = new Map<string, WattbookError>();
  for (const month of await monthsIn(dir, metric)) {
    const place = { metric, month };
    try {
      months.set(month, await readRecord(monthFile(dir, place), place));
    } catch (error) {
      // One bad file must not stop the sync of the others.
      if (!(error instanceof WattbookError)) throw error;
      damaged.set(month, error);
    }
  }
  return { ...wanted, months, damaged };
}

/**
 * The selectors that an earlier, complete sync searched in the whole past. What of them is not in the
 * archive was not on the server either, so it need not be searched again.
 *
 * @returns None if there is no such file or it cannot be read; then everything is searched.
 */
export async function readSearched(dir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dir, STATE_FILE), "utf8").catch(() => "{}");
  try {
    const { looked_for: selectors } = JSON.parse(text) as { looked_for?: unknown };
    return new Set(Array.isArray(selectors) ? selectors : []);
  } catch {
    return new Set();
  }
}

/**
 * Stores the selectors that were searched.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`
 */
export async function writeSearched(dir: string, wanted: readonly WantedMetric[]): Promise<void> {
  const looked_for = wanted.flatMap(({ selectors }) => selectors).map(formatSelector);
  await using file = await openWhole(join(dir, STATE_FILE));
  await file.commit(`${JSON.stringify({ looked_for }, null, 2)}\n`);
}
