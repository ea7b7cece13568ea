/**
 * What the variations of the bands do to a simulated house.
 *
 * @module
 */

import type { Fault } from "../simulator/house/faults/fault.ts";
import { random } from "../simulator/house/random.ts";
import { MINUTE, SECOND } from "../../src/time.ts";

/** A counter that shows coarser steps than it has. [unit of the series] */
export function coarse(metric: string, step: number): Fault {
  return (series) =>
    series.map((one) =>
      one.labels.__name__ === metric
        // The hundredth of a step that is added keeps 0.3 / 0.1 from being 2.
        ? { ...one, value: one.value.map((value) => Math.floor(value / step + 0.01) * step) }
        : one
    );
}

/** A metric that nobody exposes. */
export function without(...metrics: string[]): Fault {
  return (series) => series.filter(({ labels }) => !metrics.includes(labels.__name__!));
}

/**
 * Scrapes that fail in runs of up to `longest`, one run in `every` on average, for all series of a
 * job alike. [ms]
 */
export function lostScrapes({ every, longest }: { every: number; longest: number }): Fault {
  return (series) =>
    series.map(({ labels, time, value }) => {
      const chance = random(`${labels.job}/lost`);
      let start = -Infinity, end = 0;
      const isKept = time.map((at) => {
        while (at >= end) {
          start = (end || FIRST) + chance.exponential(every);
          end = start + chance.between(SECOND, longest);
        }
        return at < start ? 1 : 0;
      });
      const keep = (_: number, row: number) => isKept[row] === 1;
      return { labels, time: time.filter(keep), value: value.filter(keep) };
    }).filter(({ time }) => time.length > 0);
}

/** The chances of all series of a job begin here, before any of them. [ms] */
const FIRST = Date.UTC(2025, 0, 1);

/** Hour and minute of a day in UTC, and some hours after it. */
export function hoursFrom(start: string, hours: number): { start: number; end: number } {
  return { start: Date.parse(start), end: Date.parse(start) + hours * 60 * MINUTE };
}
