import type { Analysis, AnalysisOptions } from "../energy/analysis.ts";
import { powerTable } from "../energy/power_table.ts";
import { dayRecords } from "../energy/records.ts";
import type { Source } from "../energy/source.ts";
import type { EnergyTable } from "../energy/table.ts";
import type { Household } from "../household.ts";
import { MINUTE } from "../time.ts";
import type { PageSamples } from "./page_data.ts";

/** So many days are shown one by one. */
const FEW_DAYS = 2;

/**
 * Pulls what a page shows besides the daily table: the power of all its days, and some days in steps
 * of five minutes, which are all days of a short range or the sunniest and the dullest of a long one.
 *
 * @param analysis Days of which the power is wanted.
 * @returns `null` if there are no days.
 * @throws {WattbookError} Whatever the source has to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { analyseDays } from "../energy/analysis.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { pullSamples } from "./pull_samples.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const source = { kind: "archive" as const, description: "an empty archive", samples };
 * const household = defaultHousehold({ zone: "UTC" });
 * const range = { from: "2025-06-01", to: "2025-06-01" };
 * const analysis = await analyseDays(source, household, range);
 * const pulled = await pullSamples(analysis, { source, household, ...range });
 * assert(pulled?.power.time.length === 96 && pulled.closeUps.length === 1);
 * ```
 */
export async function pullSamples(
  analysis: Analysis,
  options: AnalysisOptions & { readonly source: Source; readonly household: Household },
): Promise<PageSamples | null> {
  const { source, household, now, signal, onProgress } = options;
  const { rows } = analysis.table;
  const first = rows[0], last = rows.at(-1);
  if (!first || !last) return null;
  const common = { ...now !== undefined && { now }, ...signal && { signal } };
  const power = await powerTable(source, household, {
    ...common,
    from: first.date,
    to: last.date,
    ...onProgress && { onProgress },
  });
  const closeUps = [];
  for (const { date, reason } of daysToLookAt(analysis.table)) {
    const fine = { ...common, from: date, to: date, step: 5 * MINUTE, strings: false };
    closeUps.push({ reason, power: await powerTable(source, household, fine) });
  }
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
