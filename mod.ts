/**
 * Wattbook: the energy of a household with solar panels, from a Prometheus-compatible server into
 * Polars frames, with numbers that match the meter.
 *
 * {@linkcode openHousehold} opens a household; the object that it gives answers everything else. The
 * parts below it are modules of their own: `client`, `frames`, `energy`, `plots` and `archive`.
 *
 * @example June of the demo household
 * ```ts
 * import assert from "node:assert/strict";
 * import { openHousehold } from "./mod.ts";
 *
 * await using home = await openHousehold({ demo: true });
 * const days = await home.days({ from: "2025-03-29", to: "2025-03-31" });
 * assert(days.frame.getColumn("hours").toArray().join() === "24,23,24");
 * ```
 *
 * @module
 */

export {
  type HouseholdEffects,
  openHousehold,
  type OpenHouseholdOptions,
} from "./src/house/open_household.ts";
export type { Home } from "./src/house/home.ts";
export type {
  CheckBillOptions,
  CompareTariffsOptions,
  DaysOptions,
  ExpressionServer,
  HomeParts,
  MoneyOptions,
  PowerOptions,
  PullOptions,
  QueryOptions,
  SamplesOptions,
  SlotOptions,
  TariffOption,
} from "./src/house/options.ts";
export type { Moment } from "./src/house/check_options.ts";
export type {
  Days,
  DaysColumns,
  DaysFrame,
  DaysParts,
  DaysPlots,
  KeyFigures,
} from "./src/house/days.ts";
export type { Power, PowerColumns, PowerFrame, PowerParts, PowerPlots } from "./src/house/power.ts";
export type { TariffComparison } from "./src/house/tariff_comparison.ts";
export type {
  ComparedTariff,
  TariffComparisonTable,
  TariffDifference,
} from "./src/money/compare_tariffs.ts";
export type { BillFile, BillLine, BillReading } from "./src/money/bill.ts";
export type { BillCheck, Verdict } from "./src/money/check_bill.ts";
export type { CheckedLine } from "./src/money/bill_lines.ts";
export type { AllowedEnergy } from "./src/money/own_register.ts";
export type { Money } from "./src/house/money.ts";
export type { AmountName, MoneyRow, MoneyTable } from "./src/money/money_table.ts";
export type { Amount } from "./src/money/estimate.ts";
export type { MoneyDay } from "./src/money/settle.ts";
export type {
  ComponentFile,
  ConditionFile,
  EnergyComponentFile,
  FixedComponentFile,
  Netting,
  SeriesFile,
  Step,
  TariffFile,
  ValidityFile,
  WindowFile,
} from "./src/money/tariff_file.ts";
export type { Comparison } from "./src/house/comparison.ts";
export type {
  BatteryWhatIf,
  BatteryWhatIfParts,
  BatteryWhatIfPlots,
  DrawnBatteries,
} from "./src/house/what_if.ts";
export type { SizedBattery, SizeWorthIt, WithoutBattery } from "./src/money/battery_sizes.ts";
export type { Ranged, RuleMonth, RuleOutcome } from "./src/money/battery_outcome.ts";
export type { OptimumOutcome } from "./src/money/optimum_outcome.ts";
export type { RuleSums } from "./src/money/battery_rule.ts";
export type { BatterySpec, Coupling } from "./src/money/battery_model.ts";
export type { BatteryInput, PricedFlows, PricedInput } from "./src/money/battery_input.ts";
export type { MissedShare } from "./src/money/battery_missed.ts";
export type { Flows, Prices } from "./src/money/battery_flows.ts";
export type { Payback, PaybackOptions, PaybackYear, Range } from "./src/money/payback.ts";
export type { BatteryGainPlotOptions } from "./src/plots/battery_gain.ts";
export type { BatteryDayPlotOptions } from "./src/plots/battery_day.ts";
export type { BatteryFullPlotOptions } from "./src/plots/battery_full.ts";
export type { BatteryOptions, WhatIfOptions } from "./src/house/pull_what_if.ts";
export type { PresentState } from "./src/house/present_state.ts";
export type { SampleFrame } from "./src/house/samples.ts";
export type { SeriesPlotOptions } from "./src/plots/series.ts";
export type { ReadableFrame, ReadableFrameParts } from "./src/house/readable_frame.ts";
export type { CurrentState, PresentBattery, PresentReading } from "./src/house/current_state.ts";
export type { DemoName } from "./src/house/demo_folder.ts";
export type { PresentQuantity } from "./src/house/present_quantities.ts";
export { type Frame, pl } from "./src/frames/frame.ts";
export {
  type LocalDayOptions,
  splitGrid,
  type SplitGridOptions,
  withLocalDay,
} from "./src/frames/frame_columns.ts";
export {
  readable,
  type ReadableColumn,
  type ReadableOptions,
  type ReadableParts,
  type ReadableTable,
} from "./src/frames/readable.ts";
export { type RenderOptions, saveFigure } from "./src/plots/save_figure.ts";
export {
  type ErrorCode,
  type ErrorCodes,
  type ErrorDetails,
  isWattbookError,
  type ToolkitErrorCode,
  WattbookError,
} from "./src/errors.ts";
export type { ComparedDay, ComparedEnergy, DayKind, Verification } from "./src/verify/compare.ts";
export type {
  DIFFERENCE_REASONS,
  DifferencePart,
  DifferenceReason,
  DifferenceReasonInfo,
} from "./src/verify/retrace.ts";
export type { Quantity } from "./src/server_side/expressions.ts";
