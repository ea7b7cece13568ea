/// <reference lib="dom" />
/**
 * The data themselves, day by day.
 *
 * @module
 */

import type { Analysis } from "../energy/analysis.ts";
import { dayQualities, type DayQuality } from "../energy/day_quality.ts";
import type { GapClass } from "../frames/gaps.ts";
import { type Canvas, drawFigure, type Figure, type FigureOptions } from "./figure.ts";
import type { LegendEntry } from "./legend.ts";
import { periodName, spanName } from "./period_ticks.ts";
import type { Palette } from "./theme.ts";

/**
 * Draws calendars of the days: how much of each is covered by grid power samples and, of its
 * daylight, by inverter samples; what kind of gap it has; and where counters were repaired. A week
 * is a column, from Monday to Sunday.
 *
 * @param analysis Days with the gaps and repairs behind them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/analysis.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { qualityPlot } from "./quality.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const analysis = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-30",
 * });
 * const figure = await qualityPlot(analysis);
 * assert(figure.getAttribute("aria-label")?.includes("0 of 30 days are complete"));
 * ```
 */
export function qualityPlot(
  analysis: Pick<Analysis, "table" | "gaps" | "repairs">,
  options: FigureOptions = {},
): Promise<Figure> {
  const { rows, zone } = analysis.table;
  const days = dayQualities(analysis);
  const years = [...Map.groupBy(days, ({ date }) => date.slice(0, 4))];
  const hasInverter = days.some(({ coverage_pv }) => coverage_pv !== null);
  return drawFigure(options, async (canvas) => ({
    title: "Quality of the data",
    subtitle: rows.length === 0
      ? "no days"
      : `${spanName(rows[0]!.date, rows.at(-1)!.date)} · ${zone} · ${
        days.filter(({ complete }) => complete).length
      } of ${days.length} days are complete`,
    description: describe(days),
    legend: legendOf(days, canvas.palette),
    body: await Promise.all(
      years.flatMap(([year, own]) => [
        drawCalendar(own, canvas, {
          label: years.length === 1 ? "Grid power" : `${year}: grid power`,
          coverage: ({ coverage_grid }) => coverage_grid,
          gaps: ({ gridGaps }) => gridGaps,
          repairs: ({ gridRepairs }) => gridRepairs,
        }),
        ...(hasInverter
          ? [drawCalendar(own, canvas, {
            label: years.length === 1 ? "Inverter, in daylight" : `${year}: inverter, in daylight`,
            coverage: ({ coverage_pv }) => coverage_pv,
            gaps: ({ pvGaps }) => pvGaps,
            repairs: ({ pvRepairs }) => pvRepairs,
          })]
          : []),
      ]),
    ),
  }));
}

const LEFT = 48, RIGHT = 12, TOP = 40;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** Share of a day that may be missing without a word, as for `complete`. */
const WHOLE = 0.998;

/** How the shapes are told apart; a class of gap is a shape, not a colour. */
const SHAPES: Readonly<Record<Exclude<GapClass, "night">, LegendEntry["shape"]>> = {
  logger_down: "dot",
  outage: "square",
  unknown: "cross",
};
const SYMBOLS = { logger_down: "circle", outage: "square", unknown: "times" } as const;

/** What one calendar shows of a day. */
interface View {
  readonly label: string;
  readonly coverage: (day: DayQuality) => number | null;
  readonly gaps: (day: DayQuality) => readonly GapClass[];
  readonly repairs: (day: DayQuality) => number;
}

async function drawCalendar(
  days: readonly DayQuality[],
  { width, palette, document }: Canvas,
  view: View,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const since = placeOf(days[0]!.date).week;
  const cells = days.map((day) => {
    const { week, weekday } = placeOf(day.date);
    return { week: week - since, weekday, day };
  });
  type Cell = typeof cells[number];
  const weeks = cells.at(-1)!.week + 1;
  // A whole year fills the width; fewer weeks are as large, but not larger.
  const size = Math.min(18, (width - LEFT - RIGHT) / Math.max(weeks, 53));
  const place = { x: "week", y: "weekday" } as const;
  const classed = cells.flatMap((cell) =>
    view.gaps(cell.day).filter((one) => one !== "night").map((gap) => ({ ...cell, gap }))
  );
  const repaired = cells.filter(({ day }) => view.repairs(day) > 0);
  const isMarked = (day: DayQuality) => view.gaps(day).some((gap) => gap !== "night");
  const firsts = cells.filter(({ day, week }, i) =>
    // The month of the first week is named unless the next one begins beside it.
    day.date.endsWith("-01") ||
    (i === 0 && !startsMonth(cells.find((one) => one.week === week + 1)?.day.date))
  );
  return Plot.plot({
    document,
    width,
    height: TOP + 7 * size + 10,
    marginTop: TOP,
    marginBottom: 10,
    marginLeft: LEFT,
    marginRight: width - LEFT - weeks * size,
    x: { type: "band", domain: [...Array(weeks).keys()], axis: null, padding: 0, round: false },
    y: { type: "band", domain: WEEKDAYS, label: null, padding: 0, round: false },
    marks: [
      Plot.text([view.label], {
        frameAnchor: "top-left",
        textAnchor: "start",
        lineAnchor: "bottom",
        dx: 12 - LEFT,
        dy: -20,
        fill: palette.ink,
        fontWeight: 600,
      }),
      Plot.axisY({
        ticks: size >= 12 ? WEEKDAYS.filter((_, d) => d % 2 === 0) : ["Mon", "Sun"],
        tickSize: 0,
        color: palette.muted,
      }),
      Plot.text(firsts, {
        x: "week",
        frameAnchor: "top",
        lineAnchor: "bottom",
        textAnchor: "start",
        dx: -size / 2,
        dy: -4,
        text: ({ day }: Cell) => periodName(day.date).split(" ")[1]!,
        fill: palette.muted,
      }),
      Plot.cell(cells, {
        ...place,
        inset: 0.75,
        rx: 1.5,
        fill: ({ day }: Cell) => fillOf(view.coverage(day), palette),
        fillOpacity: ({ day }: Cell) => opacityOf(view.coverage(day)),
        title: ({ day }: Cell) => `${periodName(day.date)}: ${sayOf(day, view)}`,
      }),
      Plot.dot(classed, {
        ...place,
        symbol: (one: Cell & { gap: keyof typeof SYMBOLS }) => SYMBOLS[one.gap],
        r: Math.max(2, size / 4.5),
        fill: (one: { gap: GapClass }) => one.gap === "unknown" ? "none" : palette.ink,
        stroke: palette.ink,
        strokeWidth: 1.2,
      }),
      ...[0, size / 4].map((aside) =>
        Plot.dot(repaired.filter(({ day }) => isMarked(day) === aside > 0), {
          ...place,
          // A day with a gap and a repair shows both.
          dx: aside,
          dy: aside,
          symbol: "triangle",
          r: Math.max(2, size / 4),
          fill: palette.import,
          stroke: palette.surface,
          strokeWidth: 0.75,
        })
      ),
    ],
  }) as SVGSVGElement;
}

function startsMonth(date: string | undefined): boolean {
  return date !== undefined && Number(date.slice(8)) <= 7;
}

/** Week of the year from its first Monday-to-Sunday column on, and the day of the week. */
function placeOf(date: string): { week: number; weekday: string } {
  const at = Date.parse(`${date}T00:00:00Z`);
  const first = Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`);
  const weekday = (new Date(at).getUTCDay() + 6) % 7;
  const offset = (new Date(first).getUTCDay() + 6) % 7;
  const dayOfYear = Math.round((at - first) / 86_400_000);
  return { week: Math.floor((dayOfYear + offset) / 7), weekday: WEEKDAYS[weekday]! };
}

function fillOf(coverage: number | null, palette: Palette): string {
  if (coverage === null) return palette.gap;
  return coverage >= WHOLE ? palette.export : palette.alert;
}

/** What is missing is the stronger, the more it is; even minutes are seen. */
function opacityOf(coverage: number | null): number {
  if (coverage === null) return 1;
  return coverage >= WHOLE ? 0.35 : 0.35 + 0.65 * (1 - coverage);
}

function sayOf(day: DayQuality, { coverage, gaps, repairs }: View): string {
  const share = coverage(day);
  if (share === null) return "no samples";
  const words = gaps(day).map((gap) => gap.replace("_", " "));
  const count = repairs(day);
  return `${(share * 100).toFixed(1)} % covered` + words.map((word) => `, ${word}`).join("") +
    (count === 0 ? "" : `, ${count} repair${count === 1 ? "" : "s"}`);
}

function legendOf(days: readonly DayQuality[], palette: Palette): LegendEntry[] {
  const coverages = days.flatMap((day) => [day.coverage_grid, day.coverage_pv]);
  const has = (gap: GapClass) =>
    days.some(({ gridGaps, pvGaps }) => gridGaps.includes(gap) || pvGaps.includes(gap));
  const classes = (["logger_down", "outage", "unknown"] as const).filter(has);
  return [
    { label: "covered", colour: palette.export, opacity: 0.35 },
    ...(coverages.some((one) => one !== null && one < WHOLE)
      ? [{ label: "partly covered", colour: palette.alert, opacity: 0.6 }]
      : []),
    ...(coverages.includes(null) ? [{ label: "no samples", colour: palette.gap }] : []),
    ...classes.map((gap) => ({
      label: `gap: ${gap === "unknown" ? "cause unknown" : gap.replace("_", " ")}`,
      colour: palette.ink,
      shape: SHAPES[gap]!,
    })),
    ...(days.some(({ gridRepairs, pvRepairs }) => gridRepairs + pvRepairs > 0)
      ? [{ label: "repaired", colour: palette.import, shape: "triangle" as const }]
      : []),
  ];
}

function describe(days: readonly DayQuality[]): string {
  const complete = days.filter((day) => day.complete).length;
  const repairs = days.reduce((sum, day) => sum + day.gridRepairs + day.pvRepairs, 0);
  const gaps = days.filter(({ gridGaps, pvGaps }) => gridGaps.length + pvGaps.length > 0);
  return `Calendars of the days. ${complete} of ${days.length} days are complete; ${gaps.length} ` +
    `have gaps${gaps.slice(0, 5).map(({ date }) => ` ${periodName(date)}`).join(",")}; ` +
    `${repairs} repairs.`;
}
