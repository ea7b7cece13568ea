/**
 * Netting: how far export cancels import.
 *
 * @module
 */

import type { IntervalTable } from "../energy/intervals.ts";
import { localDay } from "../time.ts";
import type { FlowPrices, PriceGrid } from "./prices.ts";
import type { Netting } from "./tariff_file.ts";

/** A notice where export cancels import over a year, and days are not whole years. */
export function partYear(
  { netting }: { readonly netting: Netting },
  days: readonly { readonly label: string }[],
): string[] {
  const first = days[0]?.label, last = days.at(-1)?.label;
  const isWholeYears = first?.endsWith("-01-01") && last?.endsWith("-12-31");
  return netting !== "year" || isWholeYears
    ? []
    : ["Export cancels import within a calendar year, and these days are not whole years"];
}

/**
 * The energies where only the difference of both directions counts within each step.
 *
 * @param step Length over which they cancel, from each midnight on. [ms]
 */
export function nettedWithin(intervals: IntervalTable, step: number): IntervalTable {
  const { days, offsets, time } = intervals;
  const import_kwh = intervals.import_kwh.slice(), export_kwh = intervals.export_kwh.slice();
  for (const [d, { start }] of days.entries()) {
    const end = offsets[d + 1]!;
    for (let from = offsets[d]!, to = from; from < end; from = to) {
      const number = Math.floor((time[from]! - start) / step);
      let imported = 0, exported = 0;
      for (; to < end && Math.floor((time[to]! - start) / step) === number; to++) {
        imported += import_kwh[to]!;
        exported += export_kwh[to]!;
      }
      const cancelled = Math.min(imported, exported);
      for (let i = from; i < to; i++) {
        import_kwh[i]! *= imported > 0 ? 1 - cancelled / imported : 1;
        export_kwh[i]! *= exported > 0 ? 1 - cancelled / exported : 1;
      }
    }
  }
  return { ...intervals, import_kwh, export_kwh };
}

/**
 * The prices where export cancels import within a calendar year, up to the import: so much of each
 * kilowatt-hour fed in earns the mean price of the import of its year, the rest its own price.
 */
export function yearPrices(
  { zone, days, offsets, import_kwh, export_kwh }: Pick<
    IntervalTable,
    "zone" | "days" | "offsets" | "import_kwh" | "export_kwh"
  >,
  prices: PriceGrid,
): PriceGrid {
  const years = Map.groupBy(
    days.map((_, d) => d),
    (d) => localDay(days[d]!.start, zone).slice(0, 4),
  );
  const credited: FlowPrices = {
    price: prices.export.price.slice(),
    low: prices.export.low.slice(),
    high: prices.export.high.slice(),
  };
  for (const own of years.values()) {
    const from = offsets[own[0]!]!, to = offsets[own.at(-1)! + 1]!;
    let imported = 0, exported = 0, cost = 0, pricedImport = 0;
    for (let i = from; i < to; i++) {
      imported += import_kwh[i]! || 0;
      exported += export_kwh[i]! || 0;
      const paid = import_kwh[i]! * prices.import.price[i]!;
      if (Number.isNaN(paid)) continue;
      cost += paid;
      pricedImport += import_kwh[i]!;
    }
    if (exported === 0) continue;
    const share = Math.min(imported, exported) / exported;
    const mean = pricedImport > 0 ? cost / pricedImport : NaN;
    for (const values of [credited.price, credited.low, credited.high]) {
      // What is cancelled in full does not need a price of its own.
      for (let i = from; i < to; i++) {
        values[i] = (share === 0 ? 0 : share * mean) + (share === 1 ? 0 : (1 - share) * values[i]!);
      }
    }
  }
  return { import: prices.import, export: credited };
}
