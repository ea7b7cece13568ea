/**
 * What moving import within a day could have saved.
 *
 * @module
 */

import type { Settlement } from "./settle.ts";

/**
 * What a house could have saved at most by moving a share of each day's import: from the dearest
 * moments of the day into its feed-in, at the price of the feed-in, or to its cheapest moment. It is a
 * bound, because nobody knows the best moments, nor what of the import can wait.
 *
 * @param common Days that count.
 * @param share Of the import of each day. [0–1]
 * @returns Savings. [currency]
 */
export function shiftGain(
  { energies: { import_kwh, export_kwh, offsets }, prices }: Settlement,
  common: readonly boolean[],
  share: number,
): number {
  const bought = prices.import.price, sold = prices.export.price;
  let gain = 0;
  for (const [d, isCommon] of common.entries()) {
    if (!isCommon) continue;
    const dear: Part[] = [], surplus: Part[] = [];
    let cheapest = Infinity, imported = 0;
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
      if (!Number.isNaN(bought[i]!)) {
        cheapest = Math.min(cheapest, bought[i]!);
        if (import_kwh[i]! > 0) {
          dear.push({ price: bought[i]!, kwh: import_kwh[i]! });
          imported += import_kwh[i]!;
        }
      }
      if (export_kwh[i]! > 0 && !Number.isNaN(sold[i]!)) {
        surplus.push({ price: sold[i]!, kwh: export_kwh[i]! });
      }
    }
    dear.sort((a, b) => b.price - a.price);
    surplus.sort((a, b) => a.price - b.price);
    gain += moved(dear, [...surplus, { price: cheapest, kwh: Infinity }], share * imported);
  }
  return gain;
}

interface Part {
  readonly price: number;
  readonly kwh: number;
}

/** Moves energy from the dearest to the cheapest as long as that saves. */
function moved(dear: readonly Part[], cheap: readonly Part[], most: number): number {
  const places = cheap.toSorted((a, b) => a.price - b.price);
  let gain = 0, left = most, from = 0, to = 0, taken = 0, filled = 0;
  while (left > 1e-12 && from < dear.length && to < places.length) {
    const saved = dear[from]!.price - places[to]!.price;
    if (!(saved > 0)) break;
    const kwh = Math.min(left, dear[from]!.kwh - taken, places[to]!.kwh - filled);
    gain += kwh * saved;
    left -= kwh;
    taken += kwh;
    filled += kwh;
    if (taken >= dear[from]!.kwh) {
      from++;
      taken = 0;
    }
    if (filled >= places[to]!.kwh) {
      to++;
      filled = 0;
    }
  }
  return gain;
}
