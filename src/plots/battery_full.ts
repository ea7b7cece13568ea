/**
 * How long a battery would have been full and empty.
 *
 * @module
 */

import { barInset, drawingArea, grown, verticalAxis } from "./axes.ts";
import { type BatteryDayPlotOptions, chosenBattery, type DrawnDay, sizeOf } from "./battery_day.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { periodTicks, spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode batteryFullPlot}. */
export interface BatteryFullPlotOptions
  extends FigureOptions, Pick<BatteryDayPlotOptions, "kwh" | "kw" | "tariff"> {}

interface Bar {
  readonly month: string;
  readonly state: "full" | "between" | "empty" | "gap";
  readonly hours: number;
}

const STATES: readonly Bar["state"][] = ["full", "between", "empty", "gap"];

/** Draws the hours of each month in which the battery was full, empty, or neither. */
export function batteryFullPlot(
  drawn: Pick<DrawnDay, "batteries" | "tariffs" | "from" | "to">,
  options: BatteryFullPlotOptions = {},
): Promise<Figure> {
  const { spec, rule } = chosenBattery(drawn, options);
  const bars = rule.months.flatMap(({ month, full, empty, known, gap }): Bar[] => [
    { month, state: "full", hours: full },
    { month, state: "between", hours: Math.max(0, known - full - empty) },
    { month, state: "empty", hours: empty },
    { month, state: "gap", hours: gap },
  ]);
  return drawFigure(options, async (canvas) => {
    const colours = coloursOf(canvas);
    const hasGap = bars.some(({ state, hours }) => state === "gap" && hours >= 12);
    return {
      title: `When a battery of ${sizeOf(spec)} would have been full or empty`,
      subtitle: `${spanName(drawn.from, drawn.to)} · hours per month, self-use rule`,
      description: describe(bars),
      legend: STATES.filter((state) => state !== "gap" || hasGap).map((state) => ({
        label: state,
        colour: colours[state],
      })),
      body: [await drawBars(bars, canvas)],
    };
  });
}

function coloursOf({ palette }: Pick<Canvas, "palette">): Record<Bar["state"], string> {
  return {
    full: palette.generation,
    between: palette.battery,
    empty: palette.import,
    gap: palette.gap,
  };
}

const LEFT = 52, RIGHT = 20;

async function drawBars(bars: readonly Bar[], canvas: Canvas): Promise<SVGSVGElement> {
  const { width, palette, document } = canvas;
  const Plot = await import("@observablehq/plot");
  const colours = coloursOf(canvas), months = [...new Set(bars.map(({ month }) => month))];
  const room = width - LEFT - RIGHT, padding = 0.15;
  const inset = barInset(room, months.length, padding);
  const ticks = periodTicks(months, "month", room);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(280, width) }, { left: LEFT, right: RIGHT }),
    x: { type: "band", domain: months, label: null, padding },
    y: { label: null },
    marks: [
      ...verticalAxis(Plot, "↑ hours", { marginLeft: LEFT, palette }),
      Plot.axisX({
        label: null,
        color: palette.muted,
        ticks: ticks.map(({ at }) => at),
        tickFormat: (month: string) => labels.get(month) ?? "",
      }),
      Plot.barY(bars, {
        x: "month",
        y: "hours",
        insetLeft: inset,
        insetRight: inset,
        fill: ({ state }: Bar) => colours[state],
        order: ({ state }: Bar) => -STATES.indexOf(state),
      }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function describe(bars: readonly Bar[]): string {
  const sum = (state: Bar["state"]) =>
    bars.reduce((all, bar) => all + (bar.state === state ? bar.hours : 0), 0).toFixed(0);
  return `Hours per month. In all ${sum("full")} h full, ${sum("between")} h in between, ` +
    `${sum("empty")} h empty, ${sum("gap")} h unknown.`;
}
