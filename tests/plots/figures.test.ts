import { beforeAll, describe, expect, test } from "vitest";
import type { Analysis } from "../../src/energy/days.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import { autarkyTrendPlot } from "../../src/plots/autarky_trend.ts";
import { carpetPlot } from "../../src/plots/carpet.ts";
import { dailyEnergyPlot } from "../../src/plots/daily_energy.ts";
import { durationCurvePlot } from "../../src/plots/duration_curve.ts";
import type { FigureOptions } from "../../src/plots/figure.ts";
import type { Figure } from "../../src/plots/svg.ts";
import { monthMatrixPlot } from "../../src/plots/month_matrix.ts";
import { powerDayPlot } from "../../src/plots/power_day.ts";
import { qualityPlot } from "../../src/plots/quality.ts";
import { sankeyPlot } from "../../src/plots/sankey.ts";
import { renderPng } from "../../src/plots/save_figure.ts";
import { stringsPlot } from "../../src/plots/strings.ts";
import { typicalDayPlot } from "../../src/plots/typical_day.ts";
import { yearOverYearPlot } from "../../src/plots/year_over_year.ts";
import { expectGolden } from "./golden.ts";
import { analysisOf, powerOf, stretch } from "./house.ts";

/** Six days around the end of summer time, one with a gap in the grid power. */
const DAYS = { from: "2025-10-22", to: "2025-10-27" };
const BLIND = {
  grid: stretch("2025-10-23", "09:00", "12:00"),
  inverter: stretch("2025-10-24", "10:00", "11:00"),
};
let power: PowerTable, empty: PowerTable, analysis: Analysis, nothing: Analysis;
beforeAll(async () => {
  [power, empty, analysis, nothing] = await Promise.all([
    powerOf(DAYS, BLIND),
    powerOf(DAYS, { grid: { start: 0, end: Infinity }, inverter: { start: 0, end: Infinity } }),
    analysisOf(DAYS, BLIND),
    analysisOf(DAYS, { grid: { start: 0, end: Infinity }, inverter: { start: 0, end: Infinity } }),
  ]);
});

const PLOTS: Readonly<
  Record<
    string,
    (options: FigureOptions, data: { power: PowerTable; analysis: Analysis }) => Promise<Figure>
  >
> = {
  autarky_trend: (options, { analysis }) =>
    autarkyTrendPlot(analysis.table, { window: 3, ...options }),
  carpet: (options, { power }) => carpetPlot(power, options),
  carpet_grid: (options, { power }) => carpetPlot(power, { of: "grid_w", ...options }),
  daily_energy: (options, { analysis }) => dailyEnergyPlot(analysis.table, options),
  duration_curve: (options, { power }) => durationCurvePlot(power, options),
  month_matrix: (options, { analysis }) => monthMatrixPlot(analysis.table, options),
  power_day: (options, { power }) => powerDayPlot(power, { day: "2025-10-26", ...options }),
  quality: (options, { analysis }) => qualityPlot(analysis, options),
  sankey: (options, { analysis }) => sankeyPlot(analysis.table, options),
  strings: (options, { power }) => stringsPlot(power, options),
  typical_day: (options, { power }) => typicalDayPlot(power, { by: "weekday", ...options }),
  year_over_year: (options, { analysis }) => {
    const { rows } = analysis.table;
    const before = rows.map((row) => (
      { ...row, date: row.date.replace("2025", "2024"), yield_kwh: row.yield_kwh! * 0.9 }
    ));
    return yearOverYearPlot({ ...analysis.table, rows: [...before, ...rows] }, options);
  },
};

describe.each(Object.entries(PLOTS))("%s", (name, plot) => {
  test("looks as it did", async () => {
    await expectGolden(await plot({}, { power, analysis }), name);
  });

  test("is well-formed for a strict reader, in either colour scheme", async () => {
    for (const theme of ["dark", "auto"] as const) {
      const png = await renderPng(await plot({ theme }, { power, analysis }), { scale: 0.5 });
      expect(png.length).toBeGreaterThan(1000);
    }
  });

  test("leaves every colour to the reader's setting under the theme auto", async () => {
    const svg = (await plot({ theme: "auto" }, { power, analysis })).outerHTML;
    const fixed = svg.replace(/<style>.*?<\/style>/s, "").match(/(fill|stroke)="#[0-9a-f]+"/g) ??
      [];
    // A carpet's scale and the lines on it are the same in both schemes.
    if (!name.startsWith("carpet")) expect(fixed).toEqual([]);
  });

  test("has a title and says what it shows to those who do not see it", async () => {
    const figure = await plot({ title: "Our house & garden" }, { power, analysis });
    expect(figure.getAttribute("role")).toBe("img");
    expect(figure.outerHTML).toMatch(/ aria-label="Our house &amp; garden\. [^"]{30,}"/);
    expect(figure.querySelector("title")?.textContent).toBe("Our house & garden");
  });

  test("stays within its width", async () => {
    for (const width of [400, 1600]) {
      const figure = await plot({ width }, { power, analysis });
      expect(figure.getAttribute("viewBox")).toMatch(new RegExp(`^0 0 ${width} `));
      const right = [...figure.querySelectorAll("rect")]
        .map((one) => Number(one.getAttribute("x") ?? 0) + Number(one.getAttribute("width") ?? 0));
      expect(Math.max(...right)).toBeLessThanOrEqual(width);
    }
  });

  test("draws a house without samples without a word of nonsense", async () => {
    const figure = await plot({}, { power: empty, analysis: nothing });
    expect(figure.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  });
});
