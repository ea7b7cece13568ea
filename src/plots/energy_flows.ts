/**
 * The energies that a picture of flows shows, and its words.
 *
 * @module
 */

import type { BatteryFigures } from "../energy/battery_balance.ts";
import type { EnergyRow } from "../energy/table.ts";
import { textWidth } from "./svg.ts";
import type { Colour } from "./theme.ts";

/** Height of a line of a label. [px] */
export const LINE = 15.6;

/** A place where energy comes from or goes to. */
export interface Place {
  readonly id: "pv" | "grid" | "house" | "feed_in" | "battery" | "kept";
  readonly label: string;
  readonly colour: Colour;
}

/** Energy that flows from one place to another. */
export interface Flow {
  readonly source: Place["id"];
  readonly target: Place["id"];
  /** [kWh] */
  readonly value: number;
  readonly colour: Colour;
  readonly label: string;
}

const PLACES: readonly Place[] = [
  { id: "pv", label: "PV yield", colour: "generation" },
  { id: "grid", label: "Import from the grid", colour: "import" },
  // Above the consumption, so that no flow crosses another.
  { id: "feed_in", label: "Feed-in (export)", colour: "export" },
  { id: "house", label: "Consumption", colour: "load" },
];

/** With a battery in the middle, flows cross least in this order. */
const PLACES_WITH_BATTERY: readonly Place[] = [
  { id: "pv", label: "PV yield", colour: "generation" },
  { id: "feed_in", label: "Feed-in (export)", colour: "export" },
  { id: "grid", label: "Import from the grid", colour: "import" },
  { id: "house", label: "Consumption", colour: "load" },
  { id: "battery", label: "Battery", colour: "battery" },
  { id: "kept", label: "Lost or still stored", colour: "gap" },
];

export function flowsOf(total: EnergyRow): Flow[] {
  return (total.battery ? batteryFlows(total, total.battery) : plainFlows(total))
    .filter(({ value }) => value > 0);
}

function batteryFlows(total: EnergyRow, battery: BatteryFigures): Flow[] {
  const flow = (
    source: Place["id"],
    target: Place["id"],
    value: number,
    colour: Colour,
    label: string,
  ): Flow => ({ source, target, value, colour, label });
  const charged = battery.battery_charged_kwh!, given = battery.battery_discharged_kwh!;
  const fromGrid = battery.battery_from_grid_kwh!, toGrid = battery.battery_to_grid_kwh!;
  return [
    flow("pv", "house", battery.direct_use_kwh!, "self_consumed", "used at once"),
    flow("pv", "feed_in", total.export_kwh! - toGrid, "export", "fed in"),
    flow("pv", "battery", charged - fromGrid, "self_consumed", "charged by PV"),
    flow("grid", "battery", fromGrid, "import", "charged by the grid"),
    flow("grid", "house", total.import_kwh! - fromGrid, "import", "import"),
    flow("battery", "house", battery.stored_use_kwh!, "battery", "from the battery"),
    flow("battery", "feed_in", toGrid, "battery", "fed in by the battery"),
    flow("battery", "kept", charged - given, "gap", "lost or still stored"),
  ];
}

function plainFlows(total: EnergyRow): Flow[] {
  return [
    {
      source: "pv",
      target: "house",
      value: total.self_consumed_kwh!,
      colour: "self_consumed",
      label: "self-consumed",
    },
    {
      source: "pv",
      target: "feed_in",
      value: total.export_kwh!,
      colour: "export",
      label: "export",
    },
    {
      source: "grid",
      target: "house",
      value: total.import_kwh!,
      colour: "import",
      label: "import",
    },
  ];
}

export function placesOf({ battery }: EnergyRow): readonly Place[] {
  return battery ? PLACES_WITH_BATTERY : PLACES;
}

/** A thinner flow has its label above it, which would hide it. [px] */
const THIN = 16;

/** What share each flow has of both ends, in as many lines as it needs. */
export function shareLabels(
  total: EnergyRow,
  links: readonly (Flow & {
    readonly y0?: number | undefined;
    readonly y1?: number | undefined;
    readonly width?: number | undefined;
  })[],
  room: number,
): { y: number; lines: string[] }[] {
  const percent = (part: number, whole: number) => `${(part / whole * 100).toFixed(0)} %`;
  return links.map(({ label, value, y0 = 0, y1 = 0, width = 0 }) => {
    const parts = [
      ...(label === "import" ? [] : [`${percent(value, total.yield_kwh!)} of the yield`]),
      ...(label === "export"
        ? []
        : [`${percent(value, total.consumption_kwh!)} of the consumption`]),
    ];
    const line = parts.join(" · "), lines = textWidth(line, 12) <= room ? [line] : parts;
    const aside = width < THIN ? width / 2 + LINE * lines.length / 2 : 0;
    return { y: (y0 + y1) / 2 - aside, lines };
  }).toSorted((a, b) => a.y - b.y);
}

/** What part of the consumption did not come from the grid. */
export function sourceShare({ autarky }: EnergyRow): string[] {
  return autarky === null ? [] : [`${(100 * autarky).toFixed(0)} % from PV`];
}
