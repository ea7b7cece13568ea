import type { Samples } from "../columns.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import type { TimeRange } from "../time.ts";
import { countedUp, type Dialect, increase, samplesIn } from "./dialects.ts";
import type { CounterDevice } from "./evidence.ts";
import { retrace, type Retraced } from "./reasons.ts";
import type { DayWindow } from "../server_side/day_windows.ts";

/** A day of Wattbook's. */
export interface LocalDay extends TimeRange {
  /** Energy, `null` if it is not known. [kWh] */
  readonly kwh: number | null;
}

/**
 * Retraces the energy of a register: from the difference of its readings at two midnights to
 * `sum(increase(…))`.
 *
 * @param window The server's day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DIALECTS } from "./dialects.ts";
 * import { retraceRegister } from "./retrace_register.ts";
 * import { utcWindows } from "./windows.ts";
 *
 * const [day] = utcWindows("2025-06-01", "2025-06-01"), { start } = day!;
 * const time = Float64Array.from({ length: 50 }, (_, i) => start + (i - 0.5) * 1_800_000);
 * const register = { time, value: time.map((_, i) => 100 + i) };
 * const devices = [{ merged: register, rising: register, series: [register] }];
 * const { parts } = retraceRegister({ ...day!, kwh: 48 }, day!, { devices, dialect: DIALECTS[0]! });
 * const ends = parts.find(({ reason }) => reason === "window_ends");
 * assert(ends?.kwh === -1);
 * ```
 */
export function retraceRegister(
  local: LocalDay,
  window: DayWindow,
  { devices, dialect }: { devices: readonly CounterDevice[]; dialect: Dialect },
): Retraced {
  const width = window.end - window.start;
  const asked = { start: window.at - width, end: window.at };
  const inside = (samples: Samples) => samplesIn(samples, asked, dialect.closed);
  const merged = devices.map((device) => device.merged);
  const rising = devices.map((device) => device.rising);
  const parts = devices.flatMap(({ series }) => series).filter((one) =>
    inside(one).time.length > 0
  );
  return retrace(local.kwh, [
    ["repaired", total(rising, (one) => readingDifference(one, local))],
    ["utc_day", total(rising, (one) => readingDifference(one, window))],
    ["window_ends", total(merged, (one) => countedUp(inside(one)))],
    ["restarts", total(parts, (one) => countedUp(inside(one)))],
    [
      dialect.increase === "extrapolated" ? "extrapolation" : "from_before",
      // A series of one sample has no increase, and sum() does not miss it.
      total(parts, (one) => increase(one, asked, dialect), { skipUnknown: true }),
    ],
  ]);
}

function readingDifference(rising: Samples, { start, end }: TimeRange): number {
  const { reading } = readingsAt(rising, [start, end]);
  return reading[1]! - reading[0]!;
}

function total(
  all: readonly Samples[],
  energy: (one: Samples) => number,
  { skipUnknown = false } = {},
): number {
  const energies = all.map(energy).filter((kwh) => !skipUnknown || !Number.isNaN(kwh));
  return energies.length === 0 ? NaN : energies.reduce((sum, kwh) => sum + kwh, 0);
}
