/**
 * No text of any picture touches an edge or another text, however narrow the picture and however few
 * the days. At the edges the letters are measured as the renderer draws them, not by the estimate that
 * places them.
 */
import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { Resvg } from "@resvg/resvg-js";
import { joinSeries } from "../../src/columns.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import { type EnergyTable, rollUp } from "../../src/energy/table.ts";
import type { Analysis } from "../../src/energy/days.ts";
import { tariffHoursPlot } from "../../src/plots/tariff_hours.ts";
import { moneyPlot } from "../../src/plots/money.ts";
import * as plots from "../../src/plots/mod.ts";
import type { Figure } from "../../src/plots/svg.ts";
import { addDays, MINUTE } from "../../src/time.ts";
import { batteryFigures, energyRow, tableOf, UNKNOWN } from "../energy/table_rows.ts";
import { someOf } from "../how_many.ts";
import { analysisOf, powerOf, ZONE } from "./house.ts";
import { overlaps } from "./text_boxes.ts";

const fonts = createRequire(import.meta.url);
const FONT = {
  fontFiles: ["400Regular/Inter_400Regular", "600SemiBold/Inter_600SemiBold"]
    .map((face) => fonts.resolve(`@expo-google-fonts/inter/${face}.ttf`)),
  loadSystemFonts: false,
  defaultFontFamily: "Inter",
  sansSerifFamily: "Inter",
};

/** Room between a text and the edge. [px] */
const ROOM = 2;

/** Where the texts of a picture are, all together. */
function textBounds(figure: Figure) {
  const copy = figure.cloneNode(true) as Figure;
  for (const mark of copy.querySelectorAll("rect, path, line, circle, image")) mark.remove();
  const { x, y, width, height } = new Resvg(copy.outerHTML, { font: FONT }).getBBox()!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

async function expectInside(figure: Promise<Figure>, width: number) {
  const drawn = await figure, height = Number(drawn.getAttribute("height"));
  const bounds = textBounds(drawn);
  expect(bounds.left).toBeGreaterThanOrEqual(ROOM);
  expect(bounds.top).toBeGreaterThanOrEqual(ROOM);
  expect(bounds.right).toBeLessThanOrEqual(width - ROOM);
  expect(bounds.bottom).toBeLessThanOrEqual(height - ROOM);
  expect(overlaps(drawn)).toEqual([]);
}

test("a text on another one is noticed", async () => {
  const figure = await plots.dailyEnergyPlot(daysFrom("2025-06-01", 3), { width: 390 });
  const [title, subtitle] = figure.querySelectorAll("text");
  subtitle!.setAttribute("y", title!.getAttribute("y")!);
  expect(overlaps(figure)).toEqual([[title!.textContent, subtitle!.textContent]]);
});

test("a text that leaves its picture is noticed", async () => {
  const figure = await plots.dailyEnergyPlot(daysFrom("2025-06-01", 3), { width: 390 });
  figure.querySelector("text")!.setAttribute("x", "300");
  expect(textBounds(figure).right).toBeGreaterThan(390);
});

/** Days of a house with battery and consumers, one in seven unknown; energies up to the given factor. */
function daysFrom(first: string, count: number, factor = 1): EnergyTable {
  const rows = Array.from({ length: count }, (_, i) => {
    const share = factor * (1 + i % 5) / 5;
    if (i % 7 === 3) return energyRow(addDays(first, i), UNKNOWN);
    return energyRow(addDays(first, i), {
      import_kwh: 8 * share,
      export_kwh: 30 * share,
      yield_kwh: 42 * share,
      self_consumed_kwh: 12 * share,
      consumption_kwh: 20 * share,
      battery: batteryFigures(),
      consumed: { consumers: { wallbox_in_the_garage: 6 * share }, other_kwh: 14 * share },
    });
  });
  return { ...tableOf(rows), devices: { battery: false, consumers: ["wallbox_in_the_garage"] } };
}

const TABLES: Readonly<Record<string, EnergyTable>> = {
  "no day": tableOf([]),
  "one day": daysFrom("2025-12-31", 1),
  "a month": daysFrom("2025-01-15", 31),
  "a year": daysFrom("2025-01-01", 365),
  "three years of a large house": daysFrom("2023-01-01", 1095, 100),
};
type OfTable = (table: EnergyTable, options: { width: number }) => Promise<Figure>;
const OF_TABLES: Readonly<Record<string, OfTable>> = {
  daily_energy: plots.dailyEnergyPlot,
  monthly_energy: (table, options) => plots.dailyEnergyPlot(rollUp(table, "month"), options),
  yearly_energy: (table, options) => plots.dailyEnergyPlot(rollUp(table, "year"), options),
  weekly_consumers: (table, options) => plots.consumersPlot(rollUp(table, "week"), options),
  consumers: plots.consumersPlot,
  sankey: plots.sankeyPlot,
  autarky_trend: plots.autarkyTrendPlot,
  month_matrix: plots.monthMatrixPlot,
  year_over_year: plots.yearOverYearPlot,
  quality: (table, options) =>
    plots.qualityPlot({ table, gaps: { grid: [], generation: [] }, repairs: [] } as never, options),
  money: (table, options) => moneyPlot(moneyOf(table) as never, options),
  monthly_money: (table, options) => moneyPlot(moneyOf(rollUp(table, "month")) as never, options),
  tariff_hours: ({ rows }, options) =>
    tariffHoursPlot({
      ...{ currency: "EUR", from: "2025-01-01", to: "2025-12-31", days: rows.length, zone: ZONE },
      tariffs: ["at a fixed price", "with a price per hour"].map((tariff) => (
        { tariff, difference: 1, fees_difference: 0 }
      )),
      hours: Array.from({ length: 24 }, (_, at) => (
        { at, tariff: "with a price per hour", difference: (at - 9) * rows.length }
      )),
    } as never, options),
};

/** What the days cost, at one price for each kWh. */
function moneyOf({ rows, ...table }: EnergyTable) {
  return {
    ...table,
    ...{ currency: "EUR", tariff: "a tariff with a rather long name" },
    rows: rows.map(({ date, complete, import_kwh, export_kwh }) => ({
      ...{ date, complete, fees: 0.4, bands: { net: { low: -3, high: 3 } } },
      cost: import_kwh === null ? null : import_kwh * 0.3,
      revenue: export_kwh === null ? null : export_kwh * 0.08,
      net: import_kwh === null ? null : import_kwh * 0.3 - export_kwh! * 0.08 + 0.4,
    })),
  };
}

type OfPower = (power: PowerTable, options: { width: number }) => Promise<Figure>;
const OF_POWERS: Readonly<Record<string, OfPower>> = {
  power_day: plots.powerDayPlot,
  carpet: plots.carpetPlot,
  carpet_grid: (power, options) => plots.carpetPlot(power, { of: "grid_w", ...options }),
  duration_curve: plots.durationCurvePlot,
  strings: plots.stringsPlot,
  typical_day: plots.typicalDayPlot,
  typical_weekday: (power, options) => plots.typicalDayPlot(power, { by: "weekday", ...options }),
  typical_month: (power, options) => plots.typicalDayPlot(power, { by: "month", ...options }),
  samples: ({ time, load_w, generation_w }, options) =>
    plots.seriesPlot(
      joinSeries([
        {
          labels: { device: `everything in the house ${"of a long name ".repeat(20)}` },
          time,
          value: load_w,
        },
        { labels: { device: "roof" }, time, value: generation_w },
      ]),
      { zone: ZONE, unit: "W", ...options },
    ),
};
const NEVER = { start: 0, end: Infinity };
const powers: Record<string, PowerTable> = {};
let october: Analysis;
beforeAll(async () => {
  const step = 15 * MINUTE;
  const names = ["one day", "some days with a clock change", "no samples"];
  const tables = await Promise.all([
    powerOf({ from: "2025-06-03", to: "2025-06-03", step }),
    powerOf({ from: "2025-10-20", to: "2025-11-02", step }),
    powerOf({ from: "2025-06-03", to: "2025-06-04", step }, { grid: NEVER, inverter: NEVER }),
  ]);
  names.forEach((name, i) => powers[name] = tables[i]!);
  october = await analysisOf({ from: "2025-10-20", to: "2025-11-02" });
});

describe.each(someOf([320, 390, 800, 1600], 2))("%i px", (width) => {
  describe.each(Object.entries(OF_TABLES))("%s", (_, plot) => {
    test.each(Object.entries(TABLES))(
      "of %s",
      (_, table) => expectInside(plot(table, { width }), width),
    );
  });
  describe.each(Object.entries(OF_POWERS))("%s", (_, plot) => {
    test.each(["one day", "some days with a clock change", "no samples"])(
      "of %s",
      (name) => expectInside(plot(powers[name]!, { width }), width),
    );
  });
  test("quality of measured days", () =>
    expectInside(plots.qualityPlot(october, { width }), width));
});
