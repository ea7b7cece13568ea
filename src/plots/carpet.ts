/// <reference lib="dom" />
/**
 * Days across, times of the day down.
 *
 * @module
 */

import type { PowerColumn, PowerTable } from "../energy/power_table.ts";
import { byTimeOfDay, type TimeOfDayMatrix } from "../frames/time_of_day.ts";
import { quantiles } from "../frames/quantiles.ts";
import { offsetAt } from "../time.ts";
import { axisLabel } from "./axis_label.ts";
import { type Canvas, drawFigure, type Figure, type FigureOptions } from "./figure.ts";
import type { RampLegend } from "./legend.ts";
import { periodName, periodTicks, spanName } from "./period_ticks.ts";
import { pixelImage } from "./pixels.ts";
import { formatPower, meansOf } from "./powers.ts";
import { balance, colourText, fromNothing, type Ramp } from "./ramps.ts";

/** Options of {@linkcode carpetPlot}. */
export interface CarpetPlotOptions extends FigureOptions {
  /**
   * Which power.
   *
   * @default {"load_w"}
   */
  readonly of?: PowerColumn;
  /**
   * Height of the carpet with its axes. [px]
   *
   * @default {360}
   */
  readonly height?: number;
}

const TITLES: Readonly<Record<PowerColumn, string>> = {
  load_w: "Load",
  generation_w: "Generation",
  grid_w: "Grid power: import and export",
  import_w: "Import",
  export_w: "Export",
};

/**
 * Draws a power over the days and over the time of day, as a clock on the wall shows it. Lines mark
 * sunrise and sunset; where the clock is put forward or back they leap by an hour, the skipped hour
 * is empty, and the hour that comes twice is divided: left the first, right the second. Gaps are
 * grey.
 *
 * The scale ends at the 99.5th percentile, so that one kettle does not darken the year.
 *
 * @param power A power table of some weeks or more.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { powerTable } from "../energy/power_table.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { carpetPlot } from "./carpet.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-10-01",
 *   to: "2025-10-31",
 * });
 * const figure = await carpetPlot(power, { of: "generation_w" });
 * assert(figure.getAttribute("aria-label")?.startsWith("Generation"));
 * ```
 */
export async function carpetPlot(
  power: PowerTable,
  options: CarpetPlotOptions = {},
): Promise<Figure> {
  const { of = "load_w", height = 360 } = options;
  const { days, zone, step } = power;
  const matrix = byTimeOfDay({ time: power.time, value: power[of] }, power);
  const scale = await scaleOf(power[of], of === "grid_w");
  const changes = clockChanges(power);
  const isMissing = power[of].some(Number.isNaN);
  return await drawFigure(options, async (canvas) => ({
    title: `${TITLES[of]} by day and time of day`,
    subtitle: days.length === 0
      ? "no days"
      : `${spanName(days[0]!.label, days.at(-1)!.label)} · ${zone} · ${meansOf(step)}`,
    description: `A carpet of ${days.length} days across and 24 hours down; darker and lighter ` +
      `colours stand for ${formatPower(scale.low)} to ${formatPower(scale.high)}.` +
      changes.map(({ label, what }) => ` ${periodName(label)}: ${what}.`).join(""),
    legend: [
      ...(isMissing ? [{ label: "no samples", colour: canvas.palette.gap }] : []),
      ...(power.daylight.length > 0
        ? [{
          label: "sunrise, sunset",
          colour: canvas.palette.muted,
          shape: "dashes" as const,
        }]
        : []),
    ],
    ramp: legendOf(scale),
    body: [await drawCarpet(power, matrix, { ...canvas, height, scale, changes })],
  }));
}

const LEFT = 48, RIGHT = 12, TOP = 26, BOTTOM = 30;

/** Which power has which colour. [W] */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ramp: Ramp;
  readonly lineColour: string;
}

async function scaleOf(values: Float64Array, isSigned: boolean): Promise<Scale> {
  const [most] = quantiles(isSigned ? values.map(Math.abs) : values, [0.995]);
  const high = roundUp(Number.isNaN(most!) || most! <= 0 ? 1000 : most!);
  return isSigned
    ? { low: -high, high, ramp: balance, lineColour: "#4a535d" }
    : { low: 0, high, ramp: await fromNothing(), lineColour: "#ffffff" };
}

/** To two digits, so that the scale ends at a number that can be read. */
function roundUp(watts: number): number {
  const unit = 10 ** Math.floor(Math.log10(watts)) / 2;
  return Math.ceil(watts / unit) * unit;
}

function legendOf({ low, high, ramp }: Scale): RampLegend {
  return {
    colourAt: (share) => colourText(ramp(share)),
    ticks: low < 0
      ? [
        { share: 0, label: `export ${formatPower(high)}` },
        { share: 0.5, label: "0 W" },
        { share: 1, label: `import ${formatPower(high)}` },
      ]
      : [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, label: formatPower(share * high) })),
  };
}

async function drawCarpet(
  power: PowerTable,
  matrix: TimeOfDayMatrix,
  { width, height, palette, document, scale, changes }: Canvas & {
    height: number;
    scale: Scale;
    changes: readonly ClockChange[];
  },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const { days } = power;
  const inner = { width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
  const ticks = periodTicks(days.map(({ label }) => label), "day", inner.width);
  const places = new Map(days.map(({ label }, d) => [label, d]));
  const labels = new Map(ticks.map(({ at, label }) => [places.get(at)!, label]));
  return Plot.plot({
    document,
    width,
    height,
    marginTop: TOP,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: BOTTOM,
    x: { type: "linear", domain: [0, Math.max(1, days.length)], label: null },
    y: { type: "linear", domain: [24, 0], label: null },
    marks: [
      axisLabel(Plot, "↓ time of day", { marginLeft: LEFT, palette }),
      // Nothing is drawn over the hour that the clock leaps over; everything else is grey first.
      Plot.frame({ fill: palette.gap, stroke: null }),
      ...(days.length === 0 ? [] : [
        Plot.image([0], {
          x: days.length / 2,
          y: 12,
          ...inner,
          src: await imageOf(matrix, scale),
          preserveAspectRatio: "none",
          imageRendering: "pixelated",
        }),
      ]),
      Plot.rect(changes.filter(({ skipped }) => skipped), {
        x1: "day",
        x2: (change: ClockChange) => change.day + 1,
        y1: (change: ClockChange) => change.skipped!.from,
        y2: (change: ClockChange) => change.skipped!.to,
        fill: palette.surface,
        title: () => "the clock leaps over this hour",
      }),
      ...sunLines(power).map((line) =>
        Plot.line(line, {
          x: "day",
          y: "hour",
          z: "stretch",
          stroke: scale.lineColour,
          strokeOpacity: 0.8,
          strokeDasharray: "2 3",
          strokeWidth: 1,
        })
      ),
      ...(["start", "end"] as const).map((side) =>
        Plot.text(changes.filter(({ day }) => (day > days.length * 0.8) === (side === "end")), {
          x: (change: ClockChange) => change.day + 0.5,
          frameAnchor: "top",
          lineAnchor: "bottom",
          dy: -4,
          text: ({ what }: ClockChange) => side === "end" ? `${what} ↓` : `↓ ${what}`,
          textAnchor: side,
          dx: side === "end" ? 3 : -3,
          fill: palette.muted,
        })
      ),
      Plot.axisX({
        ticks: [...labels.keys()].map((place) => place + 0.5),
        tickFormat: (place: number) => labels.get(place - 0.5) ?? "",
        color: palette.muted,
      }),
      Plot.axisY({
        ticks: [0, 3, 6, 9, 12, 15, 18, 21, 24],
        tickFormat: (hour: number) => `${String(hour).padStart(2, "0")}:00`,
        color: palette.muted,
        label: null,
      }),
    ],
  }) as SVGSVGElement;
}

/** Each day is two pixels wide, so that an hour that comes twice can be divided. */
function imageOf({ days, slots, value, second }: TimeOfDayMatrix, scale: Scale): Promise<string> {
  const { low, high, ramp } = scale;
  return pixelImage(days.length * 2, slots, (x, slot) => {
    const at = (x >> 1) * slots + slot;
    const watts = x % 2 === 1 && !Number.isNaN(second[at]!) ? second[at]! : value[at]!;
    if (Number.isNaN(watts)) return [0, 0, 0, 0];
    return ramp(Math.min(Math.max((watts - low) / (high - low), 0), 1));
  });
}

/** A day on which the clock on the wall was changed. */
interface ClockChange {
  readonly label: string;
  readonly day: number;
  readonly what: string;
  /** The hours that it leapt over. [h] */
  readonly skipped?: { readonly from: number; readonly to: number };
}

function clockChanges({ days, zone }: PowerTable): ClockChange[] {
  return days.flatMap(({ label, start, end }, day) => {
    const before = offsetAt(start, zone), after = offsetAt(end - 1, zone);
    if (before === after) return [];
    if (after < before) return [{ label, day, what: "clock back" }];
    let at = start;
    while (offsetAt(at, zone) === before) at += 60_000;
    const midnight = Date.parse(`${label}T00:00:00Z`);
    const from = (at + before - midnight) / 3_600_000, to = (at + after - midnight) / 3_600_000;
    return [{ label, day, what: "clock forward", skipped: { from, to } }];
  });
}

/** A sunrise or a sunset by the clock on the wall. */
interface SunPoint {
  /** Number of the day, at its middle. */
  readonly day: number;
  /** [h] */
  readonly hour: number;
  /** Number of the stretch; a line breaks where the clock is changed. */
  readonly stretch: number;
}

function sunLines({ days, daylight, zone }: PowerTable): SunPoint[][] {
  return (["start", "end"] as const).map((border) => {
    const line: SunPoint[] = [];
    let day = 0, stretch = 0, last = NaN;
    for (const { [border]: instant } of daylight) {
      while (day + 1 < days.length && days[day]!.end <= instant) day++;
      const { label, start, end } = days[day]!;
      // Daylight that is cut by the first or the last midnight has no sunrise or sunset there.
      if (instant <= start || instant >= end) continue;
      const offset = offsetAt(instant, zone);
      if (offset !== last) stretch++;
      last = offset;
      const hour = (instant + offset - Date.parse(`${label}T00:00:00Z`)) / 3_600_000;
      line.push({ day: day + 0.5, hour, stretch });
    }
    return line;
  });
}
