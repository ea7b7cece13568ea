import { defaultHousehold, type Household } from "../../src/household.ts";
import type { PageData } from "../../src/page/page_data.ts";
import { analysisOf, type Blind, type Days, powerOf, ZONE } from "../plots/house.ts";

/** The first day of the test house as a page shows it, and all its days. */
export async function pageOf(
  days: Days,
  blind: Blind = {},
  household: Household = defaultHousehold({ zone: ZONE }),
): Promise<PageData> {
  const [analysis, power, closeUp] = await Promise.all([
    analysisOf(days, blind),
    powerOf(days, blind),
    powerOf({ from: days.from, to: days.from }, blind),
  ]);
  const { table } = analysis;
  return {
    table,
    days: table,
    household,
    samples: { analysis, power, closeUps: [{ reason: "The first day", power: closeUp }] },
    made: Date.UTC(2026, 0, 2, 3, 4),
  };
}
