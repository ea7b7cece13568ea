/**
 * Days across, times of the day down.
 *
 * @module
 */

import type { PowerColumn, PowerTable } from "../energy/power.ts";
import { carpetOf, drawCarpet } from "./carpet_drawing.ts";
import type { FigureOptions } from "./figure.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode carpetPlot}. */
export interface CarpetPlotOptions extends FigureOptions {
  /**
   * Which power.
   *
   * @default {"load_w"}
   */
  readonly of?: PowerColumn;
  /**
   * Height of the carpet with its axes. [px]
   *
   * @default {360, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws a power over the days and over the time of day, as a clock on the wall shows it. Lines mark
 * sunrise and sunset; they leap by an hour where the clock changes. The skipped hour is empty; the
 * repeated hour is divided: the first on the left, the second on the right. Gaps are grey.
 *
 * The scale ends at the 99.5th percentile, so that one kettle does not darken the year.
 *
 * @param power A power table of some weeks or more.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { carpetPlot } from "./carpet.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [power] } = await analyseDays(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-10-01",
 *   to: "2025-10-31",
 *   power: [{ step: 900_000 }],
 * });
 * const figure = await carpetPlot(power!, { of: "generation_w" });
 * assert(figure.getAttribute("aria-label")?.startsWith("Generation"));
 * ```
 */
export async function carpetPlot(
  power: PowerTable,
  options: CarpetPlotOptions = {},
): Promise<Figure> {
  return await drawCarpet(await carpetOf(power, options.of), options);
}
