/**
 * Pictures of energy and power tables: SVG by Observable Plot, PNG in a notebook.
 *
 * @example An empty table
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyEnergyPlot } from "./mod.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert((await dailyEnergyPlot(none)).outerHTML.startsWith("<svg"));
 * ```
 *
 * @module
 */

export * from "./autarky_trend.ts";
export * from "./carpet.ts";
export * from "./consumers.ts";
export * from "./daily_energy.ts";
export * from "./duration_curve.ts";
export type { FigureOptions } from "./figure.ts";
export type { Figure } from "./svg.ts";
export * from "./month_matrix.ts";
export * from "./power_day.ts";
export * from "./quality.ts";
export * from "./sankey.ts";
export { type RenderOptions, renderPng, saveFigure } from "./save_figure.ts";
export * from "./series.ts";
export * from "./strings.ts";
export type { Theme } from "./theme.ts";
export * from "./typical_day.ts";
export * from "./year_over_year.ts";
