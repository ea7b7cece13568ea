/**
 * What the house's own register counted between two readings of a bill.
 *
 * @module
 */

import type { Reconciled } from "../energy/accuracy/bands.ts";
import { bandOf, isBounded } from "../energy/accuracy/estimate.ts";
import { type BilledSpan, ROUNDING } from "./bill.ts";

/** An energy and what the house's own register allows. [kWh] */
export interface AllowedEnergy {
  /** What the house's own register counted. */
  readonly kwh: number;
  /** The least that agrees with it. */
  readonly low: number;
  /** The most that agrees with it. */
  readonly high: number;
}

/** The energies of the house's own register. */
export interface OwnRegister {
  /** From reading to reading; `null` where a day is not known. */
  between(span: Pick<BilledSpan, "from" | "to">): AllowedEnergy | null;
  /** Half of the widest band of a day, as a share of its energy. */
  readonly errorOf: (day: string) => number;
}

/**
 * Adds up the days of a register once, so that many ranges can be looked up.
 *
 * @param reconciled Days in a row.
 */
export function ownRegister(
  reconciled: readonly Pick<Reconciled, "date" | "estimates">[],
  flow: "import" | "export",
): OwnRegister {
  const rows = new Map(reconciled.map(({ date }, row) => [date, row]));
  const sum = { kwh: [0], error: [0], unknown: [0] };
  const shares = reconciled.map(({ estimates }, row) => {
    const own = estimates[`${flow}_kwh`], isKnown = own && isBounded(own);
    const { low, high } = isKnown ? bandOf(own) : { low: 0, high: 0 };
    const kwh = isKnown ? own.kwh : 0, error = Math.max(kwh - low, high - kwh, 0);
    sum.kwh.push(sum.kwh[row]! + kwh);
    sum.error.push(sum.error[row]! + error);
    sum.unknown.push(sum.unknown[row]! + (isKnown ? 0 : 1));
    return kwh > 0 ? error / kwh : 0;
  });
  return {
    between({ from, to }) {
      const first = rows.get(from), last = rows.get(to);
      if (first === undefined || last === undefined || last < first) return null;
      const of = (values: readonly number[], start: number, end: number) =>
        values[Math.max(start, end)]! - values[start]!;
      if (of(sum.unknown, first, last + 1) > 0) return null;
      const error = of(sum.error, first, last + 1) + 2 * ROUNDING;
      // Each date may mean the start or the end of its day; usually it is the start.
      return {
        kwh: of(sum.kwh, first, last),
        low: of(sum.kwh, first + 1, last) - error,
        high: of(sum.kwh, first, last + 1) + error,
      };
    },
    errorOf: (day) => shares[rows.get(day) ?? -1] ?? 0,
  };
}
