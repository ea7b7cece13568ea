/**
 * What hangs in the gallery: each plot, the code that makes it, and what it is good for.
 *
 * @module
 */

import type { Days } from "../../src/house/days.ts";
import type { Power } from "../../src/house/power.ts";
import type { Exhibit } from "./exhibit.ts";

/** What the pictures are made of. */
export interface Demo {
  /** The demo year with its gaps and repairs, and its power in quarter-hours. */
  readonly year: Days;
  /** August of the demo year, with the day on which the meter was out. */
  readonly august: Days;
  /** Minutes of 3 June, on which the logger was down. */
  readonly day: Power;
  /** The year of the demo household with battery, wallbox and heat pump. */
  readonly batteryYear: Days;
  /** A day on which that battery was charged by the sun. */
  readonly batteryDay: Power;
  /** The demo year, and the year before as it truly was in the simulation. */
  readonly years: Days;
}

/** The gallery, in its order. */
export const EXHIBITS: readonly Exhibit<Demo>[] = [
  {
    name: "daily-energy",
    title: "Energy per day",
    text:
      "Upwards what the house used, from its own roof and from the grid; downwards what it fed " +
      "in. On 12 August the meter was out for some hours: the day is pale.",
    code: "await august.plot()",
    draw: ({ august }, options) => august.plot("energy", options),
  },
  {
    name: "monthly-energy",
    title: "Energy per month",
    text: "The same of any roll-up: weeks, months, years.",
    code: 'await year.rollUp("month").plot()',
    draw: ({ year }, options) => year.rollUp("month").plot("energy", options),
  },
  {
    name: "power-day",
    title: "One day",
    text:
      "Load, generation and signed grid power, minute by minute. Nights are shaded. From 11:10 " +
      "to 13:05 the inverter's logger was silent: generation and load are not known, and no line " +
      "pretends to know them.",
    code: "await day.plot()",
    draw: ({ day }, options) => day.plot("day", options),
  },
  {
    name: "carpet-generation",
    title: "A year of generation",
    text:
      "Days across, times of the day down, as the clock on the wall shows them: at both clock " +
      "changes sunrise and sunset leap by an hour, and the hour skipped in March is empty.",
    code: 'await year.power.plot("carpet", { of: "generation_w" })',
    draw: ({ year }, options) => year.power.plot("carpet", { of: "generation_w", ...options }),
  },
  {
    name: "carpet-grid",
    title: "A year at the grid connection",
    text: "Blue is import, green is export. The pale week in July was a holiday.",
    code: 'await year.power.plot("carpet", { of: "grid_w" })',
    draw: ({ year }, options) => year.power.plot("carpet", { of: "grid_w", ...options }),
  },
  {
    name: "typical-day",
    title: "Typical day",
    text: "Median and quantile bands by time of day, for weekdays and weekends.",
    code: 'await year.power.plot("typical", { by: "weekday" })',
    draw: ({ year }, options) => year.power.plot("typical", { by: "weekday", ...options }),
  },
  {
    name: "typical-day-months",
    title: "Typical day of each month",
    text: "The same of any power, by month or by three months.",
    code: 'await year.power.plot("typical", { of: "generation_w", by: "month" })',
    draw: ({ year }, options) =>
      year.power.plot("typical", { of: "generation_w", by: "month", ...options }),
  },
  {
    name: "duration-curve",
    title: "Duration curves",
    text:
      "For which share of the time a power is at least how high: the peaks are rare, the base " +
      "is always there.",
    code: 'await year.power.plot("duration")',
    draw: ({ year }, options) => year.power.plot("duration", options),
  },
  {
    name: "sankey",
    title: "Energy flows",
    text: "Where the energy of a period came from and where it went.",
    code: 'await year.plot("sankey")',
    draw: ({ year }, options) => year.plot("sankey", options),
  },
  {
    name: "battery-sankey",
    title: "Energy flows with a battery",
    text: "What was used at once, what came from the battery, and what the battery lost.",
    code: 'await batteryYear.plot("sankey")',
    draw: ({ batteryYear }, options) => batteryYear.plot("sankey", options),
  },
  {
    name: "battery-energy",
    title: "Energy per month with a battery",
    text: "Upwards what the house used: from its roof at once, from its battery, from the grid.",
    code: 'await batteryYear.rollUp("month").plot()',
    draw: ({ batteryYear }, options) => batteryYear.rollUp("month").plot("energy", options),
  },
  {
    name: "battery-day",
    title: "One day with a battery",
    text: "It charges below zero and discharges above; its state of charge is underneath.",
    code: "await batteryDay.plot()",
    draw: ({ batteryDay }, options) => batteryDay.plot("day", options),
  },
  {
    name: "autarky-trend",
    title: "Autarky and self-consumption",
    text: "A dot per day, and a line for the last 30 days together, from their summed energies.",
    code: 'await year.plot("autarky")',
    draw: ({ year }, options) => year.plot("autarky", options),
  },
  {
    name: "month-matrix",
    title: "Months and years",
    text: "What is not complete has a dashed frame.",
    code: 'await years.plot("months", { of: "export_kwh" })',
    draw: ({ years }, options) => years.plot("months", { of: "export_kwh", ...options }),
  },
  {
    name: "year-over-year",
    title: "Year over year",
    text:
      "Only days count that are complete in every year, so that a patchy or unfinished year is " +
      "compared fairly.",
    code: 'await years.plot("years", { of: "yield_kwh" })',
    draw: ({ years }, options) => years.plot("years", options),
  },
  {
    name: "strings",
    title: "Strings",
    text:
      "Power of each string by time of day, and its share. One roof faces east, the other west.",
    code: 'await year.power.plot("strings")',
    draw: ({ year }, options) => year.power.plot("strings", options),
  },
  {
    name: "quality",
    title: "Quality of the data",
    text: "How much of each day is covered, what kind of gap it has, and where something was " +
      "repaired.",
    code: 'await year.plot("quality")',
    draw: ({ year }, options) => year.plot("quality", options),
  },
];
