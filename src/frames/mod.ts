/**
 * Samples to frames: restarts merged, gaps classified, counters repaired, power integrated, local
 * days. Nothing here knows a metric by its name.
 *
 * @example Energy of ten minutes at 6 kW
 * ```ts
 * import assert from "node:assert/strict";
 * import { integrate } from "./mod.ts";
 *
 * const power = { time: Float64Array.of(0, 600_000), value: Float64Array.of(6000, 6000) };
 * const { energy } = integrate(power, [0, 600_000], { maxGap: 600_000 });
 * assert.equal(energy[0], 1000);
 * ```
 *
 * @module
 */

export type { GapCounter } from "./counter_evidence.ts";
export {
  type Repair,
  repairCounter,
  type RepairedCounter,
  type RepairOptions,
  type RepairRule,
} from "./counters.ts";
export type { DayClock, DayOffset, DayReset } from "./day_counter.ts";
export type { Daylight } from "./daylight.ts";
export type { DayGrouping } from "./time_of_day.ts";
export { type Frame, fromFrame, pl, toFrame, type ToFrameOptions } from "./frame.ts";
export {
  fillNights,
  type FillNightsOptions,
  type LocalDayOptions,
  splitGrid,
  type SplitGridOptions,
  withLocalDay,
} from "./frame_columns.ts";
export type { GapContext, GapReason } from "./gap_class.ts";
export { classifyGaps, type Gap, type GapClass, type GapOptions } from "./gaps.ts";
export type { ImpossibleRun } from "./impossible.ts";
export {
  type Integral,
  integrate,
  type IntegrateOptions,
  type MeanOptions,
  meanPerSlot,
} from "./integrate.ts";
export {
  readable,
  type ReadableColumn,
  type ReadableOptions,
  type ReadableParts,
  type ReadableTable,
} from "./readable.ts";
export type { Flow } from "./counter_faults.ts";
export { type MergeOptions, mergeRestarts } from "./restarts.ts";
export type { SunOptions } from "./sun_up.ts";
export {
  HOUR,
  localDays,
  MINUTE,
  type Period,
  type PeriodKind,
  SECOND,
  startOfDay,
  type TimeRange,
} from "../time.ts";
