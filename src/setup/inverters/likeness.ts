/**
 * Whether two series measure the same thing.
 *
 * @module
 */

import { type CounterSignal, familyOf, type PowerSignal } from "../evidence.ts";

/** A solar power whose values are this close to another one's measures the same. */
export const SAME = 0.12;

/** Whether two powers have the same course and nearly the same size. */
export function sameShape(a: PowerSignal, b: PowerSignal): boolean {
  const { ratio, deviation } = proportion(a.watts, b.watts);
  return Math.abs(ratio - 1) < SAME && deviation < 0.1;
}

export function sameRise(a: CounterSignal, b: CounterSignal): boolean {
  const ratio = b.perDay / a.perDay;
  return [1, 1000, 0.001].some((one) => Math.abs(ratio / one - 1) < 0.02);
}

/** How one power follows another one, in the slots in which both are known. */
export function proportion(
  x: Float64Array,
  y: Float64Array,
): { readonly ratio: number; readonly deviation: number } {
  let sumX = 0, sumY = 0;
  const pairs: (readonly [number, number])[] = [];
  for (let from = 0; from + 12 <= x.length; from += 12) {
    let ofX = 0, ofY = 0, known = 0;
    for (let slot = from; slot < from + 12; slot++) {
      if (Number.isNaN(x[slot]! + y[slot]!)) continue;
      ofX += x[slot]!;
      ofY += y[slot]!;
      known++;
    }
    if (known === 0) continue;
    pairs.push([ofX, ofY]);
    sumX += ofX;
    sumY += ofY;
  }
  if (!(sumX > 0 && sumY > 0)) return { ratio: 0, deviation: 1 };
  const ratio = sumY / sumX;
  const off = pairs.reduce((sum, [ofX, ofY]) => sum + Math.abs(ofY - ratio * ofX), 0);
  return { ratio, deviation: off / sumY };
}

/** Whether the names of two powers differ in a number only. */
export function isSibling(
  { members: [one] }: PowerSignal,
  { members: [other] }: PowerSignal,
): boolean {
  return one!.candidate.metric === other!.candidate.metric &&
    familyOf(one!.candidate) === familyOf(other!.candidate);
}
