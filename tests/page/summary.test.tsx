import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { computeKpis } from "../../src/energy/kpis.ts";
import type { EnergyRow, EnergyTable } from "../../src/energy/table.ts";
import { defaultHousehold } from "../../src/household.ts";
import { KeyFigureCards } from "../../src/page/key_figures.tsx";
import { summaryOf } from "../../src/page/summary.ts";
import { row } from "../tables/tables.ts";

const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
const tableOf = (...rows: EnergyRow[]): EnergyTable => ({ ...none, rows });

/** A day whose grid power was missing: its import is known by the register, its yield by the inverter. */
const partial = row({ export_kwh: null, self_consumed_kwh: null, consumption_kwh: null });
const silent = row({ ...partial, import_kwh: null, yield_kwh: null });

/** The energies of the cards, as they are shown. [kWh] */
function cardsOf(days: EnergyTable): string[] {
  const household = defaultHousehold({ zone: "UTC" });
  const data = { table: days, days, household, samples: null, made: 0 };
  const html = renderToString(<KeyFigureCards data={data} kpis={computeKpis(days)} hasPv />);
  return [...html.replaceAll(/<[^>]+>/g, "").matchAll(/[\d.,]+\skWh(?!\/)/g)].map(([one]) => one);
}

describe("summaryOf()", () => {
  test("says so when there is nothing", () => {
    expect(summaryOf(none)).toBe("There is no data for this period.");
    expect(summaryOf(tableOf(silent))).toBe("There is no data for this period.");
  });

  test.each([
    ["all days are known", tableOf(row(), row())],
    ["a day is silent", tableOf(row(), row(), silent)],
    ["some energies of a day are known", tableOf(row(), partial, row(), silent)],
    ["no consumption is known", tableOf(partial)],
  ])("has the sums of the cards when %s", (_, days) => {
    const sums = summaryOf(days).match(/[\d.,]+\skWh/g)!, cards = cardsOf(days);
    expect(sums.length).toBeGreaterThan(0);
    for (const sum of sums) expect(cards).toContain(sum);
  });

  test("says on how many days it knows each sum, if these are not the same", () => {
    const text = summaryOf(tableOf(row(), partial, row(), silent));
    expect(text).toContain("On the 2 days on which all energies are known, the house used");
    expect(text).toContain("from the grid (known on 3 of 4 days)");
    expect(text).toContain("(on 2 of 4 days)");
    expect(summaryOf(tableOf(row(), silent)))
      .toContain("On the 1 day on which all energies are known, the house used");
    expect(summaryOf(tableOf(row(), row()))).toMatch(/^The house used/);
  });
});
