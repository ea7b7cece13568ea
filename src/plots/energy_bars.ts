/**
 * Stacked bars of energies, one per day or longer period.
 *
 * @module
 */

import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { barInset, drawingArea, numberMargin, verticalAxis } from "./axes.ts";
import type { Canvas } from "./figure.ts";
import { periodName, periodTicks } from "./period_ticks.ts";
import type { Palette } from "./theme.ts";

/** One part of a bar. */
export interface BarPart {
  readonly label: string;
  colourOf(palette: Palette): string;
  /** Negative energies point downwards. [kWh] */
  kwhOf(row: EnergyRow): number | null;
}

/** Opacity of what is not complete. */
export const PALE = 0.4;
const RIGHT = 12;

/** What is drawn of a table. */
export interface EnergyBars {
  readonly table: EnergyTable;
  readonly parts: readonly BarPart[];
  /** What stands above the axis. */
  readonly axis: string;
  /** Whether a line marks the consumption. @default {true} */
  readonly hasTotal?: boolean;
  /** Height of the bars with their axes. [px] */
  readonly height: number;
}

/** Whether a table has a period of which only some days are complete. */
export function hasPale({ table, parts }: Pick<EnergyBars, "table" | "parts">): boolean {
  return barsOf(table, parts).some(({ isComplete }) => !isComplete);
}

/**
 * Draws stacked bars, and a line at the consumption. The energy of days that are not complete is pale;
 * unknown energies are missing, and their period keeps its place.
 */
export async function drawEnergyBars(
  { table, parts, axis, height, hasTotal = true }: EnergyBars,
  { width, palette, tooltips, document }: Canvas,
): Promise<SVGSVGElement> {
  const { rows, kind } = table, bars = barsOf(table, parts);
  const Plot = await import("@observablehq/plot");
  const left = numberMargin(highest(bars)), room = width - left - RIGHT;
  const ticks = periodTicks(rows.map(({ date }) => date), kind, room);
  const padding = rows.length > 120 ? 0 : 0.2;
  const inset = barInset(room, rows.length, padding);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left, right: RIGHT }),
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
      ...verticalAxis(Plot, axis, {
        marginLeft: left,
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
        fill: (bar: Bar) => bar.colourOf(palette),
        fillOpacity: (bar: Bar) => bar.isComplete ? 1 : PALE,
        ...tooltips && {
          title: (bar: Bar) =>
            `${periodName(bar.date)} ${bar.label}: ${Math.abs(bar.whole).toFixed(2)} kWh`,
        },
      }),
      Plot.tickY(rows.filter((row) => hasTotal && row.consumption_kwh !== null), {
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
interface Bar extends Pick<BarPart, "label" | "colourOf"> {
  readonly date: string;
  readonly kwh: number;
  /** Energy of the whole part, pale or not. [kWh] */
  readonly whole: number;
  readonly isComplete: boolean;
}

/** The height of the highest bar, upwards or downwards. [kWh] */
function highest(bars: readonly Bar[]): number {
  const heights = new Map<string, number>();
  for (const { date, kwh } of bars) {
    const side = `${date} ${kwh < 0}`;
    heights.set(side, (heights.get(side) ?? 0) + Math.abs(kwh));
  }
  return [...heights.values()].reduce((a, b) => Math.max(a, b), 0);
}

/** The parts of all bars; of longer periods the energy of incomplete days is a part of its own. */
function barsOf({ rows, days }: EnergyTable, parts: readonly BarPart[]): Bar[] {
  return rows.flatMap((row) => {
    const pale = row.complete
      ? []
      : days?.filter(({ start, complete }) => start >= row.start && start < row.end && !complete);
    return parts.flatMap(({ label, colourOf, kwhOf }): Bar[] => {
      const whole = kwhOf(row);
      if (whole === null) return [];
      const incomplete = pale ? pale.reduce((sum, day) => sum + (kwhOf(day) ?? 0), 0) : whole;
      return [[whole - incomplete, true] as const, [incomplete, false] as const]
        .filter(([kwh, isComplete]) => kwh !== 0 || isComplete === row.complete)
        .map(([kwh, isComplete]) => ({ label, colourOf, date: row.date, kwh, whole, isComplete }));
    });
  });
}
