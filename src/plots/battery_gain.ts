/**
 * What a battery would have gained, by its size.
 *
 * @module
 */

import type { SizedBattery, SizeWorthIt } from "../money/battery_sizes.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import type { Colour } from "./theme.ts";

/** Options of {@linkcode batteryGainPlot}. */
export interface BatteryGainPlotOptions extends FigureOptions {
  /** Power of the batteries. [kW] @default {the first} */
  readonly kw?: number | undefined;
  /** Height of the curves with their axes. [px] @default {320, more beyond a width of 900} */
  readonly height?: number | undefined;
}

/** What the picture is drawn from. */
export interface DrawnGains {
  readonly batteries: readonly SizedBattery[];
  readonly tariffs: readonly string[];
  readonly worthIt: SizeWorthIt | null;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/** The rule, and the best use, of a tariff. */
const COLOURS: readonly (readonly [Colour, Colour])[] = [
  ["battery", "export"],
  ["import", "string2"],
  ["alert", "generation"],
];

interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly { kwh: number; value: number; low: number; high: number }[];
}

/**
 * Draws the gain against the size: the self-use rule and the best use, each with its range, and the size
 * beyond which more is not worth it. Several tariffs share the picture, up to three.
 */
export function batteryGainPlot(
  { batteries, tariffs, worthIt, currency, from, to }: DrawnGains,
  options: BatteryGainPlotOptions = {},
): Promise<Figure> {
  const { kw = batteries[0]?.spec.kw, height = grown(320, options.width) } = options;
  const shown = batteries.filter(({ spec }) => spec.kw === kw);
  const isFirst = kw === batteries[0]?.spec.kw;
  return drawFigure(options, async (canvas) => {
    const curves = tariffs.slice(0, COLOURS.length).flatMap((tariff, i) =>
      curvesOf(shown.filter((one) => one.tariff === tariff), {
        name: tariffs.length > 1 ? `${tariff}: ` : "",
        colours: COLOURS[i]!.map((colour) => canvas.palette[colour]) as [string, string],
      })
    );
    return {
      title: "What a battery would have gained",
      subtitle: `${spanName(from, to)} · ${kw} kW · measured past, simulated battery`,
      description: describe(curves, currency),
      legend: curves.map(({ label, colour }) => ({ label, colour, shape: "line" as const })),
      notes: [
        ...isFirst && worthIt ? [worthItNote(worthIt)] : [],
        "The best use needs to know the future; it is a bound, not a promise.",
      ],
      body: [await drawCurves(curves, isFirst ? worthIt : null, currency, { ...canvas, height })],
    };
  });
}

function curvesOf(
  batteries: readonly SizedBattery[],
  { name, colours }: { name: string; colours: readonly [string, string] },
): Curve[] {
  const rule = batteries.map(({ spec: { kwh }, rule }) => ({ kwh, ...rule.gain }));
  const best = batteries.flatMap(({ spec: { kwh }, optimum }) =>
    optimum ? [{ kwh, ...optimum.gain }] : []
  );
  return [
    { label: `${name}self-use rule`, colour: colours[0], points: rule },
    ...best.length === 0
      ? []
      : [{ label: `${name}best use, future known`, colour: colours[1], points: best }],
  ];
}

const LEFT = 60, RIGHT = 24;

async function drawCurves(
  curves: readonly Curve[],
  worthIt: SizeWorthIt | null,
  currency: string,
  { width, height, palette, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const sizes = worthIt && worthIt.high > 0 ? [worthIt] : [];
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    marginBottom: 42,
    x: { type: "linear", label: null },
    y: { nice: true, zero: true, label: null },
    marks: [
      ...sizes.map((one) => Plot.rectX([one], { x1: "low", x2: "high", fill: palette.night })),
      ...verticalAxis(Plot, `↑ ${currency}`, { marginLeft: LEFT, palette }),
      Plot.axisX({ label: "capacity [kWh] →", labelAnchor: "right", color: palette.muted }),
      ...curves.map(({ points, colour }) =>
        Plot.areaY(points, { x: "kwh", y1: "low", y2: "high", fill: colour, fillOpacity: 0.2 })
      ),
      ...curves.map(({ points, colour }) =>
        Plot.lineY(points, { x: "kwh", y: "value", stroke: colour, strokeWidth: 2 })
      ),
      ...curves.map(({ points, colour }) =>
        Plot.dot(points, { x: "kwh", y: "value", fill: colour, r: 2.5 })
      ),
      ...sizes.map((one) =>
        Plot.ruleX([one], { x: "high", stroke: palette.muted, strokeDasharray: "4 3" })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function worthItNote({ by, low, high }: SizeWorthIt): string {
  if (by === "gain") {
    return `Dashed: beyond ${high} kWh a further kWh gains less than a fifth of what the first ` +
      "gained (self-use rule).";
  }
  if (high === 0) return "No size pays for itself, not even under the best assumptions.";
  return low === high
    ? `Dashed: ${high} kWh has the greatest net present value under all given assumptions.`
    : `Shaded: the size with the greatest net present value, from ${low} kWh (worst assumptions` +
      `${low === 0 ? ": none pays" : ""}) to ${high} kWh (best assumptions).`;
}

function describe(curves: readonly Curve[], currency: string): string {
  const said = curves.flatMap(({ label, points }) => {
    const first = points[0], last = points.at(-1);
    if (!first || !last) return [];
    return [
      `${label}: ${first.value.toFixed(0)} ${currency} with ${first.kwh} kWh, ` +
      `${last.value.toFixed(0)} ${currency} with ${last.kwh} kWh`,
    ];
  });
  return `Gain by capacity, with ranges. ${said.join("; ")}.`;
}
