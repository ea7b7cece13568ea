/**
 * What each consumer used, as bars.
 *
 * @module
 */

import type { EnergyTable } from "../energy/table.ts";
import { counted } from "../text.ts";
import { type BarPart, drawEnergyBars, hasPale, PALE } from "./energy_bars.ts";
import { drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import { colourOfNth } from "./theme.ts";

/**
 * Draws stacked bars per period: what each named consumer used, and what everything else did. Together
 * they are the consumption. In a house without named consumers the whole consumption is one part.
 *
 * @param table Days, or what {@linkcode rollUp} made of them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { consumersPlot } from "./consumers.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert((await consumersPlot(none)).outerHTML.includes("no days"));
 * ```
 */
export function consumersPlot(table: EnergyTable, options: FigureOptions = {}): Promise<Figure> {
  const { rows, kind, zone } = table, parts = partsOf(table);
  return drawFigure(options, async (canvas) => ({
    title: `Consumption per ${kind}`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table, parts),
    legend: [
      ...parts.map(({ label, colourOf }) => ({ label, colour: colourOf(canvas.palette) })),
      { label: "consumption", colour: canvas.palette.load, shape: "line" as const },
      ...hasPale({ table, parts })
        ? [{
          label: "pale: day not complete",
          colour: parts[0]!.colourOf(canvas.palette),
          opacity: PALE,
        }]
        : [],
    ],
    body: [await drawEnergyBars({ table, parts, axis: "↑ kWh", height: 300 }, canvas)],
  }));
}

function partsOf({ devices }: EnergyTable): BarPart[] {
  const names = devices?.consumers ?? [];
  return [
    ...names.map((name, index): BarPart => ({
      label: name.replaceAll("_", " "),
      colourOf: (palette) => colourOfNth(palette, index),
      kwhOf: ({ consumed }) => consumed?.consumers[name] ?? null,
    })),
    {
      label: names.length > 0 ? "everything else" : "the whole house",
      colourOf: ({ muted }) => muted,
      kwhOf: ({ consumed, consumption_kwh }) =>
        names.length > 0 ? consumed?.other_kwh ?? null : consumption_kwh,
    },
  ];
}

function describe({ rows, kind }: EnergyTable, parts: readonly BarPart[]): string {
  const sums = parts.map(({ label, kwhOf }) =>
    `${label} ${rows.reduce((sum, row) => sum + (kwhOf(row) ?? 0), 0).toFixed(0)} kWh`
  );
  return `Bars of the consumption of ${counted(rows.length, kind)}: ${sums.join(", ")}.`;
}
