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
 * The first energy of some days that a tariff does not price, or the first day without a fee.
 *
 * @returns A clause such as `'energy' has no price for import at 2025-06-01T00:00:00+02:00: …`;
 * `null` if nothing lacks a price.
 */
export function firstUnpriced(
  tariff: PricedTariff,
  { energies, prices, fees }: Settlement,
): string | null {
  const { days, offsets, time, zone } = energies;
  for (const [d, { label }] of days.entries()) {
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
      for (const flow of ["import", "export"] as const) {
        if (!(energies[`${flow}_kwh`][i]! > 0) || !Number.isNaN(prices[flow].price[i]!)) continue;
        return `${whoLacks(tariff, flow, time[i]!)} has no price for ${flow} at ${
          formatInstant(time[i]!, zone)
        }: ${reasonOf(tariff, flow, time[i]!)}`;
      }
    }
    if (Number.isNaN(fees[d]!)) {
      const ids = new Set(tariff.fixed.map(({ id }) => id));
      const id = [...ids].find((one) =>
        !tariff.fixed.some((fee) => fee.id === one && applies(fee, label))
      );
      return `the fee '${id}' does not apply on ${label}`;
    }
  }
  return null;
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
