/**
 * The union of two readings of the same series.
 *
 * @module
 */

import {
  eachSeries,
  joinSeries,
  labelKey,
  type LabelledSamples,
  type Samples,
  type SeriesColumns,
} from "../columns.ts";

/** The result of {@linkcode mergeSeries}. */
export interface Merged {
  /** Each sample of either reading once. */
  readonly columns: SeriesColumns;
  /** Samples that only the newer reading has. */
  readonly added: number;
  /** Samples to which the newer reading gives another value. */
  readonly changed: number;
}

/**
 * Merges two readings by series and time. Every sample of either is kept; where both have one, the
 * newer value counts, unless it is absent.
 *
 * @param older Series with distinct labels, each in ascending time.
 * @param newer As `older`.
 */
export function mergeSeries(older: SeriesColumns, newer: SeriesColumns): Merged {
  const series = new Map<string, LabelledSamples>();
  for (const one of eachSeries(older)) series.set(labelKey(one.labels), one);
  let added = 0, changed = 0;
  for (const young of eachSeries(newer)) {
    const key = labelKey(young.labels), old = series.get(key);
    if (!old) {
      series.set(key, young);
      added += young.time.length;
      continue;
    }
    const merged = mergeSamples(old, young);
    series.set(key, { labels: old.labels, ...merged.samples });
    added += merged.samples.time.length - old.time.length;
    changed += merged.changed;
  }
  return { columns: joinSeries([...series.values()]), added, changed };
}

function mergeSamples(old: Samples, young: Samples): { samples: Samples; changed: number } {
  const rows = old.time.length + young.time.length;
  const time = new Float64Array(rows), value = new Float64Array(rows);
  let a = 0, b = 0, length = 0, changed = 0;
  while (a < old.time.length || b < young.time.length) {
    const before = old.time[a] ?? Infinity, after = young.time[b] ?? Infinity;
    time[length] = Math.min(before, after);
    if (before < after) value[length] = old.value[a]!;
    else {
      const present = before === after ? old.value[a]! : NaN, given = young.value[b]!;
      value[length] = Number.isNaN(given) ? present : given;
      if (before === after && !Object.is(value[length], present)) changed++;
    }
    if (before <= after) a++;
    if (after <= before) b++;
    length++;
  }
  return { samples: { time: time.subarray(0, length), value: value.subarray(0, length) }, changed };
}
