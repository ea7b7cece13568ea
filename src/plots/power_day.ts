/**
 * The power of one day.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import { WattbookError } from "../errors.ts";
import { axisLabel, drawingArea, grown, type PlotLibrary } from "./axes.ts";
import type { ConsumerPart } from "./consumer_parts.ts";
import {
  consumersLegend,
  consumersOfDay,
  drawCharge,
  drawConsumers,
  hoursAxis,
  LEFT,
  RIGHT,
} from "./day_panels.ts";
import { nightsOf, type Outage, outagesOf } from "./daylight.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import type { LegendEntry } from "./legend.ts";
import { formatPower, meansOf, POWER_LOOKS } from "./looks.ts";
import { periodName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import { type ClockChange, clockChange, hoursOf, type Period } from "../time.ts";

/** Options of {@linkcode powerDayPlot}. */
export interface PowerDayPlotOptions extends FigureOptions {
  /**
   * The local day, `YYYY-MM-DD`.
   *
   * @default {the last day of the table}
   */
  readonly day?: string;
  /**
   * Height of the curves with their axes. [px]
   *
   * @default {320, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws one local day: load, generation and signed grid power, export below zero. Nights are
 * shaded, and so are gaps in the samples; no line runs across a gap. Times are those of the clock
 * on the wall; a day of 23 or 25 hours is as long as it was. Below stand what the named consumers
 * used, and the state of charge of a battery, in a house that has them.
 *
 * @param power A power table with the day in it; slots of one or five minutes show most.
 * @throws {WattbookError} `NO_DATA` if the table does not have the day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerDayPlot } from "./power_day.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [power] } = await analyseDays(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-10-26",
 *   to: "2025-10-26",
 *   power: [{ step: 900_000 }],
 * });
 * const figure = await powerDayPlot(power!);
 * assert(figure.outerHTML.includes("26 Oct 2025"));
 * ```
 */
export function powerDayPlot(
  power: PowerTable,
  options: PowerDayPlotOptions = {},
): Promise<Figure> {
  const day = pickDay(power, options.day);
  const outages = outagesOf(power, day), consumers = consumersOfDay(power, day);
  const change = clockChange(day, power.zone);
  return drawFigure(options, async (canvas) => ({
    title: `Power on ${periodName(day.label)}`,
    subtitle: `${weekdayOf(day.label)} · ${power.zone} · ${meansOf(power.step)}` +
      (change ? ` · ${nameOf(change)}: ${hoursOf(day)}\u00a0hours` : ""),
    description: describe(power, day, outages.length),
    legend: legendOf(canvas, {
      hasNight: nightsOf(power, day).length > 0,
      hasBattery: power.battery_w !== undefined,
      consumers,
      outages,
    }),
    body: [
      await drawDay(power, day, {
        ...canvas,
        height: options.height ?? grown(320, options.width),
        change,
      }),
      ...consumers.length > 0 ? [await drawConsumers(power, consumers, day, canvas)] : [],
      ...power.soc ? [await drawCharge(power, power.soc, day, canvas)] : [],
    ],
  }));
}

function pickDay({ days }: PowerTable, label: string | undefined): Period {
  const day = label === undefined ? days.at(-1) : days.find((one) => one.label === label);
  if (day) return day;
  throw new WattbookError("NO_DATA", `The power table has no day ${label ?? "at all"}`, {
    hint: `It holds ${days.length} days, from ${days[0]?.label} to ${days.at(-1)?.label}.`,
  });
}

async function drawDay(
  power: PowerTable,
  day: Period,
  { width, height, palette, tooltips, document, change }: Canvas & {
    height: number;
    change: ClockChange | null;
  },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const points = pointsOf(power, day);
  const line = (name: "load" | "generation", colour: string) =>
    Plot.lineY(points, { x: "time", y: name, z: null, stroke: colour, strokeWidth: 1.5 });
  const area = (name: "import" | "export" | "generation", colour: string, opacity: number) =>
    Plot.areaY(points, { x: "time", y: name, z: null, fill: colour, fillOpacity: opacity });
  // What the battery gives lies on the import, what it takes below the export.
  const stored = (from: "import" | "export", to: "discharged" | "charged") =>
    Plot.areaY(points, {
      x: "time",
      y1: from,
      y2: to,
      z: null,
      fill: palette.battery,
      fillOpacity: 0.6,
    });
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [day.start, day.end], label: null },
    y: { nice: true, label: null, ...domainOf(points) },
    marks: [
      axisLabel(Plot, power.battery_w ? WITH_BATTERY : WITHOUT_BATTERY, {
        marginLeft: LEFT,
        palette,
      }),
      Plot.rect(nightsOf(power, day), { x1: "start", x2: "end", fill: palette.night }),
      Plot.rect(outagesOf(power, day), {
        x1: "start",
        x2: "end",
        fill: palette.alert,
        fillOpacity: 0.22,
        ...tooltips && { title: ({ label, evidence }: Outage) => `${label}: ${evidence}` },
      }),
      Plot.gridY({ stroke: palette.rule, strokeOpacity: 1 }),
      Plot.axisY({ label: null, color: palette.muted }),
      hoursAxis(Plot, { day, zone: power.zone, width, palette }),
      area("generation", palette.generation, 0.3),
      area("import", palette.import, 0.75),
      area("export", palette.export, 0.75),
      ...power.battery_w ? [stored("import", "discharged"), stored("export", "charged")] : [],
      line("generation", palette.generation),
      line("load", palette.load),
      Plot.ruleY([0], { stroke: palette.ink }),
      ...(change ? drawChange(Plot, change, palette.ink) : []),
    ],
  }) as SVGSVGElement;
}

const WITHOUT_BATTERY = "↑ kW (below zero: export)";
const WITH_BATTERY = "↑ kW (below zero: export, charging)";
function nameOf({ before, after }: ClockChange): string {
  return after > before ? "clocks forward" : "clocks back";
}

function drawChange(Plot: PlotLibrary, change: ClockChange, colour: string) {
  return [
    Plot.ruleX([change.at], { stroke: colour, strokeDasharray: "2 3" }),
    Plot.text([change], {
      x: "at",
      text: nameOf,
      frameAnchor: "top",
      textAnchor: "start",
      dx: 4,
      dy: 4,
      fill: colour,
    }),
  ];
}

/** One slot. Absent powers are NaN and interrupt their lines. [kW] */
interface Point {
  readonly time: number;
  readonly load: number;
  readonly generation: number;
  readonly import: number;
  readonly export: number;
  /** Import and what the battery gives. */
  readonly discharged: number;
  /** Export and what the battery takes. */
  readonly charged: number;
}

function pointsOf({ time, step, ...power }: PowerTable, { start, end }: Period): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < time.length; i++) {
    if (time[i]! < start || time[i]! >= end) continue;
    const imported = power.import_w[i]! / 1000, exported = -power.export_w[i]! / 1000;
    const battery = (power.battery_w?.[i] ?? 0) / 1000;
    points.push({
      time: Math.min(time[i]! + step / 2, end),
      load: power.load_w[i]! / 1000,
      generation: power.generation_w[i]! / 1000,
      import: imported,
      export: exported,
      discharged: imported + Math.max(0, battery),
      charged: exported + Math.min(0, battery),
    });
  }
  return points;
}

/** A scale for days without samples or with zeros only. */
function domainOf(points: readonly Point[]): { domain?: [number, number] } {
  const known = points.some((point) => point.load > 0 || point.import > 0 || point.generation > 0);
  return known ? {} : { domain: [-1, 1] };
}

function legendOf(
  { palette }: Canvas,
  { hasNight, hasBattery, consumers, outages }: {
    hasNight: boolean;
    hasBattery: boolean;
    consumers: readonly ConsumerPart[];
    outages: readonly Outage[];
  },
): LegendEntry[] {
  const { load_w, generation_w, import_w, export_w } = POWER_LOOKS;
  return [
    { label: load_w.label, colour: palette.load, shape: "line" },
    { label: generation_w.label, colour: palette.generation, shape: "line" },
    { label: import_w.label, colour: palette.import, opacity: 0.75 },
    { label: export_w.label, colour: palette.export, opacity: 0.75 },
    ...(hasBattery ? [{ label: "battery", colour: palette.battery, opacity: 0.6 }] : []),
    ...consumersLegend(consumers, palette),
    ...(hasNight ? [{ label: "sun below horizon", colour: palette.night }] : []),
    ...[...new Set(outages.map(({ label }) => label))].map((label) => (
      { label, colour: palette.alert, opacity: 0.22 }
    )),
  ];
}

function weekdayOf(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en", {
    weekday: "long",
    timeZone: "UTC",
  });
}

function describe(power: PowerTable, day: Period, outages: number): string {
  const most = (name: "load_w" | "generation_w" | "export_w") => {
    const known = power[name].filter((watts, i) =>
      power.time[i]! >= day.start && power.time[i]! < day.end && !Number.isNaN(watts)
    );
    return known.length === 0 ? "unknown" : formatPower(known.reduce((a, b) => Math.max(a, b)));
  };
  return `Curves over the hours of the day in kW. Greatest mean of a slot: load ${
    most("load_w")
  }, generation ${most("generation_w")}, export ${most("export_w")}. ${
    outages === 0 ? "No gaps" : `${outages} gap${outages === 1 ? "" : "s"}`
  } in the samples.`;
}
