/**
 * The energy table as bars.
 *
 * @module
 */

import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { drawingArea, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import type { Figure } from "./svg.ts";
import { periodName, periodTicks, spanName } from "./period_ticks.ts";
import type { Colour } from "./theme.ts";

/** Options of {@linkcode dailyEnergyPlot}. */
export interface DailyEnergyPlotOptions extends FigureOptions {
  /**
   * Height of the bars with their axes. [px]
   *
   * @default {300}
   */
  readonly height?: number;
}

/** One part of a bar. */
interface PartInfo {
  readonly label: string;
  readonly colour: Colour;
  /** [kWh] */
  readonly kwhOf: (row: EnergyRow) => number | null;
}

const EXPORT: PartInfo = {
  label: "export",
  colour: "export",
  kwhOf: ({ export_kwh }) => export_kwh === null ? null : -export_kwh,
};
const PARTS: readonly PartInfo[] = [
  { label: "self-consumed", colour: "self_consumed", kwhOf: (row) => row.self_consumed_kwh },
  { label: "import", colour: "import", kwhOf: (row) => row.import_kwh },
  EXPORT,
];
/** With a battery, what the house used comes from three sources. */
const PARTS_WITH_BATTERY: readonly PartInfo[] = [
  {
    label: "PV, used at once",
    colour: "self_consumed",
    kwhOf: ({ battery }) => battery?.direct_use_kwh ?? null,
  },
  {
    label: "from the battery",
    colour: "battery",
    kwhOf: ({ battery }) => battery?.stored_use_kwh ?? null,
  },
  {
    label: "import",
    colour: "import",
    // What the grid charges is used on another day.
    kwhOf: ({ import_kwh, battery }) =>
      import_kwh === null ? null : import_kwh - (battery?.battery_from_grid_kwh ?? 0),
  },
  EXPORT,
];

function partsOf({ devices }: EnergyTable): readonly PartInfo[] {
  return devices?.battery ? PARTS_WITH_BATTERY : PARTS;
}

/**
 * Draws stacked bars per period: self-consumed and import upwards, which together are the
 * consumption, export downwards. With a battery, self-consumed energy is divided into what was used
 * at once and what came from the battery, and import that was charged is left out. The energy of days
 * that are not complete is pale; unknown energies are missing, and their period keeps its place.
 *
 * @param table Days, or what {@linkcode rollUp} made of them.
 * @returns A figure that displays by itself in the Deno kernel; its `outerHTML` is the picture.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyEnergyPlot } from "./daily_energy.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * const figure = await dailyEnergyPlot(none, { theme: "dark" });
 * assert(figure.outerHTML.startsWith("<svg"));
 * ```
 */
export function dailyEnergyPlot(
  table: EnergyTable,
  options: DailyEnergyPlotOptions = {},
): Promise<Figure> {
  const { rows, kind, zone } = table;
  const bars = barsOf(table), hasIncomplete = bars.some(({ isComplete }) => !isComplete);
  return drawFigure(options, async (canvas) => ({
    title: `Energy per ${kind}`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table),
    legend: [
      ...partsOf(table).filter(({ kwhOf }) => rows.some((row) => Math.abs(kwhOf(row) ?? 0) > 0))
        .map(({ label, colour }) => ({ label, colour: canvas.palette[colour] })),
      ...(rows.some(({ consumption_kwh }) => consumption_kwh !== null)
        ? [{ label: "consumption", colour: canvas.palette.load, shape: "line" as const }]
        : []),
      ...(hasIncomplete
        ? [{
          label: "pale: day not complete",
          colour: canvas.palette.self_consumed,
          opacity: PALE,
        }]
        : []),
    ],
    body: [await drawBars(table, bars, canvas, options.height ?? 300)],
  }));
}

const PALE = 0.4;
const LEFT = 48, RIGHT = 12;
/** A wider bar, of a single day or month, would look like a wall. [px] */
const WIDEST = 64;

async function drawBars(
  { rows, kind }: EnergyTable,
  bars: readonly Bar[],
  { width, palette, tooltips, document }: Canvas,
  height: number,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const ticks = periodTicks(rows.map(({ date }) => date), kind, width - LEFT - RIGHT);
  const padding = rows.length > 120 ? 0 : 0.2;
  // A band scale keeps the padding on both sides of each band.
  const band = (width - LEFT - RIGHT) / (rows.length + padding) * (1 - padding);
  const inset = Math.max(0, (band - WIDEST) / 2);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: {
      type: "band",
      // A period without data keeps its place.
      domain: rows.map((row) => row.date),
      label: null,
      padding,
      round: false,
    },
    y: { nice: true },
    marks: [
      ...verticalAxis(Plot, "↑ used in the house [kWh] fed in ↓", {
        marginLeft: LEFT,
        palette,
        tickFormat: (kwh: number) => Math.abs(kwh).toLocaleString("en"),
      }),
      Plot.axisX({
        ticks: ticks.map(({ at }) => at),
        tickFormat: (date: string) => labels.get(date) ?? "",
        color: palette.muted,
      }),
      Plot.barY(bars, {
        x: "date",
        y: "kwh",
        insetLeft: inset,
        insetRight: inset,
        fill: (bar: Bar) => palette[bar.colour],
        fillOpacity: (bar: Bar) => bar.isComplete ? 1 : PALE,
        ...tooltips && {
          title: (bar: Bar) =>
            `${periodName(bar.date)} ${bar.label}: ${Math.abs(bar.whole).toFixed(2)} kWh`,
        },
      }),
      Plot.tickY(rows.filter((row) => row.consumption_kwh !== null), {
        x: "date",
        y: "consumption_kwh",
        insetLeft: inset,
        insetRight: inset,
        stroke: palette.load,
        strokeWidth: 1.5,
        ...tooltips && {
          title: (row: EnergyRow) =>
            `${periodName(row.date)} consumption: ${row.consumption_kwh!.toFixed(2)} kWh`,
        },
      }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

/** One part of one bar; export points downwards. */
interface Bar extends Pick<PartInfo, "label" | "colour"> {
  readonly date: string;
  readonly kwh: number;
  /** Energy of the whole part, pale or not. [kWh] */
  readonly whole: number;
  readonly isComplete: boolean;
}

/** The parts of all bars; of longer periods the energy of incomplete days is a part of its own. */
function barsOf(table: EnergyTable): Bar[] {
  const { rows, days } = table, parts = partsOf(table);
  return rows.flatMap((row) => {
    const pale = row.complete
      ? []
      : days?.filter(({ start, complete }) => start >= row.start && start < row.end && !complete);
    return parts.flatMap(({ label, colour, kwhOf }): Bar[] => {
      const whole = kwhOf(row);
      if (whole === null) return [];
      const incomplete = pale ? pale.reduce((sum, day) => sum + (kwhOf(day) ?? 0), 0) : whole;
      return [[whole - incomplete, true] as const, [incomplete, false] as const]
        .filter(([kwh, isComplete]) => kwh !== 0 || isComplete === row.complete)
        .map(([kwh, isComplete]) => ({ label, colour, date: row.date, kwh, whole, isComplete }));
    });
  });
}

function describe(table: EnergyTable): string {
  const { rows, kind } = table;
  const sums = partsOf(table).map(({ label, kwhOf }) =>
    `${rows.reduce((kwh, row) => kwh + Math.abs(kwhOf(row) ?? 0), 0).toFixed(0)} kWh ${label}`
  );
  const incomplete = rows.filter((row) => !row.complete).length;
  return `Bars per ${kind} in kWh. In all ${sums.slice(0, -1).join(", ")} and ${
    sums.at(-1)
  }; ${incomplete} of ${rows.length} ${kind}s are not complete.`;
}
