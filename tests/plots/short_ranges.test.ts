/** What pictures show of a day or of a month, and what of a year on a phone. */
import { beforeAll, expect, test } from "vitest";
import type { PowerTable } from "../../src/energy/power.ts";
import type { EnergyTable } from "../../src/energy/table.ts";
import { autarkyTrendPlot } from "../../src/plots/autarky_trend.ts";
import { monthMatrixPlot } from "../../src/plots/month_matrix.ts";
import { powerDayPlot } from "../../src/plots/power_day.ts";
import { qualityPlot } from "../../src/plots/quality.ts";
import { sankeyPlot } from "../../src/plots/sankey.ts";
import type { Figure } from "../../src/plots/svg.ts";
import { typicalDayPlot } from "../../src/plots/typical_day.ts";
import { addDays } from "../../src/time.ts";
import { batteryFigures, energyRow, tableOf } from "../energy/table_rows.ts";
import { powerOf } from "./house.ts";
import { overlaps } from "./text_boxes.ts";

let day: PowerTable;
beforeAll(async () => day = await powerOf({ from: "2025-06-03", to: "2025-06-03" }));

const texts = (figure: Figure) =>
  [...figure.querySelectorAll("text")].map((one) => one.textContent ?? "");

function daysFrom(first: string, count: number): EnergyTable {
  return tableOf(Array.from({ length: count }, (_, i) =>
    energyRow(addDays(first, i), {
      ...{ import_kwh: 2, export_kwh: 5, yield_kwh: 9, self_consumed_kwh: 4, consumption_kwh: 6 },
      ...{ autarky: 4 / 6, self_consumption_rate: 4 / 9, complete: i !== 3 },
    })));
}

test.each([[5, ""], [20, "the last 7 days"], [70, "the last 30 days"]])(
  "autarky of %i days",
  async (count, line) => {
    const figure = await autarkyTrendPlot(daysFrom("2025-03-01", count));
    const shown = texts(figure).join("|");
    if (line === "") expect(shown).not.toContain("lines");
    else expect(shown).toContain(`dots: days, lines: ${line} together`);
    expect(shown).toContain("hollow: day not complete");
    expect(figure.querySelectorAll('circle[stroke="none"]').length).toBe(2 * (count - 1));
  },
);

test("a matrix of months has no months outside of its days", async () => {
  const shown = texts(await monthMatrixPlot(daysFrom("2025-03-01", 61)));
  expect(shown).toEqual(expect.arrayContaining(["Mar", "Apr", "year"]));
  expect(shown).not.toContain("Feb");
  expect(shown).not.toContain("May");
});

test("a single day has no bands of days", async () => {
  expect(texts(await typicalDayPlot(day))).not.toContain("half of the days");
});

test("the quality of a year is two halves on a phone, and one calendar on a screen", async () => {
  const quality = { table: daysFrom("2025-01-01", 365), gaps: { grid: [], generation: [] } };
  const draw = async (width: number) =>
    texts(await qualityPlot({ ...quality, repairs: [] } as never, { width }));
  expect(await draw(390)).toContain("2025 Jul–Dec: grid power");
  expect(await draw(800)).toContain("Grid power");
});

test("a day shows what used the power, also where a consumer is unknown", async () => {
  const wallbox = day.load_w.map((watts, i) => i === 5 ? NaN : watts / 2);
  const power = { ...day, consumers: [{ name: "wall_box", power_w: wallbox }] };
  const figure = await powerDayPlot(power);
  expect(texts(figure)).toEqual(
    expect.arrayContaining(["↑ kW by consumer", "wall box", "everything else"]),
  );
  expect(figure.outerHTML).not.toContain("NaN");
  expect(texts(await powerDayPlot(day)).join()).not.toContain("by consumer");
});

test.each([390, 800])("names of small flows do not overlap at %i px", async (width) => {
  // As in August: hardly any import, and little that the battery lost.
  const august = energyRow("2025-08-01", {
    ...{ import_kwh: 9, export_kwh: 1082, yield_kwh: 1511, self_consumed_kwh: 429 },
    ...{ consumption_kwh: 421, autarky: 0.98 },
    battery: {
      ...batteryFigures(),
      ...{ battery_charged_kwh: 142, battery_discharged_kwh: 125, battery_from_grid_kwh: 2 },
      ...{ battery_to_grid_kwh: 1, direct_use_kwh: 290, stored_use_kwh: 124 },
    },
  });
  const table = { ...tableOf([august]), devices: { battery: true, consumers: [] } };
  expect(overlaps(await sankeyPlot(table, { width }))).toEqual([]);
});
