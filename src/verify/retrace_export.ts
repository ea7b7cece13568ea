import { integrate } from "../frames/integrate.ts";
import type { TimeRange } from "../time.ts";
import { type Dialect, sampledExport, samplesIn } from "./dialects.ts";
import type { Evidence } from "./evidence.ts";
import { retrace, type Retraced } from "./reasons.ts";
import type { LocalDay } from "./retrace_register.ts";
import type { DayWindow } from "../server_side/day_windows.ts";

/** Options of {@linkcode retraceExport}. */
export interface RetraceExportOptions {
  /** Samples. */
  readonly evidence: Evidence;
  /** The ways of the server. */
  readonly dialect: Dialect;
  /** Whether the recording rule was asked, not its expression. */
  readonly usesRule: boolean;
}

/**
 * Retraces an integrated export: from the integral over every sample to `sum_over_time(…[…:1m])`.
 *
 * @param local Wattbook's day.
 * @param window The server's day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DIALECTS } from "./dialects.ts";
 * import { retraceExport } from "./retrace_export.ts";
 * import { utcWindows } from "./windows.ts";
 *
 * const [day] = utcWindows("2025-06-01", "2025-06-01"), { start } = day!;
 * const time = Float64Array.from({ length: 1441 }, (_, i) => start + i * 60_000);
 * const exported = { time, value: time.map(() => 600) };
 * const grid = { time, value: time.map(() => -600) };
 * const evidence = {
 *   yields: [], imports: [], exports: [], exported, maxGap: 180_000, meters: [[grid]], rule: [],
 * };
 * const { expected } = retraceExport({ ...day!, kwh: 14.4 }, day!, {
 *   evidence, dialect: DIALECTS[0]!, usesRule: false,
 * });
 * // Both midnights count: 1441 minutes of 600 W.
 * assert(Math.abs(expected - 14.41) < 1e-9);
 * ```
 */
export function retraceExport(
  local: LocalDay,
  window: DayWindow,
  { evidence, dialect, usesRule }: RetraceExportOptions,
): Retraced {
  const { exported, maxGap, meters, rule } = evidence;
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  // The minutes of the day, each once: from its first to before the next day's first.
  const minutes = { start: window.start, end: window.end - 1 };
  const once: Dialect = { ...dialect, closed: true };
  const integral = ({ start, end }: TimeRange) => {
    const near = samplesIn(exported, { start: start - maxGap, end: end + maxGap }, true);
    const { energy, covered } = integrate(near, [start, end], { maxGap });
    return covered[0]! > 0 ? energy[0]! / 1000 : NaN;
  };
  const series = usesRule ? [rule] : meters;
  return retrace(local.kwh, [
    ["balanced", integral(local)],
    ["utc_day", integral(window)],
    ["sampling", sampledExport(meters, minutes, once)],
    ["rule", sampledExport(series, minutes, once)],
    ["window_ends", sampledExport(series, asked, dialect)],
  ]);
}
