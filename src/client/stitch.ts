/**
 * Joins the answers of a plan.
 *
 * @module
 */

import {
  eachSeries,
  labelKey,
  type LabelledSamples,
  type Labels,
  type Samples,
  type SeriesColumns,
} from "../columns.ts";
import { WattbookError } from "../errors.ts";
import type { StepRange } from "./plan.ts";

/** Options of {@linkcode stitch}. */
export interface StitchOptions {
  /** Samples before this are left out. [ms] @default {-Infinity} */
  readonly from?: number;
  /** Samples after this are left out. [ms] @default {Infinity} */
  readonly to?: number;
}

/**
 * Joins the answers of requests that follow one another, each series by its labels. A sample at a
 * border that two answers share is kept once.
 *
 * @throws {WattbookError} `BAD_ANSWER` if the samples of an answer do not ascend in time.
 */
export function stitch(
  answers: readonly SeriesColumns[],
  { from = -Infinity, to = Infinity }: StitchOptions = {},
): SeriesColumns {
  const series = new Map<string, Pieces>();
  for (const answer of answers) {
    for (const piece of eachSeries(answer)) {
      const key = labelKey(piece.labels);
      let known = series.get(key);
      if (!known) series.set(key, known = { labels: piece.labels, pieces: [], last: from - 1 });
      const kept = ascending(piece, known.last, to);
      if (kept.time.length === 0) continue;
      known.pieces.push(kept);
      known.last = kept.time.at(-1)!;
    }
  }
  const whole = [...series.values()].filter(({ pieces }) => pieces.length > 0);
  const [first] = answers;
  // If nothing was left out of the only answer, it need not be copied.
  return first && answers.length === 1 && whole.length === first.labels.length &&
      rowsOf(whole) === first.time.length
    ? first
    : join(whole);
}

/** What is known of a series: its samples, piece by piece, and the time of the last one. */
interface Pieces {
  readonly labels: Labels;
  readonly pieces: Samples[];
  last: number;
}

function rowsOf(series: readonly Pieces[]): number {
  return series.reduce(
    (rows, { pieces }) => pieces.reduce((sum, { time }) => sum + time.length, rows),
    0,
  );
}

function join(series: readonly Pieces[]): SeriesColumns {
  const rows = rowsOf(series), offsets = new Uint32Array(series.length + 1);
  const time = new Float64Array(rows), value = new Float64Array(rows);
  let at = 0;
  series.forEach(({ pieces }, index) => {
    for (const piece of pieces) {
      time.set(piece.time, at);
      value.set(piece.value, at);
      at += piece.time.length;
    }
    offsets[index + 1] = at;
  });
  return { labels: series.map(({ labels }) => labels), offsets, time, value };
}

/** The samples in (after, to], one per instant. */
function ascending(piece: LabelledSamples, after: number, to: number): LabelledSamples {
  const { labels, time, value } = piece;
  let first = 0, end = time.length, repeated = false;
  while (first < end && time[first]! <= after) first++;
  while (end > first && time[end - 1]! > to) end--;
  for (let row = 1; row < time.length; row++) {
    if (time[row]! < time[row - 1]!) throw disorder(labels, time[row]!);
    repeated ||= time[row] === time[row - 1];
  }
  if (!repeated) {
    return { labels, time: time.subarray(first, end), value: value.subarray(first, end) };
  }
  // The server stored two samples for one instant; the later one is the last that it took.
  const rows: number[] = [];
  for (let row = first; row < end; row++) {
    if (row + 1 === end || time[row] !== time[row + 1]) rows.push(row);
  }
  return {
    labels,
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => value[row]!),
  };
}

function disorder(labels: Labels, time: number): WattbookError {
  const at = new Date(time).toISOString();
  return new WattbookError(
    "BAD_ANSWER",
    `The samples of ${JSON.stringify(labels)} are not in order of time at ${at}`,
    { hint: "No server with this API should answer like this; check the proxies in between." },
  );
}

/**
 * Says whether the points of a range query lie on the grid that was asked for. Some servers move
 * start and end to multiples of the step.
 *
 * @returns A sentence for the reader of the result, `null` if all is as asked.
 */
export function describeRealigned({ time }: SeriesColumns, range: StepRange): string | null {
  const { start, end, step } = range;
  let moved = 0, example = 0;
  for (const at of time) {
    if ((at - start) % step === 0 && at >= start && at <= end) continue;
    if (moved++ === 0) example = at;
  }
  if (moved === 0) return null;
  const iso = (instant: number) => new Date(instant).toISOString();
  return `${moved} of ${time.length} points are not at the requested times: the server moved ` +
    `the start, ${iso(start)}, to a multiple of the step (first such point: ${iso(example)})`;
}
