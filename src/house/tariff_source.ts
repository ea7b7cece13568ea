/**
 * Tariffs that a person names, and the prices that belong to them.
 *
 * @module
 */

import { eachSeries } from "../columns.ts";
import type { Source } from "../energy/signals/source.ts";
import type { Household } from "../household.ts";
import { type PricedTariff, withPrices } from "../money/price_series.ts";
import { parseTariff, readTariff, type Tariff } from "../money/tariff.ts";
import type { TimeRange } from "../time.ts";
import type { PullOptions, TariffOption } from "./options.ts";

/** Reads a tariff for a house. */
export async function openTariff(
  tariff: TariffOption,
  { strings = [] }: Pick<Household, "strings">,
): Promise<Tariff> {
  const kwp = strings.length > 0 ? strings.reduce((sum, { kwp }) => sum + kwp, 0) : undefined;
  return typeof tariff === "string"
    ? await readTariff(tariff, { kwp })
    : parseTariff(tariff, { kwp });
}

/** Reads several tariffs for a house. One whose name occurs before it gets its number, too. */
export async function openTariffs(
  given: readonly TariffOption[],
  household: Pick<Household, "strings">,
): Promise<Tariff[]> {
  const tariffs = await Promise.all(given.map((one) => openTariff(one, household)));
  return tariffs.map((tariff, i) => {
    const isTwice = tariffs.some((other, j) => j < i && other.name === tariff.name);
    return isTwice ? { ...tariff, name: `${tariff.name} (${i + 1})` } : tariff;
  });
}

/** Reads the prices of a tariff for some time; those of metrics from the samples' own source. */
export async function pricesOf(
  tariff: Tariff,
  range: TimeRange,
  source: Source,
  { signal }: Pick<PullOptions, "signal"> = {},
): Promise<PricedTariff> {
  return await withPrices(tariff, range, {
    samples: async (selector, needed) => {
      const { columns } = await source.samples(selector, needed, { ...signal && { signal } });
      return [...eachSeries(columns)];
    },
  });
}
