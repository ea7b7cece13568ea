/**
 * How much better or worse something is than a baseline, check by check.
 *
 * @module
 */

import { rowsWith } from "./named_columns.ts";
import type { Frame } from "../../../src/frames/frame.ts";
import { type Canvas, drawFigure, type FigureOptions } from "../../../src/plots/figure.ts";
import { type Figure, textWidth } from "../../../src/plots/svg.ts";
import type { Colour } from "../../../src/plots/theme.ts";

/** Options of {@linkcode differencesPlot}. */
export interface DifferencesPlotOptions extends FigureOptions {
  /**
   * Name of the baseline in the subtitle.
   *
   * @default {"the baseline"}
   */
  readonly baseline?: string;
}

/** A candidate in one check. */
interface Difference {
  readonly candidate: string;
  readonly check: string;
  readonly difference: number;
  readonly low: number | null;
  readonly high: number | null;
}

const COLOURS: readonly Colour[] = ["string1", "string2", "string3", "string4"];
/** Height of a candidate in a check, and of the room between checks. [px] */
const LINE = 13, BETWEEN = 9;
const TOP = 8, RIGHT = 24, BOTTOM = 42;

/**
 * Draws differences with their intervals: a line across zero is no evidence for either side. What a
 * replay compares (`comparisons` of `replayResults`) has the columns that are needed: `candidate`,
 * `check`, `difference`, `low`, `high`.
 *
 * @throws {RangeError} If a column is missing.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { differencesPlot } from "./differences.ts";
 *
 * const comparisons = pl.DataFrame({
 *   candidate: ["short"], check: ["score"], difference: [-0.3], low: [-0.4], high: [-0.2],
 * });
 * const figure = await differencesPlot(comparisons, { baseline: "shipped" });
 * assert(figure.outerHTML.includes("short: score −0.30 (−0.40 to −0.20)"));
 * ```
 */
export function differencesPlot(
  comparisons: Frame,
  options: DifferencesPlotOptions = {},
): Promise<Figure> {
  const { baseline = "the baseline" } = options;
  const names = ["candidate", "check", "difference", "low", "high"];
  const all = rowsWith(comparisons, names) as unknown as Difference[];
  const candidates = [...new Set(all.map(({ candidate }) => candidate))];
  return drawFigure(options, async (canvas) => ({
    title: `Compared with ${baseline}`,
    subtitle: all.length === 0
      ? "nothing was compared"
      : "Candidate minus baseline, with 95 % confidence",
    description: all.length === 0 ? "Nothing was compared." : `${all.map(describe).join("; ")}.`,
    legend: candidates.map((candidate, index) => ({
      label: candidate,
      colour: canvas.palette[colourOf(index)],
      shape: "line" as const,
    })),
    body: all.length === 0 ? [] : [await drawDifferences(all, candidates, canvas)],
  }));
}

async function drawDifferences(
  all: readonly Difference[],
  candidates: readonly string[],
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const checks = [...new Set(all.map(({ check }) => check))];
  const left = 20 + Math.max(...checks.map((check) => textWidth(check, 11)));
  const height = TOP + BOTTOM + checks.length * (candidates.length * LINE + BETWEEN);
  return Plot.plot({
    document,
    width,
    height,
    marginTop: TOP,
    marginLeft: left,
    marginRight: RIGHT,
    marginBottom: BOTTOM,
    x: { nice: true, label: null },
    y: { type: "point", domain: checks, padding: 0.5, label: null },
    marks: [
      Plot.gridX({ stroke: palette.rule, strokeOpacity: 1 }),
      Plot.ruleX([0], { stroke: palette.ink }),
      Plot.axisY({ tickSize: 0, label: null, color: palette.ink }),
      Plot.axisX({
        tickFormat: signed(1),
        label: "difference →",
        labelAnchor: "right",
        color: palette.muted,
      }),
      ...candidates.flatMap((candidate, index) => {
        const own = all.filter((one) => one.candidate === candidate);
        const look = { y: "check", dy: (index - (candidates.length - 1) / 2) * LINE };
        const colour = palette[colourOf(index)];
        return [
          Plot.ruleY(own.filter(({ low, high }) => low !== null && high !== null), {
            ...look,
            x1: "low",
            x2: "high",
            stroke: colour,
            strokeWidth: 2,
          }),
          Plot.dot(own, { ...look, x: "difference", r: 4, fill: colour }),
        ];
      }),
    ],
  }) as SVGSVGElement;
}

function colourOf(index: number): Colour {
  return COLOURS[index % COLOURS.length]!;
}

function describe({ candidate, check, difference, low, high }: Difference): string {
  const write = signed(2);
  const interval = low === null || high === null ? "" : ` (${write(low)} to ${write(high)})`;
  return `${candidate}: ${check} ${write(difference)}${interval}`;
}

/** Always with a sign. */
function signed(digits: number): (value: number) => string {
  return (value) => {
    const text = Math.abs(value).toFixed(digits);
    return Number(text) === 0 ? "0" : `${value < 0 ? "−" : "+"}${text}`;
  };
}
