/**
 * The panels below the powers of a day: what used the power, and the state of charge.
 *
 * @module
 */

import type * as PlotModule from "@observablehq/plot";
import type { PowerTable } from "../energy/power.ts";
import type { Period } from "../time.ts";
import { drawingArea, grown, type PlotLibrary, verticalAxis } from "./axes.ts";
import { type ConsumerPart, consumerParts } from "./consumer_parts.ts";
import type { Canvas } from "./figure.ts";
import type { LegendEntry } from "./legend.ts";
import { hourTicks } from "./period_ticks.ts";
import type { Palette } from "./theme.ts";

/** Margins of all panels of a day. [px] */
export const LEFT = 48, RIGHT = 20;
/** Heights with the axis. [px] */
const CONSUMERS_HEIGHT = 160, CHARGE_HEIGHT = 110;

/** The hours of the day on the horizontal axis, the same in all panels. */
export function hoursAxis(
  Plot: PlotLibrary,
  { day, zone, width, palette }: {
    readonly day: Period;
    readonly zone: string;
    /** Of the picture. [px] */
    readonly width: number;
    readonly palette: Palette;
  },
): PlotModule.CompoundMark {
  const ticks = hourTicks(day, zone, width - LEFT - RIGHT);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  return Plot.axisX({
    ticks: ticks.map(({ at }) => at),
    tickFormat: (at: number) => labels.get(at) ?? "",
    color: palette.muted,
  });
}

/** The slots of a table that are in a day. */
function slotsOf({ time }: PowerTable, { start, end }: Period): number[] {
  return [...time.keys()].filter((slot) => time[slot]! >= start && time[slot]! < end);
}

/** The state of charge in percent. */
export async function drawCharge(
  power: PowerTable,
  soc: Float64Array,
  day: Period,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const points = slotsOf(power, day).map((slot) => (
    { time: power.time[slot]!, percent: 100 * soc[slot]! }
  ));
  const height = grown(CHARGE_HEIGHT, width);
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [day.start, day.end], label: null },
    y: { domain: [0, 100], label: null },
    marks: [
      ...verticalAxis(Plot, "↑ state of charge [%]", { marginLeft: LEFT, palette, ticks: 2 }),
      hoursAxis(Plot, { day, zone: power.zone, width, palette }),
      Plot.areaY(points, { x: "time", y: "percent", fill: palette.battery, fillOpacity: 0.2 }),
      Plot.lineY(points, { x: "time", y: "percent", stroke: palette.battery, strokeWidth: 1.5 }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

/** The consumers of a day, the largest ones by name; none in a house without named consumers. */
export function consumersOfDay(power: PowerTable, day: Period): ConsumerPart[] {
  const { consumers = [] } = power, slots = slotsOf(power, day);
  const energies = new Map(consumers.map(({ name, power_w }) => [
    name,
    slots.reduce((sum, slot) => sum + (power_w[slot]! || 0), 0),
  ]));
  return consumerParts([...energies.keys()], (name) => energies.get(name)!);
}

const REST = "everything else";

/** What {@linkcode drawConsumers} shows. */
export function consumersLegend(parts: readonly ConsumerPart[], palette: Palette): LegendEntry[] {
  return parts.length === 0 ? [] : [
    ...parts.map(({ label, colourOf }) => ({ label, colour: colourOf(palette) })),
    { label: REST, colour: palette.muted },
  ];
}

/** What used the power, stacked up to the load. */
export async function drawConsumers(
  power: PowerTable,
  parts: readonly ConsumerPart[],
  day: Period,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const { consumers = [], time, step, load_w } = power, slots = slotsOf(power, day);
  const floor = new Float64Array(time.length), isUnknown = new Uint8Array(time.length);
  const layer = (from: (slot: number) => number, to: (slot: number) => number) =>
    slots.map((slot) => (
      { time: Math.min(time[slot]! + step / 2, day.end), low: from(slot), high: to(slot) }
    ));
  const layers = parts.map(({ names, colourOf }) => {
    const below = floor.slice();
    const own = consumers.filter(({ name }) => names.includes(name));
    for (const slot of slots) {
      for (const { power_w } of own) {
        if (Number.isNaN(power_w[slot]!)) isUnknown[slot] = 1;
        else floor[slot]! += power_w[slot]! / 1000;
      }
    }
    const above = floor.slice();
    return { colour: colourOf(palette), points: layer((i) => below[i]!, (i) => above[i]!) };
  });
  // How much the rest is can be said only where all consumers are known.
  const rest = layer(
    (slot) => floor[slot]!,
    (slot) => isUnknown[slot] ? NaN : Math.max(floor[slot]!, load_w[slot]! / 1000),
  );
  const most = [...layers.flatMap(({ points }) => points), ...rest]
    .reduce((a, { high }) => Number.isNaN(high) ? a : Math.max(a, high), 0);
  const height = grown(CONSUMERS_HEIGHT, width);
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [day.start, day.end], label: null },
    y: { nice: true, label: null, domain: [0, most || 1] },
    marks: [
      ...verticalAxis(Plot, "↑ kW by consumer", { marginLeft: LEFT, palette, ticks: 4 }),
      hoursAxis(Plot, { day, zone: power.zone, width, palette }),
      ...[...layers, { colour: palette.muted, points: rest }].map(({ colour, points }) =>
        Plot.areaY(points, { x: "time", y1: "low", y2: "high", fill: colour })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}
