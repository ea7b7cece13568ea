/**
 * How self-sufficiency (autarky) and self-consumption rate change over the year.
 *
 * @module
 */

import { type RollingRatios, rollingRatios } from "../energy/records.ts";
import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import type { Figure } from "./svg.ts";
import { periodName, periodTicks, spanName } from "./period_ticks.ts";

/** Options of {@linkcode autarkyTrendPlot}. */
export interface AutarkyTrendPlotOptions extends FigureOptions {
  /**
   * Days of which each point of a line takes the energies, the day itself last.
   *
   * @default {30, or 7 for less than 60 days; no lines for less than 14}
   */
  readonly window?: number;
  /**
   * Height of the lines with their axes. [px]
   *
   * @default {300, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws self-sufficiency and self-consumption rate: a dot per day, hollow where the day is not complete, and
 * a line for the last 30 days. The line is the ratio of the summed energies, not the mean of the
 * dots; it begins when the window is full and breaks where it has too few known days.
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { autarkyTrendPlot } from "./autarky_trend.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert((await autarkyTrendPlot(none)).outerHTML.includes("Self-sufficiency"));
 * ```
 */
export async function autarkyTrendPlot(
  table: EnergyTable,
  options: AutarkyTrendPlotOptions = {},
): Promise<Figure> {
  const { rows, zone } = table;
  const { window = usualWindow(rows.length), height = grown(300, options.width) } = options;
  const lines = window === null ? [] : rollingRatios(table, { window });
  const shape = window === null ? "dot" : "line";
  const hasIncomplete = rows.some((row) => !row.complete && row.autarky !== null);
  return await drawFigure(options, async (canvas) => ({
    title: "Self-sufficiency and self-consumption",
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}` +
        (window === null ? "" : ` · dots: days, lines: the last ${window} days together`),
    description: describe(lines),
    legend: [
      { label: "self-sufficiency", colour: canvas.palette.import, shape },
      {
        label: "self-consumption rate",
        colour: canvas.palette.self_consumed,
        shape,
      },
      ...(hasIncomplete
        ? [{
          label: "hollow: day not complete",
          colour: canvas.palette.muted,
          shape: "ring" as const,
        }]
        : []),
    ],
    body: [await drawTrend(rows, lines, { ...canvas, height })],
  }));
}

const LEFT = 48, RIGHT = 20;

/** The window of a line that has several points; `null` for too few days. [days] */
function usualWindow(days: number): number | null {
  return days >= 60 ? 30 : days >= 14 ? 7 : null;
}

async function drawTrend(
  rows: readonly EnergyRow[],
  lines: readonly RollingRatios[],
  { width, height, palette, tooltips, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const places = new Map(rows.map(({ date }, place) => [date, place]));
  const ticks = periodTicks(rows.map(({ date }) => date), "day", width - LEFT - RIGHT);
  const labels = new Map(ticks.map(({ at, label }) => [places.get(at)!, label]));
  const place = ({ date }: { date: string }) => places.get(date)!;
  const percent = (ratio: number | null) => ratio === null ? NaN : ratio * 100;
  const both = [
    { name: "self_consumption_rate", says: "self-consumption rate", colour: palette.self_consumed },
    { name: "autarky", says: "autarky", colour: palette.import },
  ] as const;
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [-0.5, Math.max(0.5, rows.length - 0.5)], label: null },
    y: { domain: [0, 100], label: null },
    marks: [
      ...verticalAxis(Plot, "↑ %", { marginLeft: LEFT, palette, ticks: 5 }),
      Plot.axisX({
        ticks: [...labels.keys()],
        tickFormat: (at: number) => labels.get(at) ?? "",
        color: palette.muted,
      }),
      ...both.map(({ name, says, colour }) =>
        Plot.dot(rows.filter((row) => row[name] !== null), {
          x: place,
          y: (row: EnergyRow) => percent(row[name]),
          r: rows.length > 120 ? 1.5 : rows.length >= 14 ? 2.5 : 4,
          fill: (row: EnergyRow) => row.complete ? colour : palette.surface,
          fillOpacity: lines.length > 0 ? 0.5 : 1,
          stroke: (row: EnergyRow) => row.complete ? "none" : colour,
          ...tooltips && {
            title: (row: EnergyRow) =>
              `${periodName(row.date)} ${says}: ${percent(row[name]).toFixed(0)} %`,
          },
        })
      ),
      ...both.map(({ name, colour }) =>
        Plot.lineY(lines, {
          x: place,
          y: (one: RollingRatios) => percent(one[name]),
          stroke: colour,
          strokeWidth: 2.5,
        })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function describe(lines: readonly RollingRatios[]): string {
  const known = lines.filter(({ autarky }) => autarky !== null);
  if (known.length === 0) return "Ratios per day in percent; too few days for a trend.";
  const low = known.reduce((a, b) => b.autarky! < a.autarky! ? b : a);
  const high = known.reduce((a, b) => b.autarky! > a.autarky! ? b : a);
  const says = (one: RollingRatios) =>
    `${(one.autarky! * 100).toFixed(0)} % in the days up to ${periodName(one.date)}`;
  return `Ratios per day and over a moving window in percent. The self-sufficiency is between ${
    says(low)
  } and ${says(high)}.`;
}
