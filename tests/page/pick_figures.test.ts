import { describe, expect, test } from "vitest";
import { type EnergyTable, rollUp } from "../../src/energy/table.ts";
import { defaultHousehold } from "../../src/household.ts";
import { pickFigures } from "../../src/page/figures.ts";
import type { PageData } from "../../src/page/page_data.ts";
import { pageOf } from "./page_of.ts";
import { ZONE } from "../plots/house.ts";
import { days } from "../tables/tables.ts";

async function titlesOf(data: PageData): Promise<string[]> {
  const drawn = await Promise.all(pickFigures(data).map(({ draw }) => draw({ width: 400 })));
  return drawn.map((figure) => figure.querySelector("title")!.textContent!);
}

/** Days of which no samples are known. */
function tableAlone(table: EnergyTable): PageData {
  const household = defaultHousehold({ zone: ZONE });
  return { table, days: table, household, samples: null, made: 0 };
}

describe("pickFigures()", () => {
  test("shows a single day by itself, without what needs many", async () => {
    expect(await titlesOf(await pageOf({ from: "2025-06-01", to: "2025-06-01" }))).toEqual([
      "Energy flows",
      "Energy per day",
      "Power on 1 Jun 2025",
      "Duration curves",
      "Power per string",
      "Coverage per day",
    ]);
  });

  test("shows the hours of some days side by side", async () => {
    const titles = await titlesOf(await pageOf({ from: "2025-06-01", to: "2025-06-06" }));
    expect(titles).toContain("Load by day and time of day");
    expect(titles).toContain("Typical day: load");
    expect(titles).not.toContain("Self-sufficiency and self-consumption");
  });

  test.each([
    ["2025-06-01", "2025-06-13", []],
    ["2025-06-01", "2025-06-14", ["Self-sufficiency and self-consumption"]],
    ["2025-06-20", "2025-07-02", ["PV yield per month [kWh]", "Consumption per month [kWh]"]],
    ["2024-06-01", "2025-06-30", [
      ...Array<string>(13).fill("Energy per day"),
      "Self-sufficiency and self-consumption",
      "PV yield per month [kWh]",
      "Consumption per month [kWh]",
      "PV yield, year over year",
    ]],
  ])("of %s to %s shows what so many days tell", async (from, to, titles) => {
    const shown = await titlesOf(tableAlone(days(from, to)));
    const bars = from < "2025" ? "Energy per month" : "Energy per day";
    expect(shown).toEqual(["Energy flows", bars, ...titles]);
  });

  test("folds the days of the last 24 months, each with its count", () => {
    const folds = pickFigures(tableAlone(days("2023-05-10", "2025-06-11"))).flatMap(({ fold }) =>
      fold ?? []
    );
    expect(folds).toHaveLength(24);
    expect(folds.at(0)).toEqual({ title: "Jul 2023", count: "31 days" });
    expect(folds.at(-1)).toEqual({ title: "Jun 2025", count: "11 days" });
    expect(pickFigures(tableAlone(days("2025-06-01", "2025-07-31"))).every(({ fold }) => !fold))
      .toBe(true);
  });

  test("draws bars of the asked periods, and months where days would be too many", async () => {
    const long = days("2024-01-01", "2025-06-30");
    expect(await titlesOf(tableAlone(long))).toContain("Energy per month");
    const weeks = { ...tableAlone(long), table: rollUp(long, "week") };
    expect(await titlesOf(weeks)).toContain("Energy per week");
  });
});
