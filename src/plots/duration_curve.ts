/**
 * How often power is how high.
 *
 * @module
 */

import type { PowerColumn, PowerTable } from "../energy/power.ts";
import { durationCurve, type DurationPoint } from "../frames/distribution.ts";
import { axisLabel, drawingArea, grown } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { formatPower, meansOf, POWER_LOOKS } from "./looks.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode durationCurvePlot}. */
export interface DurationCurvePlotOptions extends FigureOptions {
  /**
   * Which powers.
   *
   * @default {["load_w", "import_w", "export_w"]}
   */
  readonly of?: readonly PowerColumn[];
  /**
   * Height of the curves with their axes. [px]
   *
   * @default {320, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws duration curves: the share of time in which a power is at least a value. The area is the
 * energy, the left end the peak, the right end the base load.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { durationCurvePlot } from "./duration_curve.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [power] } = await analyseDays(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-30",
 *   power: [{ step: 900_000 }],
 * });
 * const figure = await durationCurvePlot(power!);
 * assert(figure.outerHTML.includes("load"));
 * ```
 */
export function durationCurvePlot(
  power: PowerTable,
  options: DurationCurvePlotOptions = {},
): Promise<Figure> {
  const { of = ["load_w", "import_w", "export_w"], height = grown(320, options.width) } = options;
  const { days, zone, step } = power;
  const curves = of.map((name) => ({ name, points: durationCurve(power[name]) }));
  return drawFigure(options, async (canvas) => ({
    title: "Duration curves",
    subtitle: days.length === 0
      ? "no days"
      : `${spanName(days[0]!.label, days.at(-1)!.label)} · ${zone} · ${meansOf(step)}`,
    description: `For which share of the time a power is at least how high. ${
      curves.map(describe).join("; ")
    }.`,
    legend: curves.map(({ name }) => ({
      label: POWER_LOOKS[name].label,
      colour: canvas.palette[POWER_LOOKS[name].colour],
      shape: "line" as const,
    })),
    body: [await drawCurves(curves, { ...canvas, height })],
  }));
}

/** The curve of one power. */
interface Curve {
  readonly name: PowerColumn;
  readonly points: readonly DurationPoint[];
}

const LEFT = 48, RIGHT = 20;

async function drawCurves(
  curves: readonly Curve[],
  { width, height, palette, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const isKnown = curves.some(({ points }) => points.some(({ value }) => value !== 0));
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    marginBottom: 42,
    x: { type: "linear", domain: [0, 100], label: null },
    y: { nice: true, zero: true, label: null, ...(isKnown ? {} : { domain: [0, 1] }) },
    marks: [
      axisLabel(Plot, "↑ kW", { marginLeft: LEFT, palette }),
      Plot.gridY({ stroke: palette.rule, strokeOpacity: 1 }),
      Plot.gridX({ stroke: palette.rule, strokeOpacity: 1 }),
      Plot.axisY({ label: null, color: palette.muted }),
      Plot.axisX({
        tickFormat: (share: number) => `${share} %`,
        label: "share of the known time →",
        labelAnchor: "right",
        color: palette.muted,
      }),
      ...curves.map(({ name, points }) =>
        Plot.lineY(points, {
          x: ({ share }: DurationPoint) => share * 100,
          y: ({ value }: DurationPoint) => value / 1000,
          stroke: palette[POWER_LOOKS[name].colour],
          strokeWidth: 2,
        })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function describe({ name, points }: Curve): string {
  const { label } = POWER_LOOKS[name];
  if (points.length === 0) return `${label}: no samples`;
  const middle = points[Math.floor(points.length / 2)]!;
  const some = points.findLast(({ value }) => value > 0);
  return `${label}: up to ${formatPower(points[0]!.value)}, half of the time above ${
    formatPower(middle.value)
  }, above zero for ${((some?.share ?? 0) * 100).toFixed(0)} %`;
}
