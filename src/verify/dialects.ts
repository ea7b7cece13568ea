/**
 * How servers compute what the specification's expressions ask for, retraced sample by sample.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { rowsOf, usualStep } from "../frames/samples.ts";
import { MINUTE, SECOND, type TimeRange } from "../time.ts";

/** How one kind of server computes. */
export interface Dialect {
  /** Which servers do so. */
  readonly name: string;
  /** Whether a window holds a sample at exactly its start. */
  readonly closed: boolean;
  /** How `increase()` covers the time between the samples and the ends of the window. */
  readonly increase: "extrapolated" | "from_before";
  /** How long a sample stays the present value of its series. [ms] */
  readonly lookback: (series: Samples) => number;
}

/** A series that a scrape no longer shows is marked as stale with the next one. */
const untilMarked = (series: Samples) => Math.min(5 * MINUTE, 1.5 * (usualStep(series) || 0));

const fiveMinutes = () => 5 * MINUTE;

/** VictoriaMetrics allows for some jitter, the more the shorter the usual distance is. */
function oneStep(series: Samples): number {
  const step = usualStep(series) || 0;
  const [, jitter] = [[2, 4], [4, 2], [8, 1], [16, 1 / 2], [32, 1 / 4]]
    .find(([seconds]) => step <= seconds! * SECOND) ?? [Infinity, 1 / 8];
  return Math.max(MINUTE, step * (1 + jitter!));
}

/** All known dialects. */
export const DIALECTS: readonly Dialect[] = [
  {
    name: "Prometheus before 3.0",
    closed: true,
    increase: "extrapolated",
    lookback: untilMarked,
  },
  {
    name: "Prometheus before 3.0 with backfilled samples",
    closed: true,
    increase: "extrapolated",
    lookback: fiveMinutes,
  },
  { name: "Prometheus 3", closed: false, increase: "extrapolated", lookback: untilMarked },
  {
    name: "Prometheus 3 with backfilled samples",
    closed: false,
    increase: "extrapolated",
    lookback: fiveMinutes,
  },
  {
    name: "VictoriaMetrics",
    closed: false,
    increase: "from_before",
    lookback: oneStep,
  },
];

/**
 * The samples that a range selector finds in a window.
 */
export function samplesIn(samples: Samples, { start, end }: TimeRange, closed: boolean): Samples {
  const { time } = samples;
  return rowsOf(samples, rowAt(time, closed ? start : start + 1), rowAt(time, end + 1));
}

/**
 * What a counter counted from its first sample to its last one, a fall being a reset.
 *
 * @returns NaN without samples.
 */
export function countedUp({ value }: Samples): number {
  if (value.length === 0) return NaN;
  let sum = value.at(-1)! - value[0]!;
  for (let i = 1; i < value.length; i++) if (value[i]! < value[i - 1]!) sum += value[i - 1]!;
  return sum;
}

/**
 * `increase()` of one series over a window.
 *
 * @param window From its start to where the expression is evaluated.
 * @returns NaN where the server has no value.
 */
export function increase(series: Samples, window: TimeRange, dialect: Dialect): number {
  const inside = samplesIn(series, window, dialect.closed);
  return dialect.increase === "extrapolated"
    ? countedUp(inside) * extrapolation(inside, window)
    : sinceBefore(series, inside);
}

/** The factor by which Prometheus extrapolates to the ends of the window, if they are near. */
function extrapolation(inside: Samples, { start, end }: TimeRange): number {
  const { time, value } = inside;
  if (time.length < 2) return NaN;
  const seen = time.at(-1)! - time[0]!, step = seen / (time.length - 1);
  let before = time[0]! - start;
  const after = end - time.at(-1)!, sum = countedUp(inside);
  // A counter is never below zero.
  if (sum > 0 && value[0]! >= 0) before = Math.min(before, seen * value[0]! / sum);
  const near = (gap: number) => gap < 1.1 * step ? gap : step / 2;
  return (seen + near(before) + near(after)) / seen;
}

/** VictoriaMetrics counts from the last sample before the window. */
function sinceBefore(series: Samples, inside: Samples): number {
  if (inside.time.length === 0) return NaN;
  const before = rowAt(series.time, inside.time[0]!) - 1;
  // If a series begins in the window, its first reading was not counted up there.
  if (before < 0) return countedUp(inside);
  return countedUp(rowsOf(series, before, before + 1 + inside.time.length));
}

/** Times of a subquery of minutes in a window. */
function* minutes({ start, end }: TimeRange, closed: boolean): Generator<number> {
  const first = closed ? Math.ceil(start / MINUTE) : Math.floor(start / MINUTE) + 1;
  for (let time = first * MINUTE; time <= end; time += MINUTE) yield time;
}

/**
 * `sum_over_time(clamp_min(-max(power), 0)[…:1m]) / 60 / 1000`: what a server finds exported when it
 * looks at the grid once a minute. Powers of several meters are added. [kWh]
 *
 * @param meters The series of each meter, positive for import. [W]
 * @param window From its start to where the expression is evaluated.
 * @returns NaN where the server has no value.
 */
export function sampledExport(
  meters: readonly (readonly Samples[])[],
  window: TimeRange,
  dialect: Dialect,
): number {
  const cursors = meters.map((series) =>
    series.map((one) => presentValue(one, window.start, dialect))
  );
  let sum = NaN;
  for (const time of minutes(window, dialect.closed)) {
    let grid = 0;
    for (const series of cursors) {
      let greatest = NaN;
      for (const at of series) {
        const value = at(time);
        if (!(value <= greatest) && !Number.isNaN(value)) greatest = value;
      }
      grid += greatest;
    }
    if (!Number.isNaN(grid)) sum = (Number.isNaN(sum) ? 0 : sum) + Math.max(-grid, 0);
  }
  return sum / 60 / 1000;
}

/** The value of a series at instants from `start` on that only go forward; NaN where it has none. */
function presentValue(
  series: Samples,
  start: number,
  dialect: Dialect,
): (time: number) => number {
  const { time, value } = series, lookback = dialect.lookback(series);
  let next = rowAt(time, start);
  return (now) => {
    while (next < time.length && time[next]! <= now) next++;
    const at = next - 1;
    return at >= 0 && now - time[at]! < lookback ? value[at]! : NaN;
  };
}
