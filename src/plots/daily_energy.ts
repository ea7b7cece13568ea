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

/** Options of {@linkcode dailyEnergyPlot}. */
export interface DailyEnergyPlotOptions extends FigureOptions {
  /**
   * Height of the bars with their axes. [px]
   *
   * @default {300}
   */
  readonly height?: number;
}

type Part = "self_consumed" | "import" | "export";
const LABELS: Readonly<Record<Part, string>> = {
  self_consumed: "self-consumed",
  import: "import",
  export: "export",
};

/**
 * Draws stacked bars per period: self-consumed and import upwards, which together are the
 * consumption, export downwards. Periods that are not complete are pale; unknown energies are
 * missing, and their period keeps its place.
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
  const hasIncomplete = rows.some((row) => !row.complete && row.consumption_kwh !== null);
  return drawFigure(options, async (canvas) => ({
    title: `Energy per ${kind}`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table),
    legend: [
      ...(["self_consumed", "import", "export"] as const)
        .filter((part) => rows.some((row) => (row[`${part}_kwh`] ?? 0) > 0))
        .map((part) => ({ label: LABELS[part], colour: canvas.palette[part] })),
      ...(rows.some(({ consumption_kwh }) => consumption_kwh !== null)
        ? [{ label: "consumption", colour: canvas.palette.load, shape: "line" as const }]
        : []),
      ...(hasIncomplete
        ? [{
          label: `pale: ${kind} not complete`,
          colour: canvas.palette.self_consumed,
          opacity: PALE,
        }]
        : []),
    ],
    body: [await drawBars(table, canvas, options.height ?? 300)],
  }));
}

const PALE = 0.4;
const LEFT = 48, RIGHT = 12;

async function drawBars(
  { rows, kind }: EnergyTable,
  { width, palette, tooltips, document }: Canvas,
  height: number,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const ticks = periodTicks(rows.map(({ date }) => date), kind, width - LEFT - RIGHT);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: {
      type: "band",
      // A period without data keeps its place.
      domain: rows.map((row) => row.date),
      label: null,
      padding: rows.length > 120 ? 0 : 0.2,
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
      Plot.barY(rows.flatMap(barsOf), {
        x: "date",
        y: "kwh",
        fill: (bar: Bar) => palette[bar.part],
        fillOpacity: (bar: Bar) => bar.isComplete ? 1 : PALE,
        ...tooltips && {
          title: (bar: Bar) =>
            `${periodName(bar.date)} ${LABELS[bar.part]}: ${Math.abs(bar.kwh).toFixed(2)} kWh`,
        },
      }),
      Plot.tickY(rows.filter((row) => row.consumption_kwh !== null), {
        x: "date",
        y: "consumption_kwh",
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
interface Bar {
  readonly date: string;
  readonly part: Part;
  readonly kwh: number;
  readonly isComplete: boolean;
}

function barsOf(row: EnergyRow): Bar[] {
  const parts: [Part, number | null][] = [
    ["self_consumed", row.self_consumed_kwh],
    ["import", row.import_kwh],
    ["export", row.export_kwh === null ? null : -row.export_kwh],
  ];
  return parts.flatMap(([part, kwh]) =>
    kwh === null ? [] : [{ date: row.date, part, kwh, isComplete: row.complete }]
  );
}

function describe({ rows, kind }: EnergyTable): string {
  const sum = (name: "import_kwh" | "export_kwh" | "self_consumed_kwh") =>
    rows.reduce((kwh, row) => kwh + (row[name] ?? 0), 0).toFixed(0);
  const incomplete = rows.filter((row) => !row.complete).length;
  return `Bars per ${kind} in kWh. In all ${sum("self_consumed_kwh")} kWh self-consumed, ${
    sum("import_kwh")
  } kWh import and ${
    sum("export_kwh")
  } kWh export; ${incomplete} of ${rows.length} ${kind}s are not complete.`;
}
