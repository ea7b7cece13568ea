/**
 * Why energy has no price: which component of a tariff lacks one, and since when.
 *
 * @module
 */

import { formatInstant } from "../time.ts";
import { dayNumber } from "./components.ts";
import type { PricedTariff } from "./price_series.ts";
import { pricesAt } from "./prices.ts";
import type { Settlement } from "./settle.ts";

/**
 * The first energy of each direction that a tariff does not price on some days, and the first day
 * without a fee.
 *
 * @returns Clauses such as `'energy' has no price for import at 2025-06-01T00:00:00+02:00: …`; none if
 * nothing lacks a price.
 */
export function unpricedReasons(
  tariff: PricedTariff,
  { energies, prices, fees }: Settlement,
): string[] {
  const { days, time, zone } = energies;
  const unfixed = days.find((_, d) => Number.isNaN(fees[d]!));
  const ids = new Set(tariff.fixed.map(({ id }) => id));
  return [
    ...(["import", "export"] as const).flatMap((flow) => {
      const kwh = energies[`${flow}_kwh`], { price } = prices[flow];
      const i = time.findIndex((_, i) => kwh[i]! > 0 && Number.isNaN(price[i]!));
      return i < 0 ? [] : [
        `${whoLacks(tariff, flow, time[i]!)} has no price for ${flow} at ${
          formatInstant(time[i]!, zone)
        }: ${reasonOf(tariff, flow, time[i]!)}`,
      ];
    }),
    ...[...ids].filter((id) =>
      unfixed && !tariff.fixed.some((fee) => fee.id === id && applies(fee, unfixed.label))
    ).map((id) => `the fee '${id}' does not apply on ${unfixed!.label}`),
  ];
}

type Flow = "import" | "export";

/** The first component of a direction that has no price at an instant. */
function lacking(tariff: PricedTariff, flow: Flow, at: number): string | undefined {
  const ids = new Set(tariff.energy.filter((one) => one.flow === flow).map(({ id }) => id));
  return [...ids].find((id) => {
    const energy = tariff.energy.filter((one) => one.flow === flow && one.id === id);
    return Number.isNaN(pricesAt({ ...tariff, energy }, [at])[flow].price[0]!);
  });
}

function whoLacks(tariff: PricedTariff, flow: Flow, at: number): string {
  const id = lacking(tariff, flow, at);
  return id === undefined ? "it" : `'${id}'`;
}

function reasonOf(tariff: PricedTariff, flow: Flow, at: number): string {
  const id = lacking(tariff, flow, at);
  if (id === undefined) return `there is no component of ${flow}`;
  const versions = tariff.energy.filter((one) => one.flow === flow && one.id === id);
  const day = formatInstant(at, tariff.zone).slice(0, 10);
  const version = versions.find((one) => applies(one, day));
  if (!version) return "its dates do not cover that day";
  const name = version.series?.name ?? version.unless?.series;
  return name === undefined
    ? "no window applies, and there is no price outside of them"
    : `the series '${name}' has no value`;
}

function applies(
  { first, after }: { readonly first: number; readonly after: number },
  day: string,
): boolean {
  const number = dayNumber(day);
  return number >= first && number < after;
}
