/**
 * Faults of meters and inverters that the demo does not have.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import { type Fault, withValues } from "../../src/simulator/faults/fault.ts";
import { HOUR, localDays, type TimeRange } from "../../src/time.ts";

/** The import register. */
export const REGISTER = "gridbox_ha_multimeter_energy_Wh";
/** The inverter's day counter. */
export const DAY_COUNTER = "inverter_production_today_kwh";

/** In a range, a metric reads something else than it should; `before` is its last good value. */
export function misread(
  metric: string,
  { start, end, as }: TimeRange & { as: (value: number, before: number) => number },
): Fault {
  return (series) =>
    withValues(series, ({ __name__ }) => __name__ === metric, {
      start,
      end,
      value: (one, row) => as(one.value[row]!, valueBefore(one, start)),
    });
}

/** From an instant on, another meter hangs there, with a reading of its own. [Wh] */
export function swapMeter(start: number, reading: number): Fault {
  return misread(REGISTER, {
    start,
    end: Infinity,
    as: (value, before) => reading + value - before,
  });
}

/** The inverter reboots, and its day counter counts from zero until midnight. */
export function reboot(range: TimeRange): Fault {
  return misread(DAY_COUNTER, {
    ...range,
    as: (value, before) => Math.round((value - before) * 100) / 100,
  });
}

/**
 * An inverter that never sleeps, with a clock that is off: at night it shows no power and what its
 * counters have, and its day counter is reset so much later than local midnight. [ms]
 */
export function wrongClock(
  offset: number,
  { from, to, zone }: { from: string; to: string; zone: string },
): Fault {
  const midnights = localDays(from, to, zone).map(({ start }) => start);
  const lastMidnight = (at: number) => midnights.findLast((start) => start <= at) ?? -Infinity;
  const shown = ["inverter_ac_active_power_watts", DAY_COUNTER, "inverter_production_total_kwh"];
  return (series) => {
    const scrapes = series.find(({ labels }) => labels.__name__ === "inverter_logger_online")!.time;
    return series.map((one) => {
      const name = one.labels.__name__!;
      if (!shown.includes(name)) return one;
      let next = 0, last = NaN, lastTime = NaN;
      const value = scrapes.map((at) => {
        if (one.time[next] === at) {
          last = one.value[next++]!;
          lastTime = at;
        } else if (name === "inverter_ac_active_power_watts") return 0;
        const isReset = lastMidnight(at - offset) > lastMidnight(lastTime - offset);
        return name === DAY_COUNTER && isReset ? 0 : last;
      });
      const keep = (_: number, row: number) => !Number.isNaN(value[row]);
      return { labels: one.labels, time: scrapes.filter(keep), value: value.filter(keep) };
    });
  };
}

/** One hour later than the house's clocks, and one hour earlier. [ms] */
export const LATE: number = HOUR;
export const EARLY: number = -HOUR;

function valueBefore({ time, value }: LabelledSamples, start: number): number {
  return value[Math.max(0, time.findLastIndex((at) => at < start))]!;
}
