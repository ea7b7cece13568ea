/**
 * Energies of a day as they are often computed. Each of them is right until its pitfall comes.
 *
 * @module
 */

import type { LabelledSamples, Samples } from "../../src/columns.ts";
import { HOUR, type TimeRange } from "../../src/time.ts";

/** What a server stored of a house. */
export class Stored {
  readonly #series: readonly LabelledSamples[];

  constructor(series: readonly LabelledSamples[]) {
    this.#series = series;
  }

  /** The series of a metric, as restarts have split it. */
  each(metric: string): LabelledSamples[] {
    return this.#series.filter(({ labels }) => labels.__name__ === metric);
  }

  /** All samples of a metric in ascending time. */
  all(metric: string): Samples {
    const rows = this.each(metric).flatMap(({ time, value }) =>
      Array.from(time, (at, row) => [at, value[row]!] as const)
    ).sort(([a], [b]) => a - b);
    return {
      time: Float64Array.from(rows, ([at]) => at),
      value: Float64Array.from(rows, ([, value]) => value),
    };
  }
}

/** A part of a signal. */
export function within({ time, value }: Samples, { start, end }: TimeRange): Samples {
  const keep = (_: number, row: number) => time[row]! >= start && time[row]! < end;
  return { time: time.filter(keep), value: value.filter(keep) };
}

/** Trapezoids from sample to sample, however far they are apart. [kWh] */
export function bridged({ time, value }: Samples): number {
  let sum = 0;
  for (let i = 1; i < time.length; i++) {
    sum += (value[i - 1]! + value[i]!) / 2 * (time[i]! - time[i - 1]!);
  }
  return sum / HOUR / 1000;
}

/** The mean of all samples, for as long as the range is: `avg_over_time() * 24`. [kWh] */
export function meanTimesLength(samples: Samples, range: TimeRange): number {
  const { value } = within(samples, range);
  return value.reduce((a, b) => a + b, 0) / value.length * (range.end - range.start) / HOUR / 1000;
}

/** Every sample for a minute, and nothing where there is none: `fill(0)`. [kWh] */
export function missingAsZero(samples: Samples, range: TimeRange): number {
  return within(samples, range).value.reduce((a, b) => a + b, 0) / 60 / 1000;
}

/** Means of an hour first, the signs afterwards. `sign` 1 gives import, −1 export. [kWh] */
export function splitAfterMean(samples: Samples, range: TimeRange, sign: 1 | -1): number {
  let sum = 0;
  for (let start = range.start; start < range.end; start += HOUR) {
    sum += Math.max(0, sign * meanTimesLength(samples, { start, end: start + HOUR }));
  }
  return sum;
}

/** Last reading minus first. */
export function lastMinusFirst(samples: Samples, range: TimeRange): number {
  const { value } = within(samples, range);
  return value.at(-1)! - value[0]!;
}

/** The greatest value: `max_over_time()`. */
export function greatest(samples: Samples, range: TimeRange): number {
  return Math.max(...within(samples, range).value);
}

/** The last value: `last_over_time()`. */
export function last(samples: Samples, range: TimeRange): number {
  return within(samples, range).value.at(-1)!;
}

/** Rises, without those that no fuse lets through in the time between two samples. [kWh] */
export function withoutLeaps(samples: Samples, range: TimeRange, kilowatts: number): number {
  const { time, value } = within(samples, range);
  let sum = 0;
  for (let i = 1; i < time.length; i++) {
    const rise = value[i]! - value[i - 1]!;
    if (rise > 0 && rise <= kilowatts * (time[i]! - time[i - 1]!) / HOUR) sum += rise;
  }
  return sum;
}

/** `increase()` of Prometheus: every fall is a reset, and the ends are extrapolated. */
export function increase(samples: Samples, range: TimeRange): number {
  const { time, value } = within(samples, range);
  const count = time.length;
  let rise = value.at(-1)! - value[0]!;
  for (let i = 1; i < count; i++) if (value[i]! < value[i - 1]!) rise += value[i - 1]!;
  const sampled = time.at(-1)! - time[0]!, step = sampled / (count - 1);
  const reach = (distance: number) => distance >= 1.1 * step ? step / 2 : distance;
  const toZero = rise > 0 ? sampled * value[0]! / rise : Infinity;
  const before = Math.min(reach(time[0]! - range.start), toZero);
  return rise * (sampled + before + reach(range.end - time.at(-1)!)) / sampled;
}
