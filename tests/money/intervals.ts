/**
 * Energies per interval that a test writes down.
 *
 * @module
 */

import type { Reconciled } from "../../src/energy/accuracy/bands.ts";
import type { IntervalTable, Unplaced } from "../../src/energy/intervals.ts";
import { localDays } from "../../src/time.ts";

/** Days of intervals, all of them known and exact. [kWh] */
export function intervalsOf(
  from: string,
  to: string,
  { zone, step, imported, exported = () => 0, generated = () => 0, unplaced = [] }: {
    readonly zone: string;
    /** [ms] */
    readonly step: number;
    readonly imported: (slot: number, start: number) => number;
    readonly exported?: (slot: number, start: number) => number;
    readonly generated?: (slot: number, start: number) => number;
    readonly unplaced?: readonly Unplaced[];
  },
): { intervals: IntervalTable; reconciled: Reconciled[] } {
  const days = localDays(from, to, zone), offsets = [0], starts: number[] = [];
  for (const { start, end } of days) {
    for (let at = start; at < end; at += step) starts.push(at);
    offsets.push(starts.length);
  }
  const time = Float64Array.from(starts), zeros = new Float64Array(time.length);
  const columns = {
    import_kwh: time.map((start, slot) => imported(slot, start)),
    export_kwh: time.map((start, slot) => exported(slot, start)),
    yield_kwh: time.map((start, slot) => generated(slot, start)),
  };
  const exact = (kwh: number) => ({ kwh, below: 0, above: 0, sigma: 0 });
  return {
    intervals: {
      ...{ zone, step, days, time, ...columns, unplaced },
      offsets: Uint32Array.from(offsets),
      import_sigma: zeros,
      export_sigma: zeros,
      unknown: zeros,
    },
    reconciled: days.map(({ label: date }, d) => {
      const sum = (kwh: Float64Array) =>
        exact(kwh.subarray(offsets[d], offsets[d + 1]).reduce((a, b) => a + b, 0));
      const { import_kwh, export_kwh, yield_kwh } = columns;
      return {
        date,
        estimates: {
          import_kwh: sum(import_kwh),
          export_kwh: sum(export_kwh),
          yield_kwh: sum(yield_kwh),
        },
      } as unknown as Reconciled;
    }),
  };
}
