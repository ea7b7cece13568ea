/**
 * The power of stretches of days as one.
 *
 * @module
 */

import type { Gap } from "../frames/gaps.ts";
import type { Peak } from "./peaks.ts";
import type { PowerTable } from "./power_table.ts";

/** The power of some days in a row. */
export type PowerPart = Omit<PowerTable, "zone" | "step" | "days" | "source">;

/**
 * Puts the power of stretches of days behind one another. Strings that never gave power are left
 * out; a gap that the border of two parts divided is one gap again.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinPower } from "./join_power.ts";
 *
 * assert(joinPower([]).time.length === 0);
 * ```
 */
export function joinPower(parts: readonly PowerPart[]): PowerPart {
  const names = [...new Set(parts.flatMap(({ strings }) => strings.map(({ name }) => name)))];
  const join = (of: (part: PowerPart) => Float64Array) => joinArrays(parts.map(of));
  return {
    time: join(({ time }) => time),
    grid_w: join((part) => part.grid_w),
    import_w: join((part) => part.import_w),
    export_w: join((part) => part.export_w),
    generation_w: join((part) => part.generation_w),
    load_w: join((part) => part.load_w),
    strings: names.sort().map((name) => ({
      name,
      power_w: join((part) =>
        part.strings.find((one) => one.name === name)?.power_w ??
          new Float64Array(part.time.length).fill(NaN)
      ),
    })).filter(({ power_w }) => power_w.some((watts) => watts > 0)),
    rawPeaks: {
      import: greatest(parts.map(({ rawPeaks }) => rawPeaks.import)),
      export: greatest(parts.map(({ rawPeaks }) => rawPeaks.export)),
    },
    daylight: parts.flatMap(({ daylight }) => daylight),
    gaps: {
      grid: joinGaps(parts.flatMap(({ gaps }) => gaps.grid)),
      generation: joinGaps(parts.flatMap(({ gaps }) => gaps.generation)),
    },
    notices: [...new Set(parts.flatMap(({ notices }) => notices))],
  };
}

function joinArrays(arrays: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of arrays) {
    joined.set(one, at);
    at += one.length;
  }
  return joined;
}

function greatest(peaks: readonly (Peak | null)[]): Peak | null {
  return peaks.reduce((a, b) => b === null || (a !== null && a.watts >= b.watts) ? a : b, null);
}

function joinGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last && last.end === gap.start && last.class === gap.class) {
      joined[joined.length - 1] = { ...last, end: gap.end };
    } else joined.push(gap);
  }
  return joined;
}
