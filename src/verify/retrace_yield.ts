import type { Samples } from "../columns.ts";
import type { EnergyRow } from "../energy/table.ts";
import type { TimeRange } from "../time.ts";
import { type Dialect, samplesIn } from "./dialects.ts";
import type { Evidence } from "./evidence.ts";
import { type Reason, retrace, type Retraced } from "./reasons.ts";
import type { DayWindow } from "../server_side/day_windows.ts";

/** Two numbers of a day counter that are as good as one. [kWh] */
const SAME = 1e-6;

/**
 * Retraces a yield: from the table to `max(max_over_time(…))`.
 *
 * @param row Wattbook's day.
 * @param window The server's day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import type { EnergyRow } from "../energy/table.ts";
 * import { DIALECTS } from "./dialects.ts";
 * import type { Evidence } from "./evidence.ts";
 * import { retraceYield } from "./retrace_yield.ts";
 * import { utcWindows } from "./windows.ts";
 *
 * const [day] = utcWindows("2025-06-01", "2025-06-01");
 * // It still shows 20 kWh of the day before.
 * const counter = { time: Float64Array.of(day!.start + 1, day!.start + 2), value: Float64Array.of(20, 3) };
 * const evidence = { yields: [{ merged: counter, series: [counter] }] } as unknown as Evidence;
 * const row = { yield_kwh: 3, start: day!.start, end: day!.end } as EnergyRow;
 * const { parts } = retraceYield(row, day!, { evidence, dialect: DIALECTS[0]! });
 * assert.deepEqual(parts[0], { reason: "late_reset", kwh: 17 });
 * ```
 */
export function retraceYield(
  row: EnergyRow,
  window: DayWindow,
  { evidence, dialect }: { evidence: Evidence; dialect: Dialect },
): Retraced {
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  const counters = evidence.yields.map(({ merged }) => merged);
  const greatest = (range: TimeRange, closed: boolean) =>
    counters.reduce((sum, one) => sum + maximum(samplesIn(one, range, closed)), 0);
  // A period holds its start, and not its end.
  const inPeriod = ({ start, end }: TimeRange) => greatest({ start, end: end - 1 }, true);
  return retrace(row.yield_kwh, [
    [whyOtherMaximum(row, counters), inPeriod(row)],
    ["utc_day", inPeriod(window)],
    ["window_ends", greatest(asked, dialect.closed)],
  ]);
}

/** Why the day counter's maximum of a local day is another number than the yield. */
function whyOtherMaximum(row: EnergyRow, counters: readonly Samples[]): Reason {
  const own = row.yield_kwh ?? NaN;
  const days = counters.map((one) => samplesIn(one, { start: row.start, end: row.end - 1 }, true));
  const shown = days.reduce((sum, day) => sum + maximum(day), 0);
  if (shown > own + SAME && days.some(fallsOnlyFromItsFirst)) return "late_reset";
  if (shown < own - SAME && row.method.includes("yield:lifetime_counter")) return "recovered";
  return "repaired";
}

/** The counter's maximum is what it showed first, before it fell. */
function fallsOnlyFromItsFirst({ value }: Samples): boolean {
  const fall = value.findIndex((one, i) => i > 0 && one < value[i - 1]! - SAME);
  return fall > 0 && value[fall - 1]! - value[0]! <= SAME &&
    Math.abs(maximum({ time: value, value }) - value[0]!) <= SAME;
}

function maximum({ value }: Samples): number {
  return value.reduce((greatest, one) => one <= greatest ? greatest : one, NaN);
}
