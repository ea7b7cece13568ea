/**
 * The quality of the data, day by day.
 *
 * @module
 */

import { dayQualities, type DayQuality } from "../energy/day.ts";
import type { Analysis } from "../energy/days.ts";
import type { GapClass } from "../frames/gap_class.ts";
import { drawFigure, type FigureOptions } from "./figure.ts";
import type { LegendEntry } from "./legend.ts";
import { periodName, spanName } from "./period_ticks.ts";
import { drawCalendar, WHOLE } from "./quality_calendar.ts";
import type { Figure } from "./svg.ts";
import { counted } from "../text.ts";
import type { Palette } from "./theme.ts";

/**
 * Draws calendars of the days: how much of each is covered by grid power samples and, of its
 * daylight, by inverter samples; what kind of gap it has; and where counters were repaired. A week
 * is a column, from Monday to Sunday.
 *
 * @param analysis Days with the gaps and repairs behind them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { qualityPlot } from "./quality.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const analysis = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-30",
 * });
 * const figure = await qualityPlot(analysis);
 * assert(figure.getAttribute("aria-label")?.includes("0 of 30 days are complete"));
 * ```
 */
export function qualityPlot(
  analysis: Pick<Analysis, "table" | "gaps" | "repairs">,
  options: FigureOptions = {},
): Promise<Figure> {
  const { rows, zone } = analysis.table;
  const days = dayQualities(analysis);
  const parts = partsOf(days, options.width);
  const hasInverter = days.some(({ coverage_pv }) => coverage_pv !== null);
  return drawFigure(options, async (canvas) => ({
    title: "Quality of the data",
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone} · ${completeOf(days)}`,
    description: describe(days),
    legend: legendOf(days, canvas.palette, hasInverter),
    body: await Promise.all(
      parts.flatMap(([name, own]) => [
        drawCalendar(own, canvas, {
          label: parts.length === 1 ? "Grid power" : `${name}: grid power`,
          coverage: ({ coverage_grid }) => coverage_grid,
          gaps: ({ gridGaps }) => gridGaps,
          repairs: ({ gridRepairs }) => gridRepairs,
        }),
        ...(hasInverter
          ? [drawCalendar(own, canvas, {
            label: parts.length === 1 ? "Inverter, in daylight" : `${name}: inverter, in daylight`,
            coverage: ({ coverage_pv }) => coverage_pv,
            gaps: ({ pvGaps }) => pvGaps,
            repairs: ({ pvRepairs }) => pvRepairs,
          })]
          : []),
      ]),
    ),
  }));
}

/** In a picture this narrow, the weeks of a whole year would be too small to see. [px] */
const NARROW = 500;

/** The days of each calendar with its name: a year, or half a year in a narrow picture. */
function partsOf(days: readonly DayQuality[], width = 800): [name: string, DayQuality[]][] {
  const halves = [...Map.groupBy(days, ({ date }) => `${date.slice(0, 4)} ${halfOf(date)}`)];
  return width < NARROW && halves.length > 1
    ? halves
    : [...Map.groupBy(days, ({ date }) => date.slice(0, 4))];
}

function halfOf(date: string): string {
  return date.slice(5, 7) < "07" ? "Jan–Jun" : "Jul–Dec";
}

/** The shape of each class of gap: shapes can be told apart without colours. */
const SHAPES: Readonly<Record<Exclude<GapClass, "night">, LegendEntry["shape"]>> = {
  logger_down: "dot",
  outage: "square",
  unknown: "cross",
};

function legendOf(
  days: readonly DayQuality[],
  palette: Palette,
  hasInverter: boolean,
): LegendEntry[] {
  const coverages = days.flatMap(({ coverage_grid, coverage_pv }) =>
    hasInverter ? [coverage_grid, coverage_pv] : [coverage_grid]
  );
  const has = (gap: GapClass) =>
    days.some(({ gridGaps, pvGaps }) => gridGaps.includes(gap) || pvGaps.includes(gap));
  const classes = (["logger_down", "outage", "unknown"] as const).filter(has);
  return [
    { label: "covered", colour: palette.export, opacity: 0.35 },
    ...(coverages.some((one) => one !== null && one < WHOLE)
      ? [{ label: "partly covered", colour: palette.alert, opacity: 0.6 }]
      : []),
    ...(coverages.includes(null) ? [{ label: "no samples", colour: palette.gap }] : []),
    ...classes.map((gap) => ({
      label: `gap: ${gap === "unknown" ? "cause unknown" : gap.replace("_", " ")}`,
      colour: palette.ink,
      shape: SHAPES[gap]!,
    })),
    ...(days.some(({ gridRepairs, pvRepairs }) => gridRepairs + pvRepairs > 0)
      ? [{ label: "repaired", colour: palette.import, shape: "triangle" as const }]
      : []),
  ];
}

function completeOf(days: readonly DayQuality[]): string {
  const complete = days.filter((day) => day.complete).length;
  return `${complete} of ${counted(days.length, "day")} ${
    days.length === 1 ? "is" : "are"
  } complete`;
}

function describe(days: readonly DayQuality[]): string {
  const repairs = days.reduce((sum, day) => sum + day.gridRepairs + day.pvRepairs, 0);
  const gaps = days.filter(({ gridGaps, pvGaps }) => gridGaps.length + pvGaps.length > 0);
  return `Calendars of the days. ${completeOf(days)}; ${gaps.length} ` +
    `have gaps${gaps.slice(0, 5).map(({ date }) => ` ${periodName(date)}`).join(",")}; ` +
    `${repairs} repairs.`;
}
