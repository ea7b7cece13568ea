/**
 * The power of a typical day.
 *
 * @module
 */

import type { PowerColumn, PowerTable } from "../energy/power.ts";
import {
  byTimeOfDay,
  type DayGrouping,
  type TypicalDay,
  typicalDays,
} from "../frames/time_of_day.ts";
import { counted } from "../text.ts";
import { grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { meansOf, POWER_LOOKS } from "./looks.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode typicalDayPlot}. */
export interface TypicalDayPlotOptions extends FigureOptions {
  /**
   * Which power.
   *
   * @default {"load_w"}
   */
  readonly of?: PowerColumn;
  /**
   * How days are grouped: all, by month, by quarter, or weekdays and weekends.
   *
   * @default {"all"}
   */
  readonly by?: DayGrouping;
}

/**
 * Draws a power by the time of day: the median, the band of half of the days, and the band of eight
 * of ten. Each group of days has its own panel; all have the same scale.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { typicalDayPlot } from "./typical_day.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [power] } = await analyseDays(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-30",
 *   power: [{ step: 900_000 }],
 * });
 * const figure = await typicalDayPlot(power!, { by: "weekday" });
 * assert(figure.outerHTML.includes("Mon–Fri"));
 * ```
 */
export function typicalDayPlot(
  power: PowerTable,
  options: TypicalDayPlotOptions = {},
): Promise<Figure> {
  const { of = "load_w", by = "all" } = options;
  const { days, zone, step } = power;
  const typical = typicalDays(byTimeOfDay({ time: power.time, value: power[of] }, power), by);
  const look = POWER_LOOKS[of];
  return drawFigure(options, async (canvas) => {
    const colour = canvas.palette[look.colour];
    return {
      title: `Typical day: ${look.label}`,
      subtitle: days.length === 0
        ? "no days"
        : `${spanName(days[0]!.label, days.at(-1)!.label)} · ${zone} · ${meansOf(step)}`,
      description: describe(typical),
      legend: days.length === 1 ? [] : [
        { label: "median", colour, shape: "line" },
        { label: "half of the days", colour, opacity: 0.45 },
        { label: "8 of 10 days", colour, opacity: 0.18 },
      ],
      body: [await drawPanels(typical, colour, canvas)],
    };
  });
}

const LEFT = 48, RIGHT = 20, TOP = 30, BOTTOM = 30;
const EVERY_3 = [0, 3, 6, 9, 12, 15, 18, 21, 24], EVERY_6 = [0, 6, 12, 18, 24];

async function drawPanels(
  typical: readonly TypicalDay[],
  colour: string,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const columns = Math.min(typical.length, width >= 1200 ? 6 : width >= 600 ? 4 : 2) || 1;
  const rows = Math.ceil(typical.length / columns) || 1;
  const points = typical.flatMap(({ group, slots }, panel) =>
    slots.map((slot) => ({
      ...slot,
      ...placeOf(panel, columns),
      group,
    }))
  );
  const isKnown = points.some(({ p90 }) => !Number.isNaN(p90));
  const panels = typical.map(({ group, days }, panel) => ({
    ...placeOf(panel, columns),
    label: typical.length === 1 ? "" : `${group} (${counted(days, "day")})`,
  }));
  const facet = { fx: "fx", fy: "fy" } as const;
  const kw = (name: "p10" | "p25" | "p50" | "p75" | "p90") => (slot: Record<string, number>) =>
    slot[name]! / 1000;
  const isSmall = width / columns < 320, hours = width / columns > 500 ? EVERY_3 : EVERY_6;
  return Plot.plot({
    document,
    width,
    height: TOP + BOTTOM + rows * grown(rows === 1 ? 260 : 130, width),
    marginTop: TOP,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: BOTTOM,
    fx: { axis: null, padding: columns > 1 ? 0.12 : 0, domain: [...Array(columns).keys()] },
    fy: { axis: null, padding: rows > 1 ? 0.25 : 0, domain: [...Array(rows).keys()] },
    x: { type: "linear", domain: [0, 24], label: null },
    y: { nice: true, label: null, ...(isKnown ? {} : { domain: [0, 1] }) },
    marks: [
      ...verticalAxis(Plot, "↑ kW", { marginLeft: LEFT, palette, ticks: rows === 1 ? 6 : 3 }),
      Plot.axisX({
        // The end of a panel is the beginning of the next.
        ticks: columns === 1 ? hours : hours.slice(0, -1),
        tickFormat: (hour: number) => String(hour).padStart(2, "0") + (isSmall ? "" : ":00"),
        color: palette.muted,
      }),
      Plot.areaY(points, {
        ...facet,
        x: "hour",
        y1: kw("p10"),
        y2: kw("p90"),
        fill: colour,
        fillOpacity: 0.18,
      }),
      Plot.areaY(points, {
        ...facet,
        x: "hour",
        y1: kw("p25"),
        y2: kw("p75"),
        fill: colour,
        fillOpacity: 0.33,
      }),
      Plot.lineY(points, { ...facet, x: "hour", y: kw("p50"), stroke: colour, strokeWidth: 2 }),
      Plot.ruleY([0], { stroke: palette.ink }),
      Plot.text(panels, {
        ...facet,
        text: "label",
        frameAnchor: "top-left",
        lineAnchor: "bottom",
        dy: -3,
        dx: typical.length > 1 ? 2 : 0,
        fill: palette.ink,
        fontWeight: 600,
      }),
    ],
  }) as SVGSVGElement;
}

function placeOf(panel: number, columns: number): { fx: number; fy: number } {
  return { fx: panel % columns, fy: Math.floor(panel / columns) };
}

function describe(typical: readonly TypicalDay[]): string {
  const said = typical.map(({ group, slots }) => {
    const known = slots.filter(({ p50 }) => !Number.isNaN(p50));
    if (known.length === 0) return `${group}: no samples`;
    const top = known.reduce((a, b) => b.p50 > a.p50 ? b : a);
    const at = `${String(Math.floor(top.hour)).padStart(2, "0")}:${
      String(Math.round(top.hour % 1 * 60)).padStart(2, "0")
    }`;
    return `${group}: highest median ${(top.p50 / 1000).toFixed(2)} kW at ${at}`;
  });
  return `Quantile bands over the time of day in kW. ${said.join("; ")}.`;
}
