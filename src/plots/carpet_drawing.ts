/**
 * What a carpet shows, and its drawing: a page draws the same carpet in two widths.
 *
 * @module
 */

import type { PowerColumn, PowerTable } from "../energy/power.ts";
import { byTimeOfDay, type TimeOfDayMatrix } from "../frames/time_of_day.ts";
import { axisLabel, grown } from "./axes.ts";
import { sunLines } from "./daylight.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { formatPower, meansOf } from "./looks.ts";
import { periodName, periodTicks, spanName } from "./period_ticks.ts";
import { pixelImage } from "./pixels.ts";
import { type CarpetScale, carpetScale, scaleLegend } from "./ramps.ts";
import type { Figure } from "./svg.ts";
import { clockChange, HOUR } from "../time.ts";

const TITLES: Readonly<Record<PowerColumn, string>> = {
  load_w: "Load",
  generation_w: "Generation",
  grid_w: "Grid power",
  import_w: "Import",
  export_w: "Export",
};

/** A power over days and times of the day, with its colours. */
export interface Carpet {
  /** The table that it is from. */
  readonly power: PowerTable;
  /** Which power. */
  readonly of: PowerColumn;
  /** Its days and times of the day. */
  readonly matrix: TimeOfDayMatrix;
  /** Which power has which colour. */
  readonly scale: CarpetScale;
  /** Address that holds the colours as PNG. */
  readonly image: string;
}

/** Computes what a carpet shows. */
export async function carpetOf(power: PowerTable, of: PowerColumn = "load_w"): Promise<Carpet> {
  const matrix = byTimeOfDay({ time: power.time, value: power[of] }, power);
  const scale = await carpetScale(power[of], { isSigned: of === "grid_w" });
  const image = matrix.days.length === 0 ? "" : imageOf(matrix, scale);
  return { power, of, matrix, scale, image };
}

/** Draws a carpet. */
export async function drawCarpet(
  { power, of, scale, image }: Carpet,
  options: FigureOptions & { readonly height?: number },
): Promise<Figure> {
  const { height = grown(360, options.width) } = options;
  const { days, zone, step } = power;
  const changes = changedDays(power);
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
    ramp: scaleLegend(scale),
    body: [await drawPanel(power, { ...canvas, height, scale, image, changes })],
  }));
}

const LEFT = 48, RIGHT = 12, TOP = 26, BOTTOM = 30;

async function drawPanel(
  power: PowerTable,
  { width, height, palette, tooltips, document, scale, image, changes }: Canvas & {
    height: number;
    scale: CarpetScale;
    image: string;
    changes: readonly ChangedDay[];
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
      // Grey where no samples are; the skipped hour is covered again below.
      Plot.frame({ fill: palette.gap, stroke: null }),
      ...(days.length === 0 ? [] : [
        Plot.image([0], {
          x: days.length / 2,
          y: 12,
          ...inner,
          src: image,
          preserveAspectRatio: "none",
          imageRendering: "pixelated",
        }),
      ]),
      Plot.rect(changes.filter(({ skipped }) => skipped), {
        x1: "day",
        x2: (change: ChangedDay) => change.day + 1,
        y1: (change: ChangedDay) => change.skipped!.from,
        y2: (change: ChangedDay) => change.skipped!.to,
        fill: palette.surface,
        ...tooltips && { title: () => "the clock skips this hour" },
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
          x: (change: ChangedDay) => change.day + 0.5,
          frameAnchor: "top",
          lineAnchor: "bottom",
          dy: -4,
          text: ({ what }: ChangedDay) => side === "end" ? `${what} ↓` : `↓ ${what}`,
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

/** Each day is two pixels wide, so that a repeated hour can be divided. */
function imageOf(
  { days, slots, value, second }: TimeOfDayMatrix,
  scale: CarpetScale,
): string {
  const { low, high, ramp } = scale;
  return pixelImage(days.length * 2, slots, (x, slot) => {
    const at = (x >> 1) * slots + slot;
    const watts = x % 2 === 1 && !Number.isNaN(second[at]!) ? second[at]! : value[at]!;
    if (Number.isNaN(watts)) return [0, 0, 0, 0];
    return ramp(Math.min(Math.max((watts - low) / (high - low), 0), 1));
  });
}

/** A day with a clock change. */
interface ChangedDay {
  readonly label: string;
  readonly day: number;
  readonly what: string;
  /** The skipped hours. [h] */
  readonly skipped?: { readonly from: number; readonly to: number };
}

function changedDays({ days, zone }: PowerTable): ChangedDay[] {
  return days.flatMap((day, index) => {
    const change = clockChange(day, zone), { label } = day;
    if (change === null) return [];
    const { at, before, after } = change;
    if (after < before) return [{ label, day: index, what: "clock back" }];
    const midnight = Date.parse(`${label}T00:00:00Z`);
    const skipped = { from: (at + before - midnight) / HOUR, to: (at + after - midnight) / HOUR };
    return [{ label, day: index, what: "clock forward", skipped }];
  });
}
