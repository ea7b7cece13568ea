/**
 * The energy table as bars.
 *
 * @module
 */

import type { EnergyTable } from "../energy/table.ts";
import { grown } from "./axes.ts";
import { type BarPart, drawEnergyBars, hasPale, PALE } from "./energy_bars.ts";
import { drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import type { Colour } from "./theme.ts";

/** Options of {@linkcode dailyEnergyPlot}. */
export interface DailyEnergyPlotOptions extends FigureOptions {
  /**
   * Height of the bars with their axes. [px]
   *
   * @default {300, more beyond a width of 900}
   */
  readonly height?: number;
}

function part(label: string, colour: Colour, kwhOf: BarPart["kwhOf"]): BarPart {
  return { label, colourOf: (palette) => palette[colour], kwhOf };
}

const EXPORT = part(
  "export",
  "export",
  ({ export_kwh }) => export_kwh === null ? null : -export_kwh,
);
const PARTS: readonly BarPart[] = [
  part("self-consumed", "self_consumed", (row) => row.self_consumed_kwh),
  part("import", "import", (row) => row.import_kwh),
  EXPORT,
];
/** With a battery, what the house used comes from three sources. */
const PARTS_WITH_BATTERY: readonly BarPart[] = [
  part("PV, used at once", "self_consumed", ({ battery }) => battery?.direct_use_kwh ?? null),
  part("from the battery", "battery", ({ battery }) => battery?.stored_use_kwh ?? null),
  // What the grid charges is used on another day.
  part(
    "import",
    "import",
    ({ import_kwh, battery }) =>
      import_kwh === null ? null : import_kwh - (battery?.battery_from_grid_kwh ?? 0),
  ),
  EXPORT,
];

function partsOf({ devices }: EnergyTable): readonly BarPart[] {
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
  const { rows, kind, zone } = table, parts = partsOf(table);
  return drawFigure(options, async (canvas) => ({
    title: `Energy per ${kind}`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table),
    legend: [
      ...parts.filter(({ kwhOf }) => rows.some((row) => Math.abs(kwhOf(row) ?? 0) > 0))
        .map(({ label, colourOf }) => ({ label, colour: colourOf(canvas.palette) })),
      ...(rows.some(({ consumption_kwh }) => consumption_kwh !== null)
        ? [{ label: "consumption", colour: canvas.palette.load, shape: "line" as const }]
        : []),
      ...(hasPale({ table, parts })
        ? [{
          label: "faded: day not complete",
          colour: canvas.palette.self_consumed,
          opacity: PALE,
        }]
        : []),
    ],
    body: [
      await drawEnergyBars({
        ...{ table, parts, height: options.height ?? grown(300, options.width) },
        axis: "↑ used in the house [kWh] fed in ↓",
      }, canvas),
    ],
  }));
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
