import type { Analysis } from "../energy/days.ts";
import { powerOfDays, type PowerSlots } from "../energy/power.ts";
import { dayRecords } from "../energy/records.ts";
import type { EnergyTable } from "../energy/table.ts";
import { MINUTE } from "../time.ts";
import type { PageSamples } from "./page_data.ts";

/** So many days are shown one by one. */
const FEW_DAYS = 2;

/** The power tables that a page is made from: of all days, and for a closer look. */
export const PAGE_POWER: readonly PowerSlots[] = [{ step: 15 * MINUTE }, { step: 5 * MINUTE }];

/**
 * Picks what a page shows besides the daily table: the power of all its days, and some days in steps
 * of five minutes, which are all days of a short range or the sunniest and the dullest of a long one.
 *
 * @param analysis Days with the power of {@linkcode PAGE_POWER}.
 * @returns `null` if there are no days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/days.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { PAGE_POWER, pageSamples } from "./page_samples.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const source = { kind: "archive" as const, description: "an empty archive", samples };
 * const analysis = await analyseDays(source, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 *   power: PAGE_POWER,
 * });
 * const picked = pageSamples(analysis);
 * assert(picked?.power.time.length === 96 && picked.closeUps.length === 1);
 * ```
 */
export function pageSamples(analysis: Analysis): PageSamples | null {
  const [power, fine] = analysis.power;
  if (!power || !fine || analysis.table.rows.length === 0) return null;
  const closeUps = daysToLookAt(analysis.table).map(({ date, reason }) => (
    { reason, power: { ...powerOfDays(fine, date, date), strings: [] } }
  ));
  return { analysis, power, closeUps };
}

function daysToLookAt(table: EnergyTable): { date: string; reason: string }[] {
  if (table.rows.length <= FEW_DAYS) {
    return table.rows.map(({ date }) => ({ date, reason: "" }));
  }
  const records = dayRecords(table);
  const picked =
    (["yield", "consumption", "import"] as const).map((name) =>
      records.filter(({ column, value }) => column === `${name}_kwh` && value > 0)
        .map(({ date, kind }) => ({ date, reason: `The day with the ${kind} ${name}` }))
    ).find((days) => days.length > 0) ?? [];
  return picked.filter(({ date }, i) => picked.findIndex((one) => one.date === date) === i);
}
