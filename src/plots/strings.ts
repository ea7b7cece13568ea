/**
 * The strings of the roof side by side.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import { type StringPoint, stringProfile } from "../energy/strings.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { meansOf } from "./looks.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import { lineOfNth } from "./theme.ts";

/**
 * Draws the power of each string by the time of day, the mean over all days of the table, and below
 * it each string's share. A share that dips at the same time on all days is a shadow; one that is
 * low all day is a fault or a smaller string.
 *
 * @param power A power table with strings: one day, or many clear ones.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { stringsPlot } from "./strings.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [power] } = await analyseDays(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 *   power: [{ step: 900_000 }],
 * });
 * assert((await stringsPlot(power!)).outerHTML.includes("no string gave power"));
 * ```
 */
export function stringsPlot(power: PowerTable, options: FigureOptions = {}): Promise<Figure> {
  const { days, zone, step, strings } = power;
  const points = stringProfile(power);
  return drawFigure(options, async (canvas) => ({
    title: "Power per string",
    subtitle: strings.length === 0
      ? "no string gave power"
      : `${spanName(days[0]!.label, days.at(-1)!.label)} · ${zone} · ` +
        (days.length === 1 ? meansOf(step) : `mean of ${days.length}\u00a0days`),
    description: describe(power, points),
    legend: strings.map(({ name }, index) => ({
      label: name,
      ...lineOfNth(canvas.palette, index),
    })),
    body: [await drawPowers(points, canvas), await drawShares(points, canvas)],
  }));
}

const LEFT = 48, RIGHT = 20;

function drawPowers(points: readonly StringPoint[], canvas: Canvas): Promise<SVGSVGElement> {
  return drawLines(points, canvas, {
    label: "↑ kW DC",
    height: 220,
    y: ({ power_w }) => power_w / 1000,
    axis: { nice: true, zero: true, ...(points.length === 0 && { domain: [0, 1] }) },
  });
}

function drawShares(points: readonly StringPoint[], canvas: Canvas): Promise<SVGSVGElement> {
  return drawLines(points, canvas, {
    label: "↑ share of all strings [%]",
    height: 160,
    y: ({ share }) => share * 100,
    axis: { domain: [0, 100], ticks: 5 },
  });
}

async function drawLines(
  points: readonly StringPoint[],
  { width, palette, document }: Canvas,
  { label, height, y, axis }: {
    label: string;
    height: number;
    y: (point: StringPoint) => number;
    axis: { nice?: boolean; zero?: boolean; domain?: number[]; ticks?: number };
  },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const names = [...new Set(points.map(({ name }) => name))];
  // Only hours of daylight.
  const bright = points.filter(({ power_w }) => power_w > 0).map(({ hour }) => hour);
  const from = Math.max(0, Math.floor(bright.reduce((a, b) => Math.min(a, b), 24) - 0.5));
  const to = Math.min(24, Math.ceil(bright.reduce((a, b) => Math.max(a, b), 0) + 0.5));
  const hours = bright.length === 0 ? { from: 0, to: 24 } : { from, to };
  const isShown = ({ hour }: StringPoint) => hour >= hours.from && hour <= hours.to;
  const stride = [1, 2, 3].find((step) => (hours.to - hours.from) / step * 48 < width) ?? 6;
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(height, width) }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [hours.from, hours.to], label: null },
    y: { label: null, ...axis },
    marks: [
      ...verticalAxis(Plot, label, { marginLeft: LEFT, palette }),
      Plot.axisX({
        ticks: Array.from({ length: 25 }, (_, hour) => hour)
          .filter((hour) => hour >= hours.from && hour <= hours.to && hour % stride === 0),
        tickFormat: (hour: number) => `${String(hour).padStart(2, "0")}:00`,
        color: palette.muted,
      }),
      ...names.map((name, index) =>
        Plot.lineY(points.filter((one) => one.name === name && isShown(one)), {
          x: "hour",
          y,
          stroke: lineOfNth(palette, index).colour,
          strokeDasharray: lineOfNth(palette, index).dashes,
          strokeWidth: 2,
        })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function describe({ strings, step }: PowerTable, points: readonly StringPoint[]): string {
  const said = strings.map(({ name }) => {
    const own = points.filter((point) => point.name === name && !Number.isNaN(point.power_w));
    const kwh = own.reduce((sum, { power_w }) => sum + power_w, 0) * step / 3.6e9;
    return `${name}: ${kwh.toFixed(1)} kWh a day`;
  });
  const lines = "Lines over the time of day: power in kW, and shares in percent.";
  return said.length === 0 ? `${lines} No string gave power.` : `${lines} ${said.join(", ")}.`;
}
