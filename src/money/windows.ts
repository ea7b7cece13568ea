/**
 * Windows of local wall-clock time: which price applies in which minute of which weekday and month.
 *
 * @module
 */

import type { WindowFile } from "./tariff_file.ts";

/** Minutes of a day on the wall clock; on a day with a clock change some are skipped or repeated. */
const MINUTES = 24 * 60;

/**
 * The number of the window that applies, for each month, weekday and minute; 0 where none does, and
 * the first window is 1.
 */
export type WindowTable = Uint8Array;

/** The place of a wall-clock minute in a {@linkcode WindowTable}. */
export function windowPlace(month: number, weekday: number, minute: number): number {
  return ((month - 1) * 7 + weekday - 1) * MINUTES + minute;
}

/** Two windows that both apply at some minute. */
export interface Overlap {
  /** Their places in the list. */
  readonly windows: readonly [number, number];
  /** The first such minute: month, weekday (1 is Monday) and minute of the day. */
  readonly month: number;
  readonly weekday: number;
  readonly minute: number;
}

/**
 * Makes the table of some windows. A window that crosses midnight applies in the evening and in the
 * morning of the weekdays and months that it names: the calendar day of the moment counts.
 *
 * @returns The table, or the first overlap: an order of windows would hide a mistake.
 */
export function windowTable(windows: readonly WindowFile[]): WindowTable | Overlap {
  const table = new Uint8Array(12 * 7 * MINUTES);
  for (const [index, { months = MONTHS, days = DAYS, at }] of windows.entries()) {
    for (const month of months) {
      for (const weekday of days) {
        for (const [from, to] of minuteRanges(at)) {
          for (let minute = from; minute < to; minute++) {
            const place = windowPlace(month, weekday, minute);
            const other = table[place]!;
            if (other > 0 && other !== index + 1) {
              return { windows: [other - 1, index], month, weekday, minute };
            }
            table[place] = index + 1;
          }
        }
      }
    }
  }
  return table;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const DAYS = Array.from({ length: 7 }, (_, index) => index + 1);

/** The minutes of a day in which a window applies. */
export function minuteRanges(at: WindowFile["at"]): [from: number, to: number][] {
  if (at === undefined) return [[0, MINUTES]];
  const [from, to] = at.map(minuteOf) as [number, number];
  return from < to ? [[from, to]] : [[0, to], [from, MINUTES]];
}

/** `06:30` as minutes since midnight. */
function minuteOf(clock: string): number {
  return 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3));
}

/** `06:30` of minutes since midnight. */
export function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${
    String(minute % 60).padStart(2, "0")
  }`;
}
