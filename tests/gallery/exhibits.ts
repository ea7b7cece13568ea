/**
 * What hangs in the gallery: each plot, the code that makes it, and what it is good for.
 *
 * @module
 */

import type { Analysis } from "../../src/energy/days.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import { type EnergyTable, rollUp } from "../../src/energy/table.ts";
import { autarkyTrendPlot } from "../../src/plots/autarky_trend.ts";
import { carpetPlot } from "../../src/plots/carpet.ts";
import { dailyEnergyPlot } from "../../src/plots/daily_energy.ts";
import { durationCurvePlot } from "../../src/plots/duration_curve.ts";
import { monthMatrixPlot } from "../../src/plots/month_matrix.ts";
import { powerDayPlot } from "../../src/plots/power_day.ts";
import { qualityPlot } from "../../src/plots/quality.ts";
import { sankeyPlot } from "../../src/plots/sankey.ts";
import { stringsPlot } from "../../src/plots/strings.ts";
import { typicalDayPlot } from "../../src/plots/typical_day.ts";
import { yearOverYearPlot } from "../../src/plots/year_over_year.ts";
import type { Exhibit } from "./exhibit.ts";

/** What the pictures are made of. */
export interface Demo {
  /** The demo year with its gaps and repairs. */
  readonly analysis: Analysis;
  /** August of the demo year, with the day on which the meter was out. */
  readonly august: EnergyTable;
  /** Quarter-hours of the demo year. */
  readonly power: PowerTable;
  /** Minutes of 3 June, on which the logger was down. */
  readonly day: PowerTable;
  /** The demo year, and the year before as it truly was in the simulation. */
  readonly years: EnergyTable;
}

/** The gallery, in its order. */
export const EXHIBITS: readonly Exhibit<Demo>[] = [
  {
    name: "daily-energy",
    title: "Energy per day",
    text:
      "Upwards what the house used, from its own roof and from the grid; downwards what it fed " +
      "in. On 12 August the meter was out for some hours: the day is pale.",
    code: "await dailyEnergyPlot(august)",
    draw: ({ august }, options) => dailyEnergyPlot(august, options),
  },
  {
    name: "monthly-energy",
    title: "Energy per month",
    text: "The same of any roll-up: weeks, months, years.",
    code: 'await dailyEnergyPlot(rollUp(table, "month"))',
    draw: ({ analysis }, options) => dailyEnergyPlot(rollUp(analysis.table, "month"), options),
  },
  {
    name: "power-day",
    title: "One day",
    text:
      "Load, generation and signed grid power, minute by minute. Nights are shaded. From 11:10 " +
      "to 13:05 the inverter's logger was silent: generation and load are not known, and no line " +
      "pretends to know them.",
    code: 'await powerDayPlot(power, { day: "2025-06-03" })',
    draw: ({ day }, options) => powerDayPlot(day, options),
  },
  {
    name: "carpet-generation",
    title: "A year of generation",
    text:
      "Days across, times of the day down, as the clock on the wall shows them: at both clock " +
      "changes sunrise and sunset leap by an hour, and the hour skipped in March is empty.",
    code: 'await carpetPlot(power, { of: "generation_w" })',
    draw: ({ power }, options) => carpetPlot(power, { of: "generation_w", ...options }),
  },
  {
    name: "carpet-grid",
    title: "A year at the grid connection",
    text: "Blue is import, green is export. The pale week in July was a holiday.",
    code: 'await carpetPlot(power, { of: "grid_w" })',
    draw: ({ power }, options) => carpetPlot(power, { of: "grid_w", ...options }),
  },
  {
    name: "typical-day",
    title: "Typical day",
    text: "Median and quantile bands by time of day, for weekdays and weekends.",
    code: 'await typicalDayPlot(power, { by: "weekday" })',
    draw: ({ power }, options) => typicalDayPlot(power, { by: "weekday", ...options }),
  },
  {
    name: "typical-day-months",
    title: "Typical day of each month",
    text: "The same of any power, by month or by three months.",
    code: 'await typicalDayPlot(power, { of: "generation_w", by: "month" })',
    draw: ({ power }, options) =>
      typicalDayPlot(power, { of: "generation_w", by: "month", ...options }),
  },
  {
    name: "duration-curve",
    title: "Duration curves",
    text:
      "For which share of the time a power is at least how high: the peaks are rare, the base " +
      "is always there.",
    code: "await durationCurvePlot(power)",
    draw: ({ power }, options) => durationCurvePlot(power, options),
  },
  {
    name: "sankey",
    title: "Energy flows",
    text: "Where the energy of a period came from and where it went.",
    code: "await sankeyPlot(table)",
    draw: ({ analysis }, options) => sankeyPlot(analysis.table, options),
  },
  {
    name: "autarky-trend",
    title: "Autarky and self-consumption",
    text: "A dot per day, and a line for the last 30 days together, from their summed energies.",
    code: "await autarkyTrendPlot(table)",
    draw: ({ analysis }, options) => autarkyTrendPlot(analysis.table, options),
  },
  {
    name: "month-matrix",
    title: "Months and years",
    text: "What is not complete has a dashed frame.",
    code: 'await monthMatrixPlot(table, { of: "export_kwh" })',
    draw: ({ years }, options) => monthMatrixPlot(years, { of: "export_kwh", ...options }),
  },
  {
    name: "year-over-year",
    title: "Year over year",
    text:
      "Only days count that are complete in every year, so that a patchy or unfinished year is " +
      "compared fairly.",
    code: 'await yearOverYearPlot(table, { of: "yield_kwh" })',
    draw: ({ years }, options) => yearOverYearPlot(years, options),
  },
  {
    name: "strings",
    title: "Strings",
    text:
      "Power of each string by time of day, and its share. One roof faces east, the other west.",
    code: "await stringsPlot(power)",
    draw: ({ power }, options) => stringsPlot(power, options),
  },
  {
    name: "quality",
    title: "Quality of the data",
    text: "How much of each day is covered, what kind of gap it has, and where something was " +
      "repaired.",
    code: "await qualityPlot(await analyseDays(source, household, { from, to }))",
    draw: ({ analysis }, options) => qualityPlot(analysis, options),
  },
];
