import { describe, expect, test } from "vitest";
import { type EnergyRow, rollUp } from "../../src/energy/table.ts";
import { dailyEnergyPlot } from "../../src/plots/daily_energy.ts";
import { energyRow as row, tableOf as table, UNKNOWN as unknown } from "../energy/table_rows.ts";

async function draw(rows: EnergyRow[]) {
  const figure = await dailyEnergyPlot(table(rows), { width: 600 });
  const bars = [...figure.querySelectorAll('g[aria-label="bar"] rect')];
  const titles = [...figure.querySelectorAll("g title")].map((one) => one.textContent);
  return { text: figure.outerHTML, bars, titles };
}

describe("dailyEnergyPlot()", () => {
  test("draws three parts a day and the consumption", async () => {
    const { bars, titles } = await draw([row("2025-06-01", {})]);
    expect(bars).toHaveLength(3);
    expect(titles).toEqual([
      "1 Jun 2025 self-consumed: 3.00 kWh",
      "1 Jun 2025 import: 2.00 kWh",
      "1 Jun 2025 export: 6.00 kWh",
      "1 Jun 2025 consumption: 5.00 kWh",
    ]);
  });

  test("explains only the parts that there are", async () => {
    const legend = async (rows: EnergyRow[]) => {
      const figure = await dailyEnergyPlot(table(rows), { width: 600 });
      return [...figure.querySelectorAll('g[aria-hidden="true"] text')].map((one) =>
        one.textContent
      );
    };
    expect(await legend([row("2025-06-01", {})])).toEqual([
      "self-consumed",
      "import",
      "export",
      "consumption",
    ]);
    const withoutRoof = { ...unknown, import_kwh: 2, export_kwh: 0, complete: true };
    expect(await legend([row("2025-06-01", withoutRoof)])).toEqual(["import"]);
  });

  test("draws export below zero, so that it is not stacked on the consumption", async () => {
    const { bars } = await draw([row("2025-06-01", {})]);
    const y = bars.map((bar) => Number(bar.getAttribute("y")));
    expect(y[2]).toBeGreaterThan(y[0]!);
  });

  test("leaves a day without data empty, and keeps its place", async () => {
    const { bars, text } = await draw([
      row("2025-06-01", {}),
      row("2025-06-02", unknown),
      row("2025-06-03", {}),
    ]);
    expect(bars).toHaveLength(6);
    expect(text).toContain(">2</text>");
    expect(text).not.toMatch(/NaN|undefined/);
  });

  test("shows a day that is not complete paler than the others", async () => {
    const { bars } = await draw([row("2025-06-01", {}), row("2025-06-02", { complete: false })]);
    const opacity = bars.map((bar) => Number(bar.getAttribute("fill-opacity")));
    expect(new Set(opacity)).toEqual(new Set([1, 0.4]));
  });

  test("of a month only the energy of incomplete days is pale, and the sum stays", async () => {
    const days = Array.from(
      { length: 30 },
      (_, i) => row(`2025-06-${String(i + 1).padStart(2, "0")}`, { complete: i !== 3 }),
    );
    const months = rollUp(table(days), "month");
    const figure = await dailyEnergyPlot(months);
    const bars = [...figure.querySelectorAll('g[aria-label="bar"] rect')];
    const heightOf = (opacity: number) =>
      bars.filter((bar) => Number(bar.getAttribute("fill-opacity")) === opacity)
        .reduce((sum, bar) => sum + Number(bar.getAttribute("height")), 0);
    const solid = heightOf(1), pale = heightOf(0.4);
    expect(pale / (solid + pale)).toBeCloseTo(1 / 30, 3);
  });

  test("a single day is a bar, not a wall", async () => {
    const { bars } = await draw([row("2025-06-01", {})]);
    expect(bars.map((bar) => Number(bar.getAttribute("width")))).toEqual([64, 64, 64]);
  });

  test("says per which period it is, and what for those who do not see it", async () => {
    const months = rollUp(table([row("2025-05-31", {}), row("2025-06-01", {})]), "month");
    const figure = await dailyEnergyPlot(months);
    expect(figure.textContent).toContain("Energy per month");
    expect(figure.getAttribute("aria-label")).toContain("6 kWh self-consumed, 4 kWh import");
  });

  test("an empty table is a picture without bars", async () => {
    expect((await draw([])).bars).toEqual([]);
  });
});
