/**
 * Money per period as bars.
 *
 * @module
 */

import type { MoneyRow, MoneyTable } from "../money/money_table.ts";
import { barInset, drawingArea, grown, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { periodName, periodTicks, spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";
import type { Colour } from "./theme.ts";
import { counted } from "../text.ts";

/** Options of {@linkcode moneyPlot}. */
export interface MoneyPlotOptions extends FigureOptions {
  /**
   * Height of the bars with their axes. [px]
   *
   * @default {300, more beyond a width of 900}
   */
  readonly height?: number;
}

const PARTS: readonly {
  readonly label: string;
  readonly colour: Colour;
  readonly of: (row: MoneyRow) => number | null;
}[] = [
  { label: "energy from the grid", colour: "import", of: ({ cost }) => cost },
  { label: "fixed fees", colour: "fees", of: ({ fees }) => fees },
  { label: "feed-in", colour: "export", of: ({ revenue }) => revenue === null ? null : -revenue },
];

const PALE = 0.4;
const LEFT = 48, RIGHT = 12;

/**
 * Draws cost and fees upwards and the revenue of the feed-in downwards; a mark at the net amount with
 * its band. Days that are not complete are pale, unknown amounts are missing.
 *
 * @param table Days, or what {@linkcode rollUpMoney} made of them.
 */
export function moneyPlot(table: MoneyTable, options: MoneyPlotOptions = {}): Promise<Figure> {
  const { rows, kind, zone, currency, tariff } = table;
  const incomplete = rows.filter(({ complete, net }) => !complete && net !== null).length;
  return drawFigure(options, async (canvas) => ({
    title: `Money per ${kind} at '${tariff}'`,
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone}`,
    description: describe(table),
    legend: [
      ...PARTS.filter(({ of }) => rows.some((row) => Math.abs(of(row) ?? 0) > 0))
        .map(({ label, colour }) => ({ label, colour: canvas.palette[colour] })),
      { label: "net, with its band", colour: canvas.palette.load, shape: "line" as const },
      ...kind === "day" && incomplete > 0
        ? [{
          label: "faded: day not complete",
          colour: canvas.palette.import,
          opacity: PALE,
        }]
        : [],
    ],
    notes: [
      "History: measured energy at the prices of this tariff.",
      // One gap of hours is no reason to draw a month pale.
      ...kind !== "day" && incomplete > 0
        ? [`Days that are not complete are in ${incomplete} of ${counted(rows.length, kind)}.`]
        : [],
    ],
    body: [
      await drawBars(table, canvas, {
        ...{ height: options.height ?? grown(300, options.width), currency },
      }),
    ],
  }));
}

async function drawBars(
  { rows, kind }: MoneyTable,
  { width, palette, tooltips, document }: Canvas,
  { height, currency }: { readonly height: number; readonly currency: string },
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const ticks = periodTicks(rows.map(({ date }) => date), kind, width - LEFT - RIGHT);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  const padding = rows.length > 120 ? 0 : 0.2;
  const inset = barInset(width - LEFT - RIGHT, rows.length, padding);
  const narrower = { insetLeft: inset, insetRight: inset };
  const known = rows.filter(({ net }) => net !== null);
  const money = (amount: number) => `${amount.toFixed(2)} ${currency}`;
  return Plot.plot({
    ...drawingArea({ document, width, height }, { left: LEFT, right: RIGHT }),
    x: {
      type: "band",
      domain: rows.map(({ date }) => date),
      label: null,
      padding,
      round: false,
    },
    y: { nice: true },
    marks: [
      ...verticalAxis(Plot, `↑ paid [${currency}] earned ↓`, {
        marginLeft: LEFT,
        palette,
        tickFormat: (amount: number) => Math.abs(amount).toLocaleString("en"),
      }),
      Plot.axisX({
        ticks: ticks.map(({ at }) => at),
        tickFormat: (date: string) => labels.get(date) ?? "",
        color: palette.muted,
      }),
      Plot.barY(rows.flatMap((row) => barsOf(row, kind === "day")), {
        x: "date",
        y: "amount",
        ...narrower,
        fill: (bar: Bar) => palette[bar.colour],
        fillOpacity: (bar: Bar) => bar.isComplete ? 1 : PALE,
        ...tooltips && {
          title: (bar: Bar) =>
            `${periodName(bar.date)} ${bar.label}: ${money(Math.abs(bar.amount))}`,
        },
      }),
      Plot.ruleX(known.filter(({ bands }) => bands.net !== null), {
        x: "date",
        y1: ({ bands }: MoneyRow) => bands.net!.low,
        y2: ({ bands }: MoneyRow) => bands.net!.high,
        stroke: palette.load,
      }),
      Plot.tickY(known, {
        x: "date",
        y: "net",
        ...narrower,
        stroke: palette.load,
        strokeWidth: 2,
        ...tooltips && {
          title: ({ date, net, bands }: MoneyRow) =>
            `${periodName(date)} net: ${money(net!)}` +
            (bands.net ? ` (${bands.net.low.toFixed(2)} to ${bands.net.high.toFixed(2)})` : ""),
        },
      }),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}

interface Bar {
  readonly date: string;
  readonly label: string;
  readonly colour: Colour;
  readonly amount: number;
  readonly isComplete: boolean;
}

function barsOf(row: MoneyRow, isDay: boolean): Bar[] {
  return PARTS.flatMap(({ label, colour, of }) => {
    const amount = of(row);
    return amount === null
      ? []
      : [{ label, colour, date: row.date, amount, isComplete: row.complete || !isDay }];
  });
}

function describe({ rows, kind, currency }: MoneyTable): string {
  const sum = (of: (row: MoneyRow) => number | null) =>
    rows.reduce((total, row) => total + (of(row) ?? 0), 0).toFixed(2);
  const parts = PARTS.map(({ label, of }) => `${sum(of)} ${currency} ${label}`);
  return `Bars per ${kind} in ${currency}. In all ${parts.join(", ")}; net ${
    sum(({ net }) => net)
  } ${currency}.`;
}
