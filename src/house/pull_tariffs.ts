/**
 * Pulls the days of a household for several tariffs at once.
 *
 * @module
 */

import { analyseDays } from "../energy/days.ts";
import { WattbookError } from "../errors.ts";
import { commonStep, compareTariffs } from "../money/compare_tariffs.ts";
import { type CompareTariffsOptions, type HomeParts, pullOf } from "./options.ts";
import { pickDays } from "./pick_days.ts";
import { openTariffs, pricesOf } from "./tariff_source.ts";
import { TariffComparison } from "./tariff_comparison.ts";

/** The tariffs that a person asked for, on the same days. */
export async function pullTariffs(
  home: HomeParts,
  options: CompareTariffsOptions,
): Promise<TariffComparison> {
  const { source, household } = home, now = home.now();
  const { includeToday = false, repair } = options;
  const { tariffs: given = [] } = options;
  const named = given.length === 1 && home.tariff ? [home.tariff, ...given] : given;
  if (named.length < 2) {
    throw new WattbookError("BAD_OPTION", "One tariff alone cannot be compared", {
      hint: "Name two tariff files or more; the others are compared with the first one. A single " +
        "one is compared with the tariff of the house, tariff.json beside household.json.",
    });
  }
  const tariffs = await openTariffs(named, household);
  const { from, to, notices } = await pickDays(source, household.zone, {
    ...options,
    ...{ includeToday, now, asFlags: home.asFlags },
  });
  const analysis = await analyseDays(source, household, {
    ...{ from, to, includeToday, now, intervals: { step: commonStep(tariffs) } },
    ...repair !== undefined && { repair },
    ...pullOf(options),
  });
  const { rows } = analysis.table;
  // The running day needs the prices of its past only.
  const range = { start: rows[0]?.start ?? 0, end: Math.min(rows.at(-1)?.end ?? 0, now) };
  const priced = await Promise.all(
    tariffs.map((tariff) => pricesOf(tariff, range, source, options)),
  );
  const table = compareTariffs(analysis, priced);
  return new TariffComparison({
    ...table,
    notices: [...home.notices, ...notices, ...analysis.table.notices, ...table.notices],
  });
}
