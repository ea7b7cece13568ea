/**
 * What the hours of the day make of the difference between tariffs.
 *
 * @module
 */

import type { TariffComparisonTable, TariffDifference } from "../money/compare_tariffs.ts";
import { drawingArea, grown, numberMargin, verticalAxis } from "./axes.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import { counted } from "../text.ts";
import type { Figure } from "./svg.ts";
import type { Colour } from "./theme.ts";

/** In the order of the tariffs; the first one is the line at zero. */
const COLOURS: readonly Colour[] = ["import", "string1", "export", "string3", "battery"];
const RIGHT = 12;

/**
 * Draws, for each hour of the local day, what each tariff costs more (upwards) or less than the first
 * one, without fees.
 *
 * @param table Tariffs on the same days.
 */
export function tariffHoursPlot(
  table: TariffComparisonTable,
  options: FigureOptions = {},
): Promise<Figure> {
  const { currency, from, to, days, zone, tariffs } = table;
  const others = tariffs.slice(1).map(({ tariff }) => tariff);
  const colourOf = (tariff: string) => COLOURS[others.indexOf(tariff) % COLOURS.length]!;
  return drawFigure(options, async (canvas) => ({
    title: `More or less than '${tariffs[0]!.tariff}', by hour of the day`,
    subtitle: `${spanName(from, to)} · ${counted(days, "day")} · ${zone} · without fees`,
    description: others.map((name, i) =>
      `${name}: ${(tariffs[i + 1]!.difference - tariffs[i + 1]!.fees_difference).toFixed(2)} ` +
      `${currency} in all hours.`
    ).join(" "),
    legend: others.map((label) => ({ label, colour: canvas.palette[colourOf(label)] })),
    notes: ["Energies are history; the tariffs are simulated on them."],
    body: [await drawBars(table, canvas, colourOf)],
  }));
}

async function drawBars(
  { hours, currency, tariffs }: TariffComparisonTable,
  { width, palette, tooltips, document }: Canvas,
  colourOf: (tariff: string) => Colour,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const isFlat = hours.every(({ difference }) => difference === 0);
  const most = hours.reduce((a, { difference }) => Math.max(a, Math.abs(difference)), 0);
  const left = numberMargin(most);
  const domain = Array.from({ length: 24 }, (_, hour) => hour), padding = 0.15;
  const others = tariffs.slice(1).map(({ tariff }) => tariff);
  const room = (width - left - RIGHT) / (domain.length + padding) * (1 - padding);
  return Plot.plot({
    ...drawingArea({ document, width, height: grown(280, width) }, { left, right: RIGHT }),
    x: { type: "band", domain, label: null, padding, round: false },
    y: { nice: true, ...(isFlat && { domain: [-1, 1] }) },
    marks: [
      ...verticalAxis(Plot, `↑ dearer [${currency}] cheaper ↓`, { marginLeft: left, palette }),
      Plot.axisX({
        label: null,
        color: palette.muted,
        ticks: domain.filter((hour) => width >= 1200 || hour % 3 === 0),
        tickFormat: (hour: number) => `${String(hour).padStart(2, "0")}:00`,
      }),
      // Side by side within the hour.
      ...others.map((name, i) =>
        Plot.barY(hours.filter(({ tariff }) => tariff === name), {
          x: "at",
          y: "difference",
          insetLeft: i * room / others.length,
          insetRight: (others.length - 1 - i) * room / others.length,
          fill: palette[colourOf(name)],
          ...tooltips && {
            title: ({ tariff, at, difference }: TariffDifference) =>
              `${at}:00 ${tariff}: ${difference.toFixed(2)} ${currency}`,
          },
        })
      ),
      Plot.ruleY([0], { stroke: palette.ink }),
    ],
  }) as SVGSVGElement;
}
