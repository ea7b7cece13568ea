/**
 * An inverter whose clock is wrong.
 *
 * @module
 */

import type { LabelledSamples } from "../../../../src/columns.ts";
import type { Fault } from "./fault.ts";

const POWER = "inverter_ac_active_power_watts";
const TODAY = "inverter_production_today_kwh";
const TOTAL = "inverter_production_total_kwh";
const ONLINE = "inverter_logger_online";

/** Options of {@linkcode clockOffset}. */
export interface ClockOffsetOptions {
  /** How much later than local midnight the day counter is reset; negative if earlier. [ms] */
  readonly offset: number;
  /** Local midnights of all days that are simulated, ascending. Unix times. [ms] */
  readonly midnights: readonly number[];
  /**
   * Whether the inverter never sleeps: at night it shows no power and what its counters have.
   *
   * @default {false}
   */
  readonly isSleepless?: boolean;
}

/**
 * The day counter counts from a wrong midnight, on all days. Restarts of the exporter are not known
 * to it: it is for a house with one pod.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clockOffset } from "./clock_offset.ts";
 *
 * const labels = { __name__: "inverter_production_today_kwh" };
 * const today = { labels, time: Float64Array.of(8, 9, 11, 12, 14), value: Float64Array.of(4, 5, 0, 1, 3) };
 * const [late] = clockOffset({ offset: 2, midnights: [0, 10] })([today]);
 * assert(late!.value.join() === "4,5,5,1,3");
 * ```
 */
export function clockOffset(options: ClockOffsetOptions): Fault {
  const { midnights, offset, isSleepless = false } = options;
  const since = (borders: readonly number[], at: number) =>
    borders.findLastIndex((border) => border <= at);
  const wrong = midnights.map((midnight) => midnight + offset);
  return (series) => {
    const scrapes = series.find(({ labels }) => labels.__name__ === ONLINE)?.time;
    return series.map((one) => {
      const name = one.labels.__name__!;
      const counted = name === TODAY ? countedOn(one, (at) => since(midnights, at)) : one;
      const awake = isSleepless && scrapes && [POWER, TODAY, TOTAL].includes(name)
        ? heldAt(scrapes, counted, name === POWER ? 0 : undefined)
        : counted;
      return name === TODAY ? countedAnew(awake, (at) => since(wrong, at)) : awake;
    });
  };
}

/** A day counter without its resets. */
function countedOn(
  { labels, time, value }: LabelledSamples,
  dayOf: (at: number) => number,
): LabelledSamples {
  let before = 0;
  return {
    labels,
    time,
    value: value.map((reading, row) => {
      if (row > 0 && dayOf(time[row]!) !== dayOf(time[row - 1]!)) before += value[row - 1]!;
      return before + reading;
    }),
  };
}

/** The reverse: it starts at zero with each day. */
function countedAnew(
  { labels, time, value }: LabelledSamples,
  dayOf: (at: number) => number,
): LabelledSamples {
  let opening = 0;
  return {
    labels,
    time,
    value: value.map((reading, row) => {
      if (row > 0 && dayOf(time[row]!) !== dayOf(time[row - 1]!)) opening = value[row - 1]!;
      return Math.round((reading - opening) * 100) / 100;
    }),
  };
}

/** A signal at all scrapes; where it has no sample, its last one or a value of its own. */
function heldAt(
  scrapes: Float64Array,
  { labels, time, value }: LabelledSamples,
  asleep?: number,
): LabelledSamples {
  let next = 0, last = NaN;
  const held = scrapes.map((at) => {
    if (time[next] !== at) return asleep ?? last;
    return last = value[next++]!;
  });
  const keep = (_: number, row: number) => !Number.isNaN(held[row]);
  return { labels, time: scrapes.filter(keep), value: held.filter(keep) };
}
