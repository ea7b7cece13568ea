/**
 * Samples as columns: what the decoder emits, an archive reads and the frames are built from.
 * Two flat arrays for all series; labels once per series; no object per sample.
 *
 * @module
 */

import { bisect } from "./bisect.ts";

/** Labels of one series; `__name__` holds the metric's name where the server sends it. */
export type Labels = Readonly<Record<string, string>>;

/** Samples of one series or signal, in ascending time. */
export interface Samples {
  /** Unix time, whole milliseconds. [ms] */
  readonly time: Float64Array;
  /** Value; `NaN` stands for an absent value and becomes `null` in a frame. */
  readonly value: Float64Array;
}

/** Several series in flat columns. Series `i` holds the rows `offsets[i]` to `offsets[i + 1]`. */
export interface SeriesColumns extends Samples {
  /** Labels, one entry per series. */
  readonly labels: readonly Labels[];
  /** Row borders; one entry more than there are series. */
  readonly offsets: Uint32Array;
}

/** One series: its labels and its samples. */
export interface LabelledSamples extends Samples {
  /** Labels of the series. */
  readonly labels: Labels;
}

/**
 * The samples of series `index`, as views on the same memory.
 *
 * @throws {RangeError} If there is no such series.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries, seriesAt } from "./columns.ts";
 *
 * const columns = joinSeries([
 *   { labels: { string: "pv1" }, time: Float64Array.of(0, 60_000), value: Float64Array.of(1, 2) },
 * ]);
 * assert(seriesAt(columns, 0).value[1] === 2);
 * ```
 */
export function seriesAt(columns: SeriesColumns, index: number): LabelledSamples {
  const labels = columns.labels[index];
  if (labels === undefined) {
    throw new RangeError(`No series ${index}: there are ${columns.labels.length}`);
  }
  const from = columns.offsets[index]!, to = columns.offsets[index + 1]!;
  return { labels, time: columns.time.subarray(from, to), value: columns.value.subarray(from, to) };
}

/**
 * All series, one by one, as views on the same memory.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { eachSeries, joinSeries } from "./columns.ts";
 *
 * assert([...eachSeries(joinSeries([]))].length === 0);
 * ```
 */
export function* eachSeries(columns: SeriesColumns): Generator<LabelledSamples> {
  for (let index = 0; index < columns.labels.length; index++) yield seriesAt(columns, index);
}

/**
 * Joins series into flat columns. The samples are copied, unless there is only one series.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "./columns.ts";
 *
 * const columns = joinSeries([
 *   { labels: { ain: "1" }, time: Float64Array.of(0), value: Float64Array.of(5) },
 *   { labels: { ain: "2" }, time: Float64Array.of(0), value: Float64Array.of(7) },
 * ]);
 * assert(columns.offsets.join() === "0,1,2");
 * ```
 */
export function joinSeries(series: readonly LabelledSamples[]): SeriesColumns {
  const offsets = new Uint32Array(series.length + 1);
  series.forEach((one, index) => offsets[index + 1] = offsets[index]! + one.time.length);
  const labels = series.map((one) => one.labels);
  if (series.length === 1) {
    return { labels, offsets, time: series[0]!.time, value: series[0]!.value };
  }
  const rows = offsets[series.length]!;
  const time = new Float64Array(rows), value = new Float64Array(rows);
  series.forEach((one, index) => {
    time.set(one.time, offsets[index]!);
    value.set(one.value, offsets[index]!);
  });
  return { labels, offsets, time, value };
}

/**
 * Joins pieces of series, those of the same labels one after the other. The samples are copied once; a
 * single piece is not copied.
 *
 * @param pieces In ascending time.
 */
export function joinPieces(pieces: readonly LabelledSamples[]): SeriesColumns {
  const series = [...Map.groupBy(pieces, ({ labels }) => labelKey(labels)).values()];
  const flat = joinSeries(series.flat());
  const offsets = new Uint32Array(series.length + 1);
  let rows = 0;
  series.forEach((parts, index) => offsets[index + 1] = flat.offsets[rows += parts.length]!);
  return { ...flat, labels: series.map(([first]) => first!.labels), offsets };
}

/**
 * A text that is the same for the labels of the same series only. A label with an empty value counts as
 * absent, as on servers.
 */
export function labelKey(labels: Labels): string {
  const entries = Object.entries(labels).filter(([, value]) => value !== "");
  return JSON.stringify(entries.sort(([a], [b]) => a < b ? -1 : 1));
}

/**
 * The samples in [start, end], both included, as views on the same memory.
 */
export function samplesWithin<One extends Samples>(
  samples: One,
  { start, end }: { readonly start: number; readonly end: number },
): One {
  const from = rowAt(samples.time, start), to = rowAfter(samples.time, end);
  return {
    ...samples,
    time: samples.time.subarray(from, to),
    value: samples.value.subarray(from, to),
  };
}

/**
 * The first row at or after an instant, by bisection; the number of rows if there is none.
 *
 * @param time Ascending. [ms]
 */
export function rowAt(time: ArrayLike<number>, instant: number): number {
  return bisect(-1, time.length, (row) => time[row]! >= instant);
}

/**
 * The first row after an instant, by bisection; the number of rows if there is none.
 *
 * @param time Ascending. [ms]
 */
export function rowAfter(time: ArrayLike<number>, instant: number): number {
  let row = rowAt(time, instant);
  while (row < time.length && time[row] === instant) row++;
  return row;
}
