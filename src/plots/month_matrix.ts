/**
 * Months across, years down.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import { type EnergyRow, type EnergyTable, rollUp } from "../energy/table.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { ENERGY_COLOURS, ENERGY_NAMES } from "./looks.ts";
import { periodName, spanName } from "./period_ticks.ts";
import type { Figure } from "./svg.ts";

/** Options of {@linkcode monthMatrixPlot}. */
export interface MonthMatrixPlotOptions extends FigureOptions {
  /**
   * Which energy.
   *
   * @default {"yield_kwh"}
   */
  readonly of?: keyof Energies;
}

/**
 * Draws an energy per month as a matrix of months and years, with the sum of each year. Incomplete
 * months have a dashed frame; their number is the sum of the known days.
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { monthMatrixPlot } from "./month_matrix.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * const figure = await monthMatrixPlot(none, { of: "export_kwh" });
 * assert(figure.outerHTML.includes("Export per month"));
 * ```
 */
export async function monthMatrixPlot(
  table: EnergyTable,
  options: MonthMatrixPlotOptions = {},
): Promise<Figure> {
  const { of = "yield_kwh" } = options;
  const months = rollUp(table, "month").rows, years = rollUp(table, "year").rows;
  const isAllComplete = [...months, ...years].every((row) => row.complete);
  return await drawFigure(options, async (canvas) => ({
    title: `${ENERGY_NAMES[of]} per month [kWh]`,
    subtitle: months.length === 0
      ? "no days"
      : `${spanName(months[0]!.date, months.at(-1)!.date)} · ${table.zone}`,
    description: `A matrix of months and years in kWh. ${
      years.map((row) => `${row.date}: ${shown(row[of])}`).join(", ")
    }.`,
    notes: isAllComplete ? [] : ["Dashed: not complete; the number is that of the days known"],
    body: [await drawMatrix({ months, years, of }, canvas)],
  }));
}

const LEFT = 48, RIGHT = 12, ROW = 34, STRONGEST = 0.5;
/** Below this width, thirteen columns are too narrow for numbers, so months become rows. */
const NARROW = 500, LOW_ROW = 22, WIDEST_COLUMN = 120;

/** A month of a year, or the sum of the year. */
interface Cell {
  readonly column: string;
  readonly year: string;
  readonly kwh: number | null;
  readonly row: EnergyRow;
}

async function drawMatrix(
  { months, years, of }: {
    months: readonly EnergyRow[];
    years: readonly EnergyRow[];
    of: keyof Energies;
  },
  { width, palette, tooltips, document }: Canvas,
): Promise<SVGSVGElement> {
  const Plot = await import("@observablehq/plot");
  const cells: Cell[] = months.map((row) => (
    { column: nameOf(row.date), year: row.date.slice(0, 4), kwh: row[of], row }
  ));
  const sums: Cell[] = years.map((row) => (
    { column: "year", year: row.date, kwh: row[of], row }
  ));
  const most = Math.max(...cells.map(({ kwh }) => kwh ?? 0), Number.MIN_VALUE);
  const all = [...cells, ...sums];
  const colour = palette[ENERGY_COLOURS[of]];
  const isTall = width < NARROW;
  const place = isTall ? { x: "year", y: "column" } as const : { x: "column", y: "year" } as const;
  const band = (domain: string[]) => ({ type: "band", domain, label: null, padding: 0 } as const);
  const names = columnsOf(months),
    ofMonths = band(names),
    ofYears = band(years.map(({ date }) => date));
  const columns = isTall ? years.length : names.length;
  const unused = Math.max(0, width - LEFT - RIGHT - columns * WIDEST_COLUMN);
  return Plot.plot({
    document,
    width,
    height: 30 + (isTall ? names.length * LOW_ROW : Math.max(1, years.length) * ROW) + 8,
    marginTop: 26,
    marginBottom: 4,
    marginLeft: LEFT,
    marginRight: RIGHT + unused,
    x: isTall ? ofYears : ofMonths,
    y: isTall ? ofMonths : ofYears,
    marks: [
      Plot.axisX({ anchor: "top", tickSize: 0, color: palette.muted }),
      Plot.axisY({ tickSize: 0, color: palette.muted }),
      Plot.cell(cells, {
        ...place,
        inset: 1,
        fill: colour,
        fillOpacity: ({ kwh }: Cell) => STRONGEST * (kwh ?? 0) / most,
        ...tooltips && {
          title: ({ row, kwh }: Cell) => `${periodName(row.date)}: ${shown(kwh)} kWh`,
        },
      }),
      Plot.cell(all.filter(({ row }) => !row.complete), {
        ...place,
        inset: 1,
        fill: "none",
        stroke: palette.muted,
        strokeDasharray: "3 3",
      }),
      ...[cells, sums].map((some) =>
        Plot.text(some, {
          ...place,
          text: ({ kwh }: Cell) => shown(kwh),
          fill: palette.ink,
          fontSize: isTall || width >= 700 ? 12 : 9,
          fontWeight: some === sums ? 600 : 400,
        })
      ),
    ],
  }) as SVGSVGElement;
}

/** The months from the earliest to the latest of any year, and the sum. */
function columnsOf(months: readonly EnergyRow[]): string[] {
  const numbers = months.map(({ date }) => Number(date.slice(5, 7)));
  const first = numbers.length === 0 ? 1 : Math.min(...numbers), last = Math.max(first, ...numbers);
  const names = Array.from({ length: last - first + 1 }, (_, m) => nameOf(`2025-${first + m}`));
  return [...names, "year"];
}

function nameOf(month: string): string {
  return periodName(month).split(" ")[0]!;
}

function shown(kwh: number | null): string {
  if (kwh === null) return "–";
  return kwh.toLocaleString("en", { maximumFractionDigits: kwh < 10 ? 1 : 0 });
}
