/**
 * What hangs in the gallery: each plot, the code that makes it, and what it is good for.
 *
 * @module
 */

import type { Days } from "../../src/house/days.ts";
import type { Money } from "../../src/house/money.ts";
import type { TariffComparison } from "../../src/house/tariff_comparison.ts";
import type { BatteryWhatIf } from "../../src/house/what_if.ts";
import type { Power } from "../../src/house/power.ts";
import type { SampleFrame } from "../../src/house/samples.ts";
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
  /** What the demo year cost and earned. */
  readonly money: Money;
  /** A flat tariff and one of hourly prices, which are synthetic, on the demo year. */
  readonly tariffs: TariffComparison;
  /** Power of the strings on 3 June, as it was sampled. */
  readonly strings: SampleFrame;
  /** Batteries of several sizes in the demo year. */
  readonly batteries: BatteryWhatIf;
}

/** The gallery, in its order. */
export const EXHIBITS: readonly Exhibit<Demo>[] = [
  {
    name: "daily-energy",
    title: "Energy per day",
    text: "The bars above zero show what the house used, from its own roof and from the grid. " +
      "The bars below zero show what it fed in. 12 August is faded, because the meter was " +
      "not read for some hours.",
    code: "await august.plot()",
    draw: ({ august }, options) => august.plot("energy", options),
  },
  {
    name: "monthly-energy",
    title: "Energy per month",
    text: "The same picture works for weeks, months and years.",
    code: 'await year.rollUp("month").plot()',
    draw: ({ year }, options) => year.rollUp("month").plot("energy", options),
  },
  {
    name: "power-day",
    title: "One day",
    text: "Load, generation and grid power, minute by minute. Nights are shaded. From 11:10 to " +
      "13:05 the inverter's logger was silent, so generation and load are unknown, and no " +
      "line is drawn.",
    code: "await day.plot()",
    draw: ({ day }, options) => day.plot("day", options),
  },
  {
    name: "carpet-generation",
    title: "A year of generation",
    text: "Each column is a day, from midnight at the top to midnight at the bottom, in local " +
      "time. Where the clocks change, sunrise and sunset jump by an hour, and the hour " +
      "skipped in March is empty.",
    code: 'await year.power.plot("carpet", { of: "generation_w" })',
    draw: ({ year }, options) => year.power.plot("carpet", { of: "generation_w", ...options }),
  },
  {
    name: "carpet-grid",
    title: "A year at the grid connection",
    text:
      "Blue is import, green is export; the darker, the closer to zero. In the week in July with dark " +
      "evenings, nobody was at home.",
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
    text: "The same picture for any power, by month or by quarter.",
    code: 'await year.power.plot("typical", { of: "generation_w", by: "month" })',
    draw: ({ year }, options) =>
      year.power.plot("typical", { of: "generation_w", by: "month", ...options }),
  },
  {
    name: "duration-curve",
    title: "Duration curves",
    text:
      "All quarter-hours of the year, sorted by power. The curve shows for which share of the time " +
      "the power is at least that high. Peaks are rare; the base load is always there.",
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
    text: "What the house used, by source: from the roof at once, from the battery, and from " +
      "the grid.",
    code: 'await batteryYear.rollUp("month").plot()',
    draw: ({ batteryYear }, options) => batteryYear.rollUp("month").plot("energy", options),
  },
  {
    name: "battery-day",
    title: "One day with a battery",
    text: "Battery power is below zero while the battery charges, and above zero while it " +
      "discharges. Below are what used the power, and the state of charge.",
    code: "await batteryDay.plot()",
    draw: ({ batteryDay }, options) => batteryDay.plot("day", options),
  },
  {
    name: "autarky-trend",
    title: "Self-sufficiency and self-consumption",
    text: "Each dot is a day. The line is the ratio of the last 30 days, from their summed " +
      "energies.",
    code: 'await year.plot("autarky")',
    draw: ({ year }, options) => year.plot("autarky", options),
  },
  {
    name: "month-matrix",
    title: "Months and years",
    text: "Incomplete months have a dashed frame.",
    code: 'await years.plot("months", { of: "export_kwh" })',
    draw: ({ years }, options) => years.plot("months", { of: "export_kwh", ...options }),
  },
  {
    name: "year-over-year",
    title: "Year over year",
    text: "Only days that are complete in every year count. So a year with gaps, or an " +
      "unfinished one, is compared fairly.",
    code: 'await years.plot("years", { of: "yield_kwh" })',
    draw: ({ years }, options) => years.plot("years", { of: "yield_kwh", ...options }),
  },
  {
    name: "strings",
    title: "Strings",
    text: "The power of each string by time of day, and its share. One roof faces east, the " +
      "other west.",
    code: 'await year.power.plot("strings")',
    draw: ({ year }, options) => year.power.plot("strings", options),
  },
  {
    name: "samples",
    title: "Samples of any series",
    text:
      "What is stored, a line per series. A line is broken where samples are missing, as here from " +
      "11:10 to 13:05.",
    code: 'await samples.plot({ unit: "W" })',
    draw: ({ strings }, options) => strings.plot({ unit: "W", ...options }),
  },
  {
    name: "consumers",
    title: "What used the energy",
    text: "Wallbox, heat pump and everything else in the year of the demo household with battery.",
    code: 'await batteryYear.rollUp("month").plot("consumers")',
    draw: ({ batteryYear }, options) => batteryYear.rollUp("month").plot("consumers", options),
  },
  {
    name: "money",
    title: "Money per month",
    text: "What the energy from the grid cost, fixed fees, and what the feed-in earned. The line " +
      "is the net amount, with its error band.",
    code: 'await money.rollUp("month").plot()',
    draw: ({ money }, options) => money.rollUp("month").plot(options),
  },
  {
    name: "tariff-hours",
    title: "Another tariff, hour by hour",
    text: "In which hours of the day another tariff would have been cheaper or dearer. The " +
      "hourly prices are synthetic.",
    code: "await tariffs.plot()",
    draw: ({ tariffs }, options) => tariffs.plot(options),
  },
  {
    name: "battery-gain",
    title: "How large a battery?",
    text: "What batteries of several sizes would have gained in the measured past: by the " +
      "self-use rule, and at best with perfect knowledge of the future. The hourly prices are " +
      "synthetic.",
    code: "await batteries.plot()",
    draw: ({ batteries }, options) => batteries.plot("gain", options),
  },
  {
    name: "battery-typical-day",
    title: "A typical day with that battery",
    text: "Grid power by time of day, with and without the simulated battery.",
    code: 'await batteries.plot("day")',
    draw: ({ batteries }, options) => batteries.plot("day", options),
  },
  {
    name: "battery-full",
    title: "When a battery is full, and when it is empty",
    text: "Hours of each month in which the simulated battery could not take more, or had " +
      "nothing left.",
    code: 'await batteries.plot("full")',
    draw: ({ batteries }, options) => batteries.plot("full", options),
  },
  {
    name: "quality",
    title: "Quality of the data",
    text: "How much of each day has samples, what kind of gap it has, and where a counter was " +
      "repaired.",
    code: 'await year.plot("quality")',
    draw: ({ year }, options) => year.plot("quality", options),
  },
];
