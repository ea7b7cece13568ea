/**
 * Wattbook: the energy of a household with solar panels, from a Prometheus-compatible server into
 * Polars frames, with numbers that reconcile to the meter.
 *
 * @example The daily table of the demo household
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyTable, energyFrame, openHousehold } from "./mod.ts";
 *
 * await using house = await openHousehold({ demo: true });
 * const table = await dailyTable(house.source, house.household, {
 *   from: "2025-03-29",
 *   to: "2025-03-31",
 * });
 * const frame = energyFrame(table);
 * assert(frame.getColumn("hours").toArray().join() === "24,23,24");
 * ```
 *
 * @module
 */

export * from "./src/archive/household_names.ts";
export * from "./src/archive/join_sources.ts";
export { householdFolder } from "./src/archive/layout.ts";
export * from "./src/archive/open_archive.ts";
export * from "./src/catalogue.ts";
export * from "./src/client/client.ts";
export * from "./src/client/connect.ts";
export * from "./src/client/promql.ts";
export type { StepRange } from "./src/client/plan.ts";
export type {
  BodyReader,
  Exchange,
  Timeouts,
  Transport,
  TransportEffects,
  TransportOptions,
} from "./src/client/transport.ts";
export * from "./src/columns.ts";
export * from "./src/config.ts";
export { type DemoAnswers, type DemoClient, demoClient } from "./src/house/demo_client.ts";
export type { RecordedExchange } from "./src/client/recorded_transport.ts";
export {
  analyseDays,
  type Analysis,
  type AnalysisOptions,
  dailyTable,
  powerTable,
  type PowerTableOptions,
} from "./src/energy/days.ts";
export {
  auditFrame,
  type AuditRow,
  type AuditRule,
  impossiblePower,
} from "./src/energy/repairs.ts";
export {
  type BaseLoad,
  baseLoad,
  type BaseLoadOptions,
  computeKpis,
  type Kpi,
  kpiFrame,
  type KpiOptions,
  type Kpis,
} from "./src/energy/kpis.ts";
export {
  type Band,
  type Bands,
  type Estimate,
  type Estimates,
  type Reconciled,
  reconciledFrame,
  rollUpReconciled,
} from "./src/energy/bands.ts";
export type { Calibration, Calibrations } from "./src/energy/calibration.ts";
export { dayQualities, type DayQuality } from "./src/energy/day.ts";
export {
  type ComparedYear,
  type Comparison,
  type DayRecord,
  dayRecords,
  likeForLike,
  type LikeForLikeOptions,
  type RecordColumn,
  type RollingRatios,
  rollingRatios,
  type RollingRatiosOptions,
} from "./src/energy/records.ts";
export {
  type DayPeaks,
  type Peak,
  peakOf,
  type PowerColumn,
  powerFrame,
  powerOfDays,
  type PowerSlots,
  type PowerTable,
  type StringPower,
} from "./src/energy/power.ts";
export {
  energyFrame,
  type EnergyRow,
  type EnergyTable,
  rollUp,
  totalRow,
} from "./src/energy/table.ts";
export { type Pulled, serverSource, type Source, type SourceOptions } from "./src/energy/source.ts";
export {
  inverterEfficiency,
  type StringPoint,
  stringProfile,
  type StringProfileOptions,
  type StringRatio,
  stringRatios,
} from "./src/energy/strings.ts";
export { type Energies, type Ratios, ratiosOf } from "./src/energy/balance.ts";
export * from "./src/errors.ts";
export type { GapCounter } from "./src/frames/counter_evidence.ts";
export { type Readings, readingsAt } from "./src/frames/counter_readings.ts";
export {
  type Repair,
  repairCounter,
  type RepairedCounter,
  type RepairOptions,
  type RepairRule,
} from "./src/frames/counters.ts";
export type { DayClock, DayOffset, DayReset } from "./src/frames/day_counter.ts";
export {
  type Daylight,
  daylightByHabit,
  daylightBySun,
  type UsualHoursOptions,
} from "./src/frames/daylight.ts";
export { durationCurve, type DurationPoint, quantiles } from "./src/frames/distribution.ts";
export * from "./src/frames/frame.ts";
export * from "./src/frames/frame_columns.ts";
export type { GapContext, GapReason } from "./src/frames/gap_class.ts";
export { classifyGaps, type Gap, type GapClass, type GapOptions } from "./src/frames/gaps.ts";
export type { ImpossibleRun } from "./src/frames/impossible.ts";
export {
  type Integral,
  integrate,
  type IntegrateOptions,
  type MeanOptions,
  meanPerSlot,
} from "./src/frames/integrate.ts";
export * from "./src/frames/readable.ts";
export { type MergeOptions, mergeRestarts } from "./src/frames/restarts.ts";
export { type AddOptions, addSignals, gapCap } from "./src/frames/samples.ts";
export type { SunOptions } from "./src/frames/sun_up.ts";
export * from "./src/frames/time_of_day.ts";
export * from "./src/household.ts";
export * from "./src/plots/autarky_trend.ts";
export * from "./src/plots/carpet.ts";
export * from "./src/plots/daily_energy.ts";
export * from "./src/plots/duration_curve.ts";
export type { FigureOptions } from "./src/plots/figure.ts";
export type { Figure } from "./src/plots/svg.ts";
export * from "./src/plots/month_matrix.ts";
export * from "./src/plots/power_day.ts";
export * from "./src/plots/quality.ts";
export * from "./src/plots/sankey.ts";
export * from "./src/plots/save_figure.ts";
export * from "./src/plots/strings.ts";
export type { Theme } from "./src/plots/theme.ts";
export * from "./src/plots/typical_day.ts";
export * from "./src/plots/year_over_year.ts";
export { openHousehold } from "./src/house/open_household.ts";
export * from "./src/secret.ts";
export * from "./src/selector.ts";
export type { Quantity } from "./src/server_side/expressions.ts";
export * from "./src/server_side/server_side_days.ts";
export * from "./src/time.ts";
export {
  compareDays,
  type ComparedDay,
  type CompareOptions,
  type Comparison as ServerComparison,
  type DayKind,
  type Verification,
} from "./src/verify/compare.ts";
export * from "./src/verify/comparison_frame.ts";
export { type Part, type Reason, type ReasonInfo, REASONS } from "./src/verify/retrace.ts";
