/**
 * Years, compared by running sums and by their difference.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import type { YearComparison } from "../energy/records.ts";
import { likeForLike } from "../energy/records.ts";
import type { EnergyTable } from "../energy/table.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { ENERGY_NAMES } from "./looks.ts";
import { counted } from "../text.ts";
import { periodName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import type { Palette } from "./theme.ts";

/** Options of {@linkcode yearOverYearPlot}. */
export interface YearOverYearPlotOptions extends FigureOptions {
  /**
   * Which energy.
   *
   * @default {"yield_kwh"}
   */
  readonly of?: keyof Energies;
  /**
   * Height of the lines with their axes. [px]
   *
   * @default {300, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws the running sum of an energy over the calendar, one line per year, like for like: only days
 * count that are complete in every year. Below it: by how much the last year is ahead of the one before
 * it, day by day.
 *
 * @param table A table of days of two years or more.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { yearOverYearPlot } from "./year_over_year.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert((await yearOverYearPlot(none)).outerHTML.includes("no day that all years know"));
 * ```
 */
export async function yearOverYearPlot(
  table: EnergyTable,
  options: YearOverYearPlotOptions = {},
): Promise<Figure> {
  const { of = "yield_kwh", height = grown(300, options.width) } = options;
  const compared = likeForLike(table, { of });
  const { years, days, leftOut } = compared;
  return await drawFigure(options, async (canvas) => ({
    title: `${ENERGY_NAMES[of]}, year over year`,
    subtitle: days.length === 0
      ? "no day that all years know"
      : `${counted(days.length, "day")} complete in ${listOf(years.map(({ year }) => year))} · ` +
        table.zone,
    description: `Running sums in kWh over the calendar. ${
      years.map(({ year, total }) => `${year}: ${total.toFixed(0)} kWh`).join(", ")
    }.${differenceText(years)}`,
    legend: years.map(({ year, total }, index) => ({
      label: `${year}: ${Math.round(total).toLocaleString("en")} kWh`,
      colour: colourOf(canvas.palette, years.length - 1 - index),
      shape: "line" as const,
    })),
    notes: leftOut.length === 0
      ? []
      : [`${counted(leftOut.length, "day")} left out: not complete in every year`],
    body: [
      await drawYears(compared, { ...canvas, height }),
      ...years.length > 1 ? [await drawDifference(compared, canvas)] : [],
    ],
  }));
}

const LEFT = 56, RIGHT = 20;
/** Height of the difference. [px] */
const DIFFERENCE = 150;

function differenceText(years: YearComparison["years"]): string {
  const [before, last] = years.slice(-2);
  if (!before || !last) return "";
  const more = last.total - before.total, kwh = Math.abs(more).toFixed(0);
  return ` ${last.year} is ${kwh} kWh ${more < 0 ? "below" : "above"} ${before.year}.`;
}

/** The newest year is the darkest; older ones take the colours of strings. */
function colourOf(palette: Palette, age: number): string {
  const colours = [palette.ink, palette.string1, palette.string2, palette.string3, palette.string4];
  return colours[age % colours.length]!;
}

/** The calendar of the compared days, as days since the first of January, and its months. */
function calendarOf(days: readonly string[], width: number) {
  // Any year without 29 February. Lines break where days are left out.
  const at = (day: string) => Date.parse(`2025-${day}T00:00:00Z`) / 86_400_000;
  const first = at("01-01"), span = spanOf(days, at);
  const months = Array.from({ length: 12 }, (_, m) => `${String(m + 1).padStart(2, "0")}-01`);
  const labels = new Map(
    months.map((day) => [at(day) - first, periodName(`2025-${day}`).split(" ")[1]!]),
  );
  return {
    placeOf: (day: string) => at(day) - first,
    domain: [span.from - first, span.to - first] as const,
    ticks: [...labels.keys()].filter((place, m) =>
      place >= span.from - first && place <= span.to - first && (width >= 500 || m % 3 === 0)
    ),
    labelOf: (place: number) => labels.get(place) ?? "",
  };
}

async function drawYears(
  { days, years }: YearComparison,
  { width, height, palette, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const calendar = calendarOf(days, width);
  const points = years.flatMap(({ year, cumulative }, index) =>
    cumulative.map((kwh, i) => ({
      place: calendar.placeOf(days[i]!),
      kwh,
      year,
      colour: colourOf(palette, years.length - 1 - index),
    }))
  );
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: calendar.domain, label: null },
    y: { nice: true, zero: true, label: null, ...(points.length > 0 ? {} : { domain: [0, 1] }) },
    marks: [
      ...verticalAxis(Plot, "↑ kWh, running sum", { marginLeft: LEFT, palette }),
      Plot.axisX({
        ticks: calendar.ticks,
        tickFormat: calendar.labelOf,
        color: palette.muted,
      }),
      Plot.lineY(points, {
        x: "place",
        y: "kwh",
        z: "year",
        stroke: "colour",
        strokeWidth: 2,
      }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

/** By how much the last year is ahead of the one before it. */
async function drawDifference(
  { days, years }: YearComparison,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const calendar = calendarOf(days, width), [before, last] = years.slice(-2);
  const points = last!.cumulative.map((kwh, i) => (
    { place: calendar.placeOf(days[i]!), kwh: kwh - before!.cumulative[i]! }
  ));
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(DIFFERENCE, width) }, {
      left: LEFT,
      right: RIGHT,
    }),
    x: { type: "linear", domain: calendar.domain, label: null },
    y: { nice: true, zero: true, label: null, ...(points.length > 0 ? {} : { domain: [-1, 1] }) },
    marks: [
      ...verticalAxis(Plot, `↑ kWh, ${last!.year} minus ${before!.year}`, {
        marginLeft: LEFT,
        palette,
      }),
      Plot.axisX({ ticks: calendar.ticks, tickFormat: calendar.labelOf, color: palette.muted }),
      Plot.areaY(points, { x: "place", y: "kwh", fill: palette.ink, fillOpacity: 0.15 }),
      Plot.lineY(points, { x: "place", y: "kwh", stroke: palette.ink, strokeWidth: 1.5 }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

/** The months that have a compared day; a year if there is none. */
function spanOf(days: readonly string[], at: (day: string) => number) {
  const first = days[0]?.slice(0, 2) ?? "01", last = Number(days.at(-1)?.slice(0, 2) ?? 12);
  const to = last === 12 ? at("12-31") + 1 : at(`${String(last + 1).padStart(2, "0")}-01`);
  return { from: at(`${first}-01`), to };
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
