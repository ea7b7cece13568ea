/**
 * The samples of a selector, pulled a month at a time while a window of days moves over them.
 *
 * The month is the one unit of work: a sync brings a month of UTC, an archive keeps it in a file, a
 * stream pulls it, and the days of a calendar month are analysed together. See
 * `docs/decisions/6-one-pass-by-the-month.md`.
 *
 * @module
 */

import {
  eachSeries,
  joinPieces,
  type LabelledSamples,
  rowAfter,
  rowAt,
  samplesWithin,
  type SeriesColumns,
} from "../../columns.ts";
import type { Selector } from "../../selector.ts";
import { type Period, periodLabel, type TimeRange } from "../../time.ts";
import type { Source, SourceOptions } from "./source.ts";

/**
 * Samples through a window that only moves forward. However long the whole range is, memory holds
 * only the pieces that the window touches and the next one; of a server the next two.
 */
export interface SampleStream {
  /**
   * The samples in [start, end], from the last one before to the first one after, so that a silence
   * at an end of the window shows since when and until when. Later windows must not start earlier.
   *
   * @throws Whatever the source throws.
   */
  window(range: TimeRange): Promise<SeriesColumns>;
  /** Whether there is no sample at all; looks ahead until it finds one. */
  isEmpty(): Promise<boolean>;
  /** Warnings of the source up to now. */
  readonly notices: readonly string[];
}

/** One piece, as pulled. */
interface Piece {
  readonly range: TimeRange;
  readonly series: readonly LabelledSamples[];
}

/**
 * Opens a stream. The piece after the window is pulled while the window is analysed; of a server also
 * the one after that, so that the server works while its last answers are read.
 *
 * @param pieces Adjoining ranges, ascending, both ends included, as from {@linkcode monthlyPieces}.
 */
export function sampleStream(
  source: Source,
  selector: Selector,
  pieces: readonly TimeRange[],
  options: SourceOptions = {},
): SampleStream {
  const { signal, onProgress } = options;
  const notices = new Set<string>();
  const held: Piece[] = [], ahead: Promise<Piece>[] = [];
  const depth = source.kind === "archive" ? 1 : 2;
  let next = 0, done = 0, hasSamples = false;

  function begin(): void {
    while (ahead.length < depth && next < pieces.length) {
      const pulled = pull(pieces[next++]!);
      // A failure is thrown when the piece is used, not before.
      pulled.catch(() => {});
      ahead.push(pulled);
    }
  }
  async function pull(range: TimeRange): Promise<Piece> {
    const { columns, notices: said } = await source.samples(selector, range, signal && { signal });
    said.forEach((notice) => notices.add(notice));
    return { range, series: [...eachSeries(columns)].filter(({ time }) => time.length > 0) };
  }
  /** Holds one piece more; `false` at the end of the range. */
  async function hold(): Promise<boolean> {
    begin();
    const coming = ahead.shift();
    if (!coming) return false;
    const piece = await coming;
    held.push(piece);
    hasSamples ||= piece.series.length > 0;
    onProgress?.(++done, pieces.length);
    begin();
    return true;
  }

  return {
    get notices() {
      return [...notices];
    },
    async isEmpty() {
      while (!hasSamples && await hold());
      return !hasSamples;
    },
    async window({ start, end }) {
      let from = lastBefore(held, start), until = firstAfter(held, end);
      while (until === Infinity && await hold()) {
        from = Math.max(from, lastBefore(held.slice(-1), start));
        until = firstAfter(held.slice(-1), end);
      }
      if (from === -Infinity) from = start;
      while (held.length > 0 && held[0]!.range.end < from) held.shift();
      if (held.length > 0) held[0] = sinceOnly(held[0]!, from);
      const touched = held.flatMap(({ series }) => series)
        .map((one) => samplesWithin(one, { start: from, end: until }))
        .filter(({ time }) => time.length > 0);
      return joinPieces(touched);
    },
  };
}

/**
 * Divides a range at the borders of UTC months, where the files of an archive begin: no file is read
 * for two pieces.
 *
 * @param range Both ends included. [ms]
 */
export function monthlyPieces({ start, end }: TimeRange): TimeRange[] {
  const pieces: TimeRange[] = [];
  for (let from = start; from <= end;) {
    const day = new Date(from);
    const following = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
    pieces.push({ start: from, end: Math.min(following - 1, end) });
    from = following;
  }
  return pieces;
}

/** A piece without what no window needs any more, so that a few hours do not keep a month in memory. */
function sinceOnly({ range, series }: Piece, start: number): Piece {
  return {
    range,
    series: series.flatMap((one) => {
      const row = rowAt(one.time, start);
      if (row < one.time.length / 2) return [one];
      return row === one.time.length
        ? []
        : [{ labels: one.labels, time: one.time.slice(row), value: one.value.slice(row) }];
    }),
  };
}

/** Time of the last sample before an instant that has a value; −∞ if there is none. */
function lastBefore(pieces: readonly Piece[], instant: number): number {
  let latest = -Infinity;
  for (const { time, value } of pieces.flatMap(({ series }) => series)) {
    let row = rowAt(time, instant) - 1;
    while (row >= 0 && Number.isNaN(value[row]!)) row--;
    if (row >= 0) latest = Math.max(latest, time[row]!);
  }
  return latest;
}

/** Time of the first sample after an instant that has a value; ∞ if there is none. */
function firstAfter(pieces: readonly Piece[], instant: number): number {
  let earliest = Infinity;
  for (const { time, value } of pieces.flatMap(({ series }) => series)) {
    let row = rowAfter(time, instant);
    while (row < time.length && Number.isNaN(value[row]!)) row++;
    if (row < time.length) earliest = Math.min(earliest, time[row]!);
  }
  return earliest;
}

/**
 * Days in stretches that are analysed one after the other: calendar months, or stretches of about
 * the same length.
 *
 * @param longest Most days in a stretch; without it, a stretch is a calendar month.
 */
export function stretches(days: readonly Period[], longest?: number): Period[][] {
  if (longest === undefined) {
    return [...Map.groupBy(days, ({ label }) => periodLabel(label, "month")).values()];
  }
  const parts = Math.ceil(days.length / longest);
  const border = (part: number) => Math.round(part * days.length / parts);
  return Array.from({ length: parts }, (_, part) => days.slice(border(part), border(part + 1)));
}
