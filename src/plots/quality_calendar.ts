/**
 * Days of a year as a calendar of their quality.
 *
 * @module
 */

import type { DayQuality } from "../energy/day.ts";
import type { GapClass } from "../frames/gap_class.ts";
import type { Canvas } from "./figure.ts";
import { periodName } from "./period_ticks.ts";
import type { Palette } from "./theme.ts";

/** Share of a day that counts as covered, as for `complete`. [0–1] */
export const WHOLE = 0.998;

/** A day of this size is easy to see. [px] */
const READABLE = 13.9;
/** A larger one would be a poster. [px] */
const LARGEST = 26;
const LEFT = 48, RIGHT = 12, TOP = 40;
/** Room that the name of a month needs. [px] */
const NAME = 26;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const SYMBOLS = { logger_down: "circle", outage: "square", unknown: "times" } as const;

/** What one calendar shows of a day. */
export interface CalendarView {
  /** Its title. */
  readonly label: string;
  /** Share that is covered; `null` where nothing is known. [0–1] */
  readonly coverage: (day: DayQuality) => number | null;
  /** Classes of the gaps. */
  readonly gaps: (day: DayQuality) => readonly GapClass[];
  /** How many repairs. */
  readonly repairs: (day: DayQuality) => number;
}

/**
 * Draws the days of a year: a week is a column, from Monday to Sunday.
 *
 * @param days Days of one year, ascending; at least one.
 */
export async function drawCalendar(
  days: readonly DayQuality[],
  { width, palette, tooltips, document }: Canvas,
  view: CalendarView,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const since = placeOf(days[0]!.date).week;
  const cells = days.map((day) => {
    const { week, weekday } = placeOf(day.date);
    return { week: week - since, weekday, day };
  });
  type Cell = typeof cells[number];
  const weeks = cells.at(-1)!.week + 1;
  // As in a year that fills the width; larger in a narrow picture, if there are fewer weeks.
  const room = width - LEFT - RIGHT;
  const size = Math.min(LARGEST, room / Math.max(weeks, Math.min(53, room / READABLE)));
  const place = { x: "week", y: "weekday" } as const;
  const classed = cells.flatMap((cell) =>
    view.gaps(cell.day).filter((one) => one !== "night").map((gap) => ({ ...cell, gap }))
  );
  const repaired = cells.filter(({ day }) => view.repairs(day) > 0);
  const isMarked = (day: DayQuality) => view.gaps(day).some((gap) => gap !== "night");
  const starts = cells.filter(({ day }, i) => i === 0 || day.date.endsWith("-01"));
  // The month of the first week is named unless the next one begins beside it.
  const firsts = starts.filter(({ week }, i) =>
    ((starts[i + 1]?.week ?? Infinity) - week) * size >= NAME
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
        ...tooltips && { title: ({ day }: Cell) => `${periodName(day.date)}: ${sayOf(day, view)}` },
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

/** The more is missing, the stronger the colour; even minutes are visible. */
function opacityOf(coverage: number | null): number {
  if (coverage === null) return 1;
  return coverage >= WHOLE ? 0.35 : 0.35 + 0.65 * (1 - coverage);
}

function sayOf(day: DayQuality, { coverage, gaps, repairs }: CalendarView): string {
  const share = coverage(day);
  if (share === null) return "no samples";
  const words = gaps(day).map((gap) => gap.replace("_", " "));
  const count = repairs(day);
  return `${(share * 100).toFixed(1)} % covered` + words.map((word) => `, ${word}`).join("") +
    (count === 0 ? "" : `, ${count} repair${count === 1 ? "" : "s"}`);
}
