/**
 * A typical day with and without a battery.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { PricedInput } from "../money/battery_input.ts";
import { batteryModel } from "../money/battery_model.ts";
import { runRule } from "../money/battery_rule.ts";
import type { SizedBattery } from "../money/battery_sizes.ts";
import { HOUR, MINUTE, offsetAt } from "../time.ts";
import { drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode batteryDayPlot}. */
export interface BatteryDayPlotOptions extends FigureOptions {
  /** Capacity of the battery. [kWh] @default {the middle one} */
  readonly kwh?: number | undefined;
  /** Its power. [kW] @default {the first} */
  readonly kw?: number | undefined;
  /** Name of the tariff. @default {the first} */
  readonly tariff?: string | undefined;
}

/** What the picture is drawn from. */
export interface DrawnDay {
  readonly batteries: readonly SizedBattery[];
  readonly priced: readonly PricedInput[];
  readonly tariffs: readonly string[];
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The simulated battery that is meant.
 *
 * @throws {WattbookError} `BAD_OPTION` if there is none.
 */
export function chosenBattery(
  { batteries, tariffs }: Pick<DrawnDay, "batteries" | "tariffs">,
  { kwh, kw, tariff = tariffs[0] }: Pick<BatteryDayPlotOptions, "kwh" | "kw" | "tariff">,
): SizedBattery {
  const own = batteries.filter((one) =>
    one.tariff === tariff && one.spec.kw === (kw ?? batteries[0]?.spec.kw)
  );
  const found = kwh === undefined
    ? own[(own.length - 1) >> 1]
    : own.find(({ spec }) => spec.kwh === kwh);
  if (found) return found;
  const wanted = [kwh === undefined ? "" : `${kwh} kWh`, kw === undefined ? "" : `${kw} kW`]
    .filter(Boolean).join(" and ");
  throw new WattbookError(
    "BAD_OPTION",
    `No battery with ${wanted || "that size"} was simulated under tariff '${tariff}'`,
    { hint: "Choose one of the rows of the frame." },
  );
}

/** Means of a quarter of an hour of the day. */
interface Quarter {
  readonly hour: number;
  /** [kW] */
  readonly before: number;
  /** [kW] */
  readonly after: number;
  /** [kWh] */
  readonly stored: number;
}

const QUARTERS = 96;

/**
 * Draws the mean grid power by time of day, without the battery and with it, and the mean charge. Above
 * zero the house draws from the grid.
 */
export function batteryDayPlot(
  drawn: DrawnDay,
  options: BatteryDayPlotOptions = {},
): Promise<Figure> {
  const { spec, tariff } = chosenBattery(drawn, options);
  const quarters = meanDay(drawn.priced[drawn.tariffs.indexOf(tariff)]!, spec, drawn.zone);
  return drawFigure(options, async (canvas) => {
    const { palette } = canvas;
    return {
      title: `A typical day with a battery of ${sizeOf(spec)}`,
      subtitle: `${
        spanName(drawn.from, drawn.to)
      } · ${drawn.zone} · means by time of day, self-use rule`,
      description: describe(quarters),
      legend: [
        { label: "grid, without", colour: palette.import, shape: "dashes" },
        { label: "grid, with the simulated battery", colour: palette.import, shape: "line" },
        { label: "charge", colour: palette.battery, shape: "line" },
      ],
      body: [await drawGrid(quarters, canvas), await drawCharge(quarters, spec.kwh, canvas)],
    };
  });
}

/** Capacity and power, of which no line ends between number and unit. */
export function sizeOf({ kwh, kw }: Pick<SizedBattery["spec"], "kwh" | "kw">): string {
  return `${kwh}\u00a0kWh, ${kw}\u00a0kW`;
}

function meanDay(
  { native: { flows, prices } }: PricedInput,
  spec: SizedBattery["spec"],
  zone: string,
): Quarter[] {
  const record = {
    imported: new Float64Array(flows.time.length),
    exported: new Float64Array(flows.time.length),
    stored: new Float64Array(flows.time.length),
  };
  runRule(flows, prices, batteryModel(spec), { stored: 0, record });
  const sums = Array.from(
    { length: QUARTERS },
    () => ({ hours: 0, before: 0, after: 0, stored: 0 }),
  );
  const kept = spec.kwh * (spec.minCharge ?? 0);
  for (let i = 0, local = NaN, known = NaN; i < flows.time.length; i++) {
    const hours = flows.hours[i]!, time = flows.time[i]!;
    if (hours === 0) continue;
    // Offsets change at whole quarters of an hour.
    const quarter = Math.floor(time / (15 * MINUTE));
    if (quarter !== known) {
      known = quarter;
      local = Math.floor((time + offsetAt(time, zone)) / (15 * MINUTE)) % QUARTERS;
    }
    const sum = sums[local]!;
    sum.hours += hours;
    sum.before += flows.imported[i]! - flows.exported[i]!;
    sum.after += record.imported[i]! - record.exported[i]!;
    sum.stored += hours * (kept + record.stored[i]!);
  }
  return sums.map(({ hours, before, after, stored }, i) => ({
    hour: (i + 0.5) * 15 * MINUTE / HOUR,
    before: before / hours,
    after: after / hours,
    stored: stored / hours,
  })).filter(({ before }) => !Number.isNaN(before));
}

const LEFT = 48, RIGHT = 20;

function hoursOf(width: number): number[] {
  return width < 500 ? [0, 6, 12, 18, 24] : [0, 3, 6, 9, 12, 15, 18, 21, 24];
}

async function drawGrid(
  quarters: readonly Quarter[],
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(240, width) }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [0, 24], label: null },
    y: { nice: true, zero: true, label: null },
    marks: [
      ...verticalAxis(Plot, "↑ kW from the grid", { marginLeft: LEFT, palette, ticks: 5 }),
      Plot.axisX({ ticks: hoursOf(width), tickFormat: clock, label: null, color: palette.muted }),
      Plot.lineY(quarters, {
        ...{ x: "hour", y: "before", stroke: palette.import },
        ...{ strokeWidth: 1.5, strokeDasharray: "4 3" },
      }),
      Plot.lineY(quarters, { x: "hour", y: "after", stroke: palette.import, strokeWidth: 2 }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

async function drawCharge(
  quarters: readonly Quarter[],
  kwh: number,
  { width, palette, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(150, width) }, { left: LEFT, right: RIGHT }),
    x: { type: "linear", domain: [0, 24], label: null },
    y: { domain: [0, kwh], label: null },
    marks: [
      ...verticalAxis(Plot, "↑ kWh in the battery", { marginLeft: LEFT, palette, ticks: 4 }),
      Plot.axisX({ ticks: hoursOf(width), tickFormat: clock, label: null, color: palette.muted }),
      Plot.areaY(quarters, { x: "hour", y: "stored", fill: palette.battery, fillOpacity: 0.3 }),
      Plot.lineY(quarters, { x: "hour", y: "stored", stroke: palette.battery, strokeWidth: 2 }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

function describe(quarters: readonly Quarter[]): string {
  if (quarters.length === 0) return "No known flows.";
  const top = quarters.reduce((a, b) => b.stored > a.stored ? b : a);
  const drawn = (of: "before" | "after") =>
    quarters.reduce((sum, quarter) => sum + Math.max(0, quarter[of]) / 4, 0).toFixed(1);
  return `Mean power at the grid by time of day. Positive means together ${
    drawn("before")
  } kWh a ` +
    `day without the battery, ${drawn("after")} kWh with it. The mean charge is greatest at ${
      clock(Math.floor(top.hour))
    } with ${top.stored.toFixed(1)} kWh.`;
}
