/**
 * The samples of a selector, pulled piece by piece while a window moves over them.
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
} from "../columns.ts";
import type { Selector } from "../selector.ts";
import type { Period, TimeRange } from "../time.ts";
import type { Source, SourceOptions } from "./source.ts";

/**
 * Samples through a window that only moves forward. However long the whole range is, in memory are
 * the pieces that the window touches and one after them, of a server two.
 */
export interface SampleStream {
  /**
   * The samples in [start, end], from the last one before to the first one after: whatever is
   * silent at an end of the window, the window shows since when and until when. Later windows must
   * not start earlier.
   *
   * @throws Whatever the source throws.
   */
  window(range: TimeRange): Promise<SeriesColumns>;
  /** Whether there is no sample at all; looks ahead until it finds one. */
  isEmpty(): Promise<boolean>;
  /** What the source had to say up to now. */
  readonly notices: readonly string[];
}

/** One piece, as pulled. */
interface Piece {
  readonly range: TimeRange;
  readonly series: readonly LabelledSamples[];
}

/**
 * Opens a stream. The piece after the window is pulled while the window is being looked at; of a server
 * also the one after that, so that it has work while the answers that are there are read.
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
  let next = 0, done = 0;

  function begin(): void {
    while (ahead.length < depth && next < pieces.length) {
      const pulled = pull(pieces[next++]!);
      // Whoever asks for this piece gets the failure; until then nobody has to.
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
    held.push(await coming);
    onProgress?.(++done, pieces.length);
    begin();
    return true;
  }

  return {
    get notices() {
      return [...notices];
    },
    async isEmpty() {
      while (held.every(({ series }) => series.length === 0) && await hold());
      return held.every(({ series }) => series.length === 0);
    },
    async window({ start, end }) {
      let from = lastBefore(held, start), until = firstAfter(held, end);
      while (until === Infinity && await hold()) {
        from = Math.max(from, lastBefore(held.slice(-1), start));
        until = firstAfter(held.slice(-1), end);
      }
      if (from === -Infinity) from = start;
      while (held.length > 0 && held[0]!.range.end < from) held.shift();
      const touched = held.flatMap(({ series }) => series)
        .map((one) => samplesWithin(one, { start: from, end: until }))
        .filter(({ time }) => time.length > 0);
      return joinPieces(touched);
    },
  };
}

/**
 * Divides a range at the borders of UTC months, at which an archive's files begin: no file is read
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
 * Days in stretches of about the same length, so that none is too short to show a habit.
 *
 * @param longest Most days in a stretch.
 */
export function* stretches(days: readonly Period[], longest: number): Generator<Period[]> {
  const parts = Math.ceil(days.length / longest);
  for (let part = 0; part < parts; part++) {
    const at = (border: number) => Math.round(border * days.length / parts);
    yield days.slice(at(part), at(part + 1));
  }
}
