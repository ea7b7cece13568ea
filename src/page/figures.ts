/**
 * Which plots a page shows.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import { likeForLike } from "../energy/records.ts";
import { type EnergyTable, rollUp } from "../energy/table.ts";
import type { PageData } from "./page_data.ts";
import { autarkyTrendPlot } from "../plots/autarky_trend.ts";
import { type Carpet, carpetOf, drawCarpet } from "../plots/carpet_drawing.ts";
import { consumersPlot } from "../plots/consumers.ts";
import { dailyEnergyPlot } from "../plots/daily_energy.ts";
import { durationCurvePlot } from "../plots/duration_curve.ts";
import type { FigureOptions } from "../plots/figure.ts";
import { rollUpMoney } from "../money/money_table.ts";
import { moneyPlot } from "../plots/money.ts";
import { monthMatrixPlot } from "../plots/month_matrix.ts";
import { periodName } from "../plots/period_ticks.ts";
import { powerDayPlot } from "../plots/power_day.ts";
import { qualityPlot } from "../plots/quality.ts";
import { sankeyPlot } from "../plots/sankey.ts";
import { stringsPlot } from "../plots/strings.ts";
import type { Figure } from "../plots/svg.ts";
import { typicalDayPlot } from "../plots/typical_day.ts";
import { yearOverYearPlot } from "../plots/year_over_year.ts";
import { isLong } from "../tables/notes.ts";
import { counted } from "../text.ts";

/** Sections of a page that have plots. */
export type FigureSection = "figures" | "energy" | "money" | "power" | "quality";

/** One plot of a page. */
export interface PageFigure {
  /** Its section. */
  readonly section: FigureSection;
  /** How to read it. */
  readonly caption: string;
  /** Draws it. */
  readonly draw: (options: FigureOptions) => Promise<Figure>;
  /** Under which words the plot is folded. @default none: it is shown at once */
  readonly fold?: FoldTitle;
}

/** What the line says that unfolds a plot. */
export interface FoldTitle {
  /** What it shows. */
  readonly title: string;
  /** How much of it. */
  readonly count: string;
}

/** So many of the last months have their days on demand: each adds some 40 kB to the page. */
const MONTHS_WITH_DAYS = 24;

/**
 * Chooses the plots for a period. Plots without data are left out, and plots that need more days.
 */
export function pickFigures(data: PageData): PageFigure[] {
  return [
    ...energyFigures(data),
    ...moneyFigures(data),
    ...powerFigures(data),
    ...qualityFigures(data),
  ];
}

function moneyFigures({ money }: PageData): PageFigure[] {
  if (!money) return [];
  const bars = money.rows.length > FEW_MONEY_BARS ? rollUpMoney(money, "month") : money;
  return when(bars.rows.some(({ net }) => net !== null), {
    section: "money",
    caption:
      "Upwards: what was paid. Downwards: what the feed-in earned. The mark is the net amount.",
    draw: (options) => moneyPlot(bars, options),
  });
}

/** More days than this are drawn per month, as amounts are paid. */
const FEW_MONEY_BARS = 62;

function energyFigures({ table, days }: PageData): PageFigure[] {
  const { rows } = days;
  const bars = isLong(table) ? rollUp(days, "month") : table;
  const isBalanced = rows.some(({ self_consumed_kwh }) => self_consumed_kwh !== null);
  const has = (name: keyof Energies) => rows.some((row) => row[name] !== null);
  const months = new Set(rows.map(({ date }) => date.slice(0, 7))).size;
  return [
    when(isBalanced, {
      section: "figures",
      caption: "From left to right: where the energy came from, and where it went.",
      draw: (options) => sankeyPlot(days, options),
    }),
    when(has("import_kwh") || has("consumption_kwh"), {
      section: "energy",
      caption: isBalanced
        ? "Upwards: what the house used. Downwards: what it fed into the grid."
        : "",
      draw: (options) => dailyEnergyPlot(bars, options),
    }),
    has("import_kwh") || has("consumption_kwh") ? daysOfMonths(table) : [],
    when(rows.some(({ consumed }) => consumed && consumed.other_kwh !== null), {
      section: "energy",
      caption: "",
      draw: (options) => consumersPlot(bars, options),
    }),
    when(isBalanced && rows.length >= 14, {
      section: "energy",
      caption: "",
      draw: (options) => autarkyTrendPlot(days, { window: rows.length >= 60 ? 30 : 7, ...options }),
    }),
    ...(isBalanced ? ["yield_kwh", "consumption_kwh"] as const : ["import_kwh"] as const).flatMap((
      of,
    ) =>
      when(has(of) && months >= 2, {
        section: "energy",
        caption: "",
        draw: (options) => monthMatrixPlot(days, { of, ...options }),
      })
    ),
    when(has("yield_kwh") && comparesYears(days), {
      section: "energy",
      caption: "",
      draw: (options) => yearOverYearPlot(days, options),
    }),
  ].flat();
}

/** The days of each month, to be unfolded below the bars of the months. */
function daysOfMonths(table: EnergyTable): PageFigure[] {
  if (!isLong(table)) return [];
  const months = [...Map.groupBy(table.rows, ({ date }) => date.slice(0, 7))];
  return months.slice(-MONTHS_WITH_DAYS).map(([month, rows]) => ({
    section: "energy",
    caption: "",
    fold: { title: periodName(month), count: counted(rows.length, "day") },
    draw: (options) => dailyEnergyPlot({ ...table, rows }, options),
  }));
}

function powerFigures({ samples }: PageData): PageFigure[] {
  if (!samples) return [];
  const { power, closeUps } = samples;
  const has = (name: "load_w" | "generation_w") =>
    power[name].some((watts) => name === "load_w" ? !Number.isNaN(watts) : watts > 0);
  const days = power.days.length;
  return [
    ...closeUps.flatMap(({ reason, power }) =>
      when(power.load_w.some((watts) => !Number.isNaN(watts)), {
        section: "power",
        caption: reason,
        draw: (options) => powerDayPlot(power, options),
      })
    ),
    ...(["load_w", "generation_w"] as const).flatMap((of) => {
      // Computed once for both widths: its image has 70,000 pixels.
      let carpet: Promise<Carpet> | undefined;
      return when(has(of) && days >= 5, {
        section: "power",
        caption: of === "load_w"
          ? "Each column is a day, from midnight at the top to midnight at the bottom."
          : "",
        draw: async (options) => await drawCarpet(await (carpet ??= carpetOf(power, of)), options),
      });
    }),
    when(has("load_w") && days >= 5, {
      section: "power",
      caption: "",
      draw: (options) =>
        typicalDayPlot(power, {
          by: days >= 330 ? "quarter" : days >= 14 ? "weekday" : "all",
          ...options,
        }),
    }),
    when(has("load_w"), {
      section: "power",
      caption: "How often power is at least this high; the area is the energy.",
      draw: (options) => durationCurvePlot(power, options),
    }),
    when(power.strings.length >= 2, {
      section: "power",
      caption: days > 1 ? "A share that dips at the same time on all days is a shadow." : "",
      draw: (options) => stringsPlot(power, options),
    }),
  ].flat();
}

function qualityFigures({ samples, days }: PageData): PageFigure[] {
  return samples === null ? [] : when(days.rows.length > 0, {
    section: "quality",
    caption: "",
    draw: (options) => qualityPlot(samples.analysis, { title: "Coverage per day", ...options }),
  });
}

function when(condition: boolean, figure: PageFigure): PageFigure[] {
  return condition ? [figure] : [];
}

function comparesYears(days: EnergyTable): boolean {
  const { years, days: compared } = likeForLike(days, { of: "yield_kwh" });
  return years.length >= 2 && compared.length > 0;
}

/** A plot as text, in two widths, because the letters of a wide plot are too small on a phone. */
export interface DrawnFigure extends Pick<PageFigure, "section" | "caption" | "fold"> {
  /** For large screens and for paper. */
  readonly wide: string;
  /** For phones. */
  readonly narrow: string;
}

const WIDE = 896, NARROW = 360;

/**
 * Draws plots for a page.
 */
export async function drawFigures(figures: readonly PageFigure[]): Promise<DrawnFigure[]> {
  const drawn: DrawnFigure[] = [];
  // One after the other, which needs less memory.
  for (const { section, caption, fold, draw } of figures) {
    const wide = await draw({ width: WIDE, theme: "auto" });
    const narrow = await draw({ width: NARROW, theme: "auto", tooltips: false });
    drawn.push({
      section,
      caption,
      ...fold && { fold },
      wide: inlineFigure(wide),
      narrow: inlineFigure(narrow),
    });
  }
  return drawn;
}

/** Elements that a page has once for all figures, or that repeat its label. */
const ONCE = ["style", "title", "desc"];

/**
 * The text of a figure for a page. The page's style sheet has the colours, and its policy forbids
 * other styles, so the figure has none. Its `aria-label` is its only name.
 *
 * @param figure A figure with the theme `auto`; it is changed.
 */
export function inlineFigure(figure: Figure): string {
  figure.removeAttribute("style");
  for (const child of [...figure.children]) {
    if (ONCE.includes(child.tagName.toLowerCase())) child.remove();
  }
  // A screen reader reads a figure as one image, so its parts may have no names.
  for (const part of figure.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return figure.outerHTML;
}
