/**
 * What quality costs.
 *
 * @module
 */

import { rowsWith } from "./named_columns.ts";
import type { Frame } from "../../../src/frames/frame.ts";
import { axisLabel } from "../../../src/plots/axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "../../../src/plots/figure.ts";
import { type Figure, textWidth } from "../../../src/plots/svg.ts";

/** Options of {@linkcode costQualityPlot}. */
export interface CostQualityPlotOptions extends FigureOptions {
  /**
   * Height of the points with their axes. [px]
   *
   * @default {300}
   */
  readonly height?: number;
}

interface Point {
  readonly variant: string;
  readonly score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly usd: number | null;
}

/** A variant whose cost and score are known. */
interface KnownPoint extends Point {
  readonly score: number;
  readonly usd: number;
}

const LEFT = 48, RIGHT = 24, GAP = 10;

/**
 * Draws the mean score of each variant over the cost of its answers: what is left and above is better
 * and cheaper. What a replay tells of its variants (`variants` of `replayResults`) has the columns that
 * are needed: `variant`, `score`, `low`, `high`, `usd`.
 *
 * @throws {RangeError} If a column is missing.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { costQualityPlot } from "./cost_quality.ts";
 *
 * const variants = pl.DataFrame({
 *   variant: ["short"], score: [0.6], low: [0.5], high: [0.7], usd: [0.41],
 * });
 * const figure = await costQualityPlot(variants);
 * assert(figure.outerHTML.includes("short: 0.60 for $0.41"));
 * ```
 */
export function costQualityPlot(
  variants: Frame,
  options: CostQualityPlotOptions = {},
): Promise<Figure> {
  const { height = 300 } = options;
  const names = ["variant", "score", "low", "high", "usd"];
  const all = rowsWith(variants, names) as unknown as Point[];
  const known = all.filter(isKnown);
  const unknown = all.filter((one) => !isKnown(one)).map(({ variant }) => variant);
  return drawFigure(options, async (canvas) => ({
    title: "Cost and quality",
    subtitle: known.length === 0
      ? "no variant whose cost is known"
      : "Mean score with 95 % confidence, over the cost of all answers",
    description: known.length === 0
      ? "No variant whose cost is known."
      : `${known.map(describe).join("; ")}.`,
    notes: unknown.length > 0
      ? [`Not drawn, as cost or score are not known: ${unknown.join(", ")}`]
      : [],
    body: known.length === 0 ? [] : [await drawPoints(known, { ...canvas, height })],
  }));
}

async function drawPoints(
  points: readonly KnownPoint[],
  { width, height, palette, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const right = RIGHT + Math.max(...points.map(({ variant }) => textWidth(variant, 11)));
  const dearest = Math.max(...points.map(({ usd }) => usd));
  return Plot.plot({
    document,
    width,
    height,
    marginTop: 26,
    marginLeft: LEFT,
    marginRight: right,
    marginBottom: 42,
    x: { domain: [0, dearest > 0 ? dearest * 1.05 : 1], label: null },
    y: { domain: [0, 1], label: null },
    marks: [
      axisLabel(Plot, "↑ score", { marginLeft: LEFT, palette }),
      Plot.gridY({ stroke: palette.rule, strokeOpacity: 1 }),
      Plot.axisY({ label: null, color: palette.muted }),
      Plot.axisX({
        tickFormat: (usd: number) => `$${usd}`,
        label: "cost →",
        labelAnchor: "right",
        color: palette.muted,
      }),
      Plot.ruleX(points.filter(({ low, high }) => low !== null && high !== null), {
        x: "usd",
        y1: "low",
        y2: "high",
        stroke: palette.import,
        strokeWidth: 2,
      }),
      Plot.dot(points, { x: "usd", y: "score", r: 5, fill: palette.import }),
      Plot.text(points, {
        x: "usd",
        y: "score",
        text: "variant",
        textAnchor: "start",
        dx: GAP,
        fill: palette.ink,
      }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function isKnown(point: Point): point is KnownPoint {
  return point.score !== null && point.usd !== null;
}

function describe({ variant, score, usd }: KnownPoint): string {
  return `${variant}: ${score.toFixed(2)} for $${usd.toFixed(2)}`;
}
