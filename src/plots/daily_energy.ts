/// <reference lib="dom" />
/**
 * The daily table as a picture.
 *
 * @module
 */

import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { emptyDocument } from "./document.ts";

/** Options of {@linkcode dailyEnergyPlot}. */
export interface DailyEnergyPlotOptions {
  /**
   * Width of the picture. [px]
   *
   * @default {800}
   */
  readonly width?: number;
  /**
   * Height of the picture. [px]
   *
   * @default {320}
   */
  readonly height?: number;
  /**
   * Document in which the picture is made.
   *
   * @default {emptyDocument()}
   */
  readonly document?: Document;
}

/** Okabe and Ito's palette: told apart by people of any colour vision. */
const COLOURS = { "self-consumed": "#e69f00", "import": "#0072b2", "export": "#009e73" } as const;
type Part = keyof typeof COLOURS;

/**
 * Draws stacked bars per period: self-consumed and import upwards, which together are the
 * consumption, export downwards. Periods that are not complete are pale; unknown energies are
 * missing.
 *
 * @returns A figure that displays by itself in the Deno kernel; its `outerHTML` is the picture.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyEnergyPlot } from "./daily_energy.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * const figure = await dailyEnergyPlot(none);
 * assert(figure.outerHTML.includes("<svg"));
 * ```
 */
export async function dailyEnergyPlot(
  table: EnergyTable,
  options: DailyEnergyPlotOptions = {},
): Promise<HTMLElement | SVGSVGElement> {
  const { width = 800, height = 320, document = await emptyDocument() } = options;
  const Plot = await import("@observablehq/plot");
  const bars = table.rows.flatMap(barsOf);
  const known = table.rows.filter((row) => row.consumption_kwh !== null);
  return Plot.plot({
    document,
    width,
    height,
    marginLeft: 44,
    ariaLabel: `Energy per ${table.kind} in kWh`,
    style: { background: "white", color: "#222", fontSize: "12px" },
    x: {
      type: "band",
      // A day without data keeps its place.
      domain: table.rows.map((row) => row.date),
      label: null,
      padding: 0.15,
      ticks: someTicks(table.rows),
      tickSize: 4,
    },
    y: {
      grid: true,
      label: "↑ used · kWh · fed in ↓",
      tickFormat: (kwh: number) => `${Math.abs(kwh)}`,
    },
    color: { domain: Object.keys(COLOURS), range: Object.values(COLOURS), legend: true },
    marks: [
      Plot.barY(bars, {
        x: "date",
        y: "kwh",
        fill: "part",
        fillOpacity: (bar: Bar) => bar.isComplete ? 1 : 0.35,
        title: (bar: Bar) => `${bar.date} ${bar.part}: ${Math.abs(bar.kwh).toFixed(2)} kWh`,
      }),
      Plot.tickY(known, {
        x: "date",
        y: "consumption_kwh",
        stroke: "#222",
        strokeWidth: 1.5,
        title: (row: EnergyRow) =>
          `${row.date} consumption: ${row.consumption_kwh!.toFixed(2)} kWh`,
      }),
      Plot.ruleY([0], { stroke: "#222" }),
    ],
  });
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
    ["self-consumed", row.self_consumed_kwh],
    ["import", row.import_kwh],
    ["export", row.export_kwh === null ? null : -row.export_kwh],
  ];
  return parts.flatMap(([part, kwh]) =>
    kwh === null ? [] : [{ date: row.date, part, kwh, isComplete: row.complete }]
  );
}

/** As many labels as find room, at even distances. */
function someTicks(rows: readonly EnergyRow[]): string[] {
  const stride = Math.max(1, Math.ceil(rows.length / 9));
  return rows.filter((_, i) => i % stride === 0).map((row) => row.date);
}
