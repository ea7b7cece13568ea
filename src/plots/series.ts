/**
 * Samples of any series as lines.
 *
 * @module
 */

import { type LabelledSamples, seriesAt, type SeriesColumns } from "../columns.ts";
import { addDays, HOUR, localDay, startOfDay, type TimeRange } from "../time.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { hourTicks, periodTicks, spanName, type Tick } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import { colourOfNth, lineOfNth } from "./theme.ts";

/** Options of {@linkcode seriesPlot}. */
export interface SeriesPlotOptions extends FigureOptions {
  /** Unit of the values, such as `W`. @default {none} */
  readonly unit?: string;
  /** IANA zone of the times. @default {"UTC"} */
  readonly zone?: string;
}

/**
 * Draws each series as a line over time. The legend names a series by the labels in which the series
 * differ. A line is broken where samples are missing: at an absent value, and where the distance to
 * the next sample is more than three times the usual one.
 *
 * @param columns The samples.
 * @example Two strings
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { seriesPlot } from "./series.ts";
 *
 * const time = Float64Array.of(0, 60_000, 120_000);
 * const figure = await seriesPlot(
 *   joinSeries([
 *     { labels: { string: "east" }, time, value: Float64Array.of(1, 2, 3) },
 *     { labels: { string: "west" }, time, value: Float64Array.of(3, 2, 1) },
 *   ]),
 *   { title: "Power per string", unit: "W" },
 * );
 * assert(figure.outerHTML.includes("east"));
 * ```
 */
export function seriesPlot(
  columns: SeriesColumns,
  options: SeriesPlotOptions = {},
): Promise<Figure> {
  const { zone = "UTC", unit } = options;
  const named = nameSeries(columns.labels);
  const series = columns.labels.map((_, index) => seriesAt(columns, index));
  const range = rangeOf(series);
  return drawFigure(options, async (canvas) => ({
    title: "Samples",
    subtitle: range === null
      ? "no samples"
      : `${spanName(localDay(range.start, zone), localDay(range.end, zone))} · ${zone}`,
    description: describe(series, named, unit),
    legend: named.length < 2 ? [] : named.map((label, index) => ({
      label,
      ...lineOfNth(canvas.palette, index),
    })),
    body: [await drawSeries(series, range ?? { start: 0, end: DAY }, zone, unit, canvas)],
  }));
}

/** [ms] */
const DAY = 24 * HOUR;
/** [px] */
const LEFT = 56, RIGHT = 20, HEIGHT = 300;

/** What tells each series from the others: the values of the labels in which they differ. */
function nameSeries(labels: SeriesColumns["labels"]): string[] {
  const names = [...new Set(labels.flatMap((own) => Object.keys(own)))];
  const differ = names.filter((name) => new Set(labels.map((own) => own[name])).size > 1);
  return labels.map((own, index) =>
    differ.flatMap((name) => own[name] ?? []).join(", ") || `series ${index + 1}`
  );
}

function rangeOf(series: readonly LabelledSamples[]): TimeRange | null {
  const some = series.filter(({ time }) => time.length > 0);
  if (some.length === 0) return null;
  return {
    start: Math.min(...some.map(({ time }) => time[0]!)),
    end: Math.max(...some.map(({ time }) => time.at(-1)!)),
  };
}

async function drawSeries(
  series: readonly LabelledSamples[],
  range: TimeRange,
  zone: string,
  unit: string | undefined,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const ticks = timeTicks(range, zone, width - LEFT - RIGHT);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  const points = series.map(pointsOf);
  const domain = flatDomain(points);
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(HEIGHT, width) }, { left: LEFT, right: RIGHT }),
    // A single sample needs some width, too.
    x: { type: "linear", domain: [range.start, Math.max(range.end, range.start + 1)], label: null },
    y: { nice: true, label: null, ...(domain && { domain }) },
    marks: [
      ...verticalAxis(Plot, unit === undefined ? "" : `↑ ${unit}`, { marginLeft: LEFT, palette }),
      Plot.axisX({
        ticks: ticks.map(({ at }) => at),
        tickFormat: (at: number) => labels.get(at) ?? "",
        color: palette.muted,
      }),
      ...(hasBothSigns(points) ? [Plot.ruleY([0], { stroke: palette.ink })] : []),
      ...points.flatMap((own, index) => [
        Plot.lineY(own, {
          x: "time",
          y: "value",
          stroke: colourOfNth(palette, index),
          strokeDasharray: lineOfNth(palette, index).dashes,
          strokeWidth: 1.5,
        }),
        // A line needs two samples.
        Plot.dot(own.filter((_, at) => isAlone(own, at)), {
          x: "time",
          y: "value",
          r: 2,
          fill: colourOfNth(palette, index),
        }),
      ]),
    ],
  }) as SVGSVGElement;
}

/** The axis of values that are all the same, or of none; else `null`. Plot would make it a point. */
function flatDomain(points: readonly (readonly Point[])[]): [number, number] | null {
  let low = Infinity, high = -Infinity;
  for (const { value } of points.flat()) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low < high) return null;
  return low === 0 || low === Infinity ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
}

interface Point {
  readonly time: number;
  readonly value: number;
}

/** The samples, with an absent value wherever some are missing. */
function pointsOf({ time, value }: LabelledSamples): Point[] {
  const distances = time.slice(1).map((at, index) => at - time[index]!).sort();
  const usual = distances[distances.length >> 1] ?? Infinity;
  return [...time].flatMap((at, index) => {
    const point = { time: at, value: value[index]! };
    const isTorn = index > 0 && at - time[index - 1]! > 3 * usual;
    return isTorn ? [{ time: (at + time[index - 1]!) / 2, value: NaN }, point] : [point];
  });
}

function hasBothSigns(series: readonly (readonly Point[])[]): boolean {
  const some = (is: (value: number) => boolean) =>
    series.some((points) => points.some(({ value }) => is(value)));
  return some((value) => value < 0) && some((value) => value > 0);
}

function isAlone(points: readonly Point[], at: number): boolean {
  const isThere = (point: Point | undefined) => point !== undefined && !Number.isNaN(point.value);
  return isThere(points[at]) && !isThere(points[at - 1]) && !isThere(points[at + 1]);
}

/** Hours of up to two days, else days. */
function timeTicks(range: TimeRange, zone: string, width: number): Tick<number>[] {
  if (range.end - range.start <= 2 * DAY) return hourTicks(range, zone, width);
  const days: string[] = [];
  for (let day = localDay(range.start, zone); startOfDay(day, zone) <= range.end;) {
    if (startOfDay(day, zone) >= range.start) days.push(day);
    day = addDays(day, 1);
  }
  return periodTicks(days, "day", width)
    .map(({ at, label }) => ({ at: startOfDay(at, zone), label }));
}

function describe(
  series: readonly LabelledSamples[],
  names: readonly string[],
  unit = "",
): string {
  const said = series.flatMap(({ value }, index) => {
    const known = value.filter((one) => !Number.isNaN(one));
    if (known.length === 0) return [];
    const lowest = known.reduce((a, b) => Math.min(a, b));
    const highest = known.reduce((a, b) => Math.max(a, b));
    return [`${names[index]}: ${rounded(lowest)} to ${rounded(highest)} ${unit}`.trimEnd()];
  });
  return said.length === 0 ? "No samples." : `Lines over time. ${said.join("; ")}.`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}
