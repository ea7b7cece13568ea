/**
 * Collects the samples of an answer of remote read, series by series.
 *
 * @module
 */

import { labelKey, type Labels, type SeriesColumns } from "../../columns.ts";
import { WattbookError } from "../../errors.ts";
import type { TimeRange } from "../../time.ts";
import { SampleStore } from "../decoder_memory.ts";

/** The rows of one series that came together. */
interface Run {
  readonly labels: Labels;
  readonly key: string;
  readonly from: number;
  to: number;
}

/** Options of {@linkcode SampleRows}. */
export interface SampleRowsOptions {
  /** What is wanted, both ends included; chunks hold samples beyond it. [ms] */
  readonly range: TimeRange;
  /** Most samples. */
  readonly most: number;
  /** Where to decode; it may be used again after {@linkcode SampleRows.finish}. */
  readonly store?: SampleStore | undefined;
}

/** Samples of an answer. */
export class SampleRows {
  /** Where samples are appended. */
  readonly store: SampleStore;
  readonly #range: TimeRange;
  readonly #most: number;
  readonly #runs: Run[] = [];
  readonly #known = new Set<string>();
  readonly #histograms = new Set<string>();
  /** Whether rows came in ascending time, each series in one run. */
  #isPlain = true;
  #counted = 0;

  /** Begins an answer. */
  constructor({ range, most, store = new SampleStore() }: SampleRowsOptions) {
    store.length = 0;
    this.store = store;
    this.#range = range;
    this.#most = most;
  }

  /** Begins or continues a series: what is appended from now on belongs to it. */
  series(labels: Labels): void {
    const key = labelKey(labels), last = this.#runs.at(-1);
    if (last?.key === key) return;
    this.#isPlain &&= !this.#known.has(key);
    this.#known.add(key);
    const { length } = this.store;
    this.#runs.push({ labels, key, from: length, to: length });
  }

  /** Notes that the current series has native histograms, which have no place in columns of numbers. */
  addHistograms(): void {
    this.#histograms.add(this.#runs.at(-1)!.key);
  }

  /**
   * Announces samples, before they are decoded.
   *
   * @throws {WattbookError} `TOO_MANY_SAMPLES` if there are more than may be.
   */
  expect(samples: number): void {
    this.#counted += samples;
    if (this.#counted <= this.#most) return;
    throw new WattbookError("TOO_MANY_SAMPLES", `The answer has more than ${this.#most} samples`, {
      hint: "Ask for a shorter range or fewer series, or raise `maxBytes`.",
    });
  }

  /** Samples per series so far; `undefined` before the first one. */
  get samplesPerSeries(): number | undefined {
    return this.#runs.length === 0 ? undefined : this.store.length / this.#runs.length;
  }

  /** Takes the rows that were appended last, from `from` on: drops those out of the range. */
  keep(from: number): void {
    const { store } = this, { time, value } = store, { start, end } = this.#range;
    const run = this.#runs.at(-1)!;
    let first = from, last = store.length;
    for (let row = from + 1; row < last; row++) {
      if (!(time[row]! > time[row - 1]!)) this.#isPlain = false;
    }
    while (first < last && time[first]! < start) first++;
    while (last > first && time[last - 1]! > end) last--;
    if (first > from && last > first) {
      time.copyWithin(from, first, last);
      value.copyWithin(from, first, last);
    }
    store.length = from + last - first;
    if (store.length === from) return;
    if (run.to > run.from && !(time[from]! > time[from - 1]!)) this.#isPlain = false;
    run.to = store.length;
  }

  /**
   * Ends the answer.
   *
   * @returns The columns, and the number of series with native histograms.
   */
  finish(): { columns: SeriesColumns; histogramSeries: number } {
    const runs = this.#runs.filter(({ from, to }) => to > from);
    const { time, value, length } = this.store;
    const columns = this.#isPlain
      ? {
        labels: runs.map(({ labels }) => labels),
        offsets: Uint32Array.from([0, ...runs.map(({ to }) => to)]),
        ...{ time: time.slice(0, length), value: value.slice(0, length) },
      }
      : merged(runs, this.store, this.#range);
    return { columns, histogramSeries: this.#histograms.size };
  }
}

/**
 * The runs of each series in the order of time. Chunks may overlap, where samples arrived late or several
 * servers hold them.
 */
function merged(
  runs: readonly Run[],
  store: SampleStore,
  { start, end }: TimeRange,
): SeriesColumns {
  const labels: Labels[] = [], rows: number[] = [], offsets = [0];
  for (const [first, ...others] of Map.groupBy(runs, ({ key }) => key).values()) {
    const own: number[] = [];
    for (const { from, to } of [first!, ...others]) {
      for (let row = from; row < to; row++) {
        const at = store.time[row]!;
        if (at >= start && at <= end) own.push(row);
      }
    }
    if (own.length === 0) continue;
    own.sort((a, b) => store.time[a]! - store.time[b]! || a - b);
    // Of several samples for one instant the one that came last, as in answers in JSON.
    for (const [index, row] of own.entries()) {
      const next = own[index + 1];
      if (next === undefined || store.time[next] !== store.time[row]) rows.push(row);
    }
    labels.push(first!.labels);
    offsets.push(rows.length);
  }
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]!);
  return {
    labels,
    offsets: Uint32Array.from(offsets),
    time: pick(store.time),
    value: pick(store.value),
  };
}
