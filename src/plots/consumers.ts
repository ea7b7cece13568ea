/**
 * What each consumer used, as bars.
 *
 * @module
 */

import type { EnergyTable } from "../energy/table.ts";
import { counted } from "../text.ts";
import { grown } from "./axes.ts";
import { consumerParts } from "./consumer_parts.ts";
import { type BarPart, drawEnergyBars, hasPale, PALE } from "./energy_bars.ts";
import { drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

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
  // The top of a single part is the consumption.
  const hasTotal = parts.length > 1;
  return drawFigure(options, async (canvas) => ({
    title: `Consumption per ${kind}`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table, parts),
    legend: [
      ...parts.map(({ label, colourOf }) => ({ label, colour: colourOf(canvas.palette) })),
      ...hasTotal
        ? [{ label: "consumption", colour: canvas.palette.load, shape: "line" as const }]
        : [],
      ...hasPale({ table, parts })
        ? [{
          label: "faded: day not complete",
          colour: parts[0]!.colourOf(canvas.palette),
          opacity: PALE,
        }]
        : [],
    ],
    body: [
      await drawEnergyBars({
        ...{ table, parts, hasTotal, axis: "↑ kWh", height: grown(300, canvas.width) },
      }, canvas),
    ],
  }));
}

function partsOf({ devices, rows }: EnergyTable): BarPart[] {
  const names = devices?.consumers ?? [];
  const used = (name: string) =>
    rows.reduce((sum, { consumed }) => sum + (consumed?.consumers[name] ?? 0), 0);
  return [
    ...consumerParts(names, used).map(({ label, names, colourOf }): BarPart => ({
      label,
      colourOf,
      kwhOf: ({ consumed }) => sumOf(names.map((name) => consumed?.consumers[name] ?? null)),
    })),
    {
      label: names.length > 0 ? "everything else" : "the whole house",
      colourOf: ({ muted }) => muted,
      kwhOf: ({ consumed, consumption_kwh }) =>
        names.length > 0 ? consumed?.other_kwh ?? null : consumption_kwh,
    },
  ];
}

/** `null` only if nothing is known. */
function sumOf(energies: readonly (number | null)[]): number | null {
  const known = energies.filter((kwh) => kwh !== null);
  return known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0);
}

function describe({ rows, kind }: EnergyTable, parts: readonly BarPart[]): string {
  const sums = parts.map(({ label, kwhOf }) =>
    `${label} ${rows.reduce((sum, row) => sum + (kwhOf(row) ?? 0), 0).toFixed(0)} kWh`
  );
  return `Bars of the consumption of ${counted(rows.length, kind)}: ${sums.join(", ")}.`;
}
