/**
 * The household's days: energies, gaps, repairs, error bands, mean power, key figures. `openHousehold`
 * shows all of it; here are the functions and types below it.
 *
 * @example Days of a source without samples
 * ```ts
 * import assert from "node:assert/strict";
 * import { analyseDays, defaultHousehold } from "./mod.ts";
 * import { joinSeries } from "../client/mod.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { table } = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-03-29",
 *   to: "2025-03-30",
 * });
 * assert.equal(table.rows.length, 2);
 * ```
 *
 * @module
 */

export { analyseDays, type Analysis, type AnalysisOptions, type Stretch } from "./days.ts";
export type { Contradiction } from "./contradictions/facts.ts";
export type { HouseholdGaps } from "./findings.ts";
export type { RoleSignals } from "./signals/roles.ts";
export { auditFrame, type AuditRow, type AuditRule } from "./repairs.ts";
export {
  type BaseLoadOptions,
  computeKpis,
  type Kpi,
  kpiFrame,
  type KpiOptions,
  type Kpis,
  type MoneyKpi,
} from "./kpis.ts";
export { type Bands, type Reconciled, reconciledFrame } from "./accuracy/bands.ts";
export type { Band, Estimate, Estimates } from "./accuracy/estimate.ts";
export type { DeviceEstimates } from "./accuracy/device_bands.ts";
export type { BatteryFigures } from "./battery_balance.ts";
export type { ConsumerFigures } from "./consumers.ts";
export type { Calibration, Calibrations } from "./accuracy/calibration.ts";
export {
  type DayRecord,
  type LikeForLikeOptions,
  type RecordColumn,
  type RollingRatiosOptions,
} from "./records.ts";
export {
  type ConsumerPower,
  type DayPeaks,
  type DevicePower,
  type PowerColumn,
  powerFrame,
  type PowerPeak,
  type PowerSlots,
  type PowerTable,
  type StringPower,
} from "./power.ts";
export type { IntervalTable, Unplaced } from "./intervals.ts";
export { energyFrame, type EnergyRow, type EnergyTable, rollUp, totalRow } from "./table.ts";
export {
  type PulledSamples,
  serverSource,
  type Source,
  type SourceOptions,
} from "./signals/source.ts";
export { type StringRatio } from "./strings.ts";
export { type Energies, type Ratios } from "./balance.ts";
export * from "../catalogue/columns.ts";
export * from "../catalogue/flags.ts";
export * from "../catalogue/key_figures.ts";
export * from "../catalogue/metrics.ts";
export * from "../catalogue/roles.ts";
export * from "../household.ts";
