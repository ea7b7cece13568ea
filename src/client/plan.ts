/**
 * A range as the requests that fetch it.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { TimeRange } from "../time.ts";

/** Points at `start`, `start + step`, ... up to `end`, both ends included. */
export interface StepRange extends TimeRange {
  /** Distance of the points. [ms] */
  readonly step: number;
}

/**
 * Splits a range query into parts of about equal size below the server's limit. Seams are exact: a
 * part starts one step after the last point of the part before it, so that every point is asked for
 * once.
 *
 * @param maxPoints Most points per part.
 * @throws {WattbookError} `BAD_RANGE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { planRange } from "./plan.ts";
 *
 * const parts = planRange({ start: 0, end: 50_000, step: 10_000 }, 4);
 * assert(JSON.stringify(parts.map(({ start, end }) => [start, end])) ===
 *   "[[0,20000],[30000,50000]]");
 * ```
 */
export function planRange(range: StepRange, maxPoints: number): StepRange[] {
  checkRange(range);
  const { start, end, step } = range;
  if (!Number.isInteger(step) || step < 1) {
    throw new WattbookError("BAD_RANGE", `The step of ${step} ms cannot be used`, {
      hint: "Give a whole, positive number of milliseconds.",
    });
  }
  const points = pointsOf(range), parts = Math.ceil(points / maxPoints);
  if (parts === 1) return [range];
  const size = Math.ceil(points / parts);
  return Array.from({ length: Math.ceil(points / size) }, (_, index) => ({
    start: start + index * size * step,
    end: Math.min(start + ((index + 1) * size - 1) * step, end),
    step,
  }));
}

/**
 * Number of points of a range query.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pointsOf } from "./plan.ts";
 *
 * assert(pointsOf({ start: 0, end: 25, step: 10 }) === 3);
 * ```
 */
export function pointsOf({ start, end, step }: StepRange): number {
  return Math.floor((end - start) / step) + 1;
}

/**
 * Splits a pull of raw samples into windows (start, end] that follow one another, of about equal width
 * in whole seconds: so none is left over to be waited for. The first one begins 1 ms early: a server
 * whose windows exclude their start would else lose a sample at exactly the start of the range.
 *
 * @param width Longest window. [ms]
 * @throws {WattbookError} `BAD_RANGE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { planWindows } from "./plan.ts";
 *
 * const windows = planWindows({ start: 0, end: 10 }, 6);
 * assert(JSON.stringify(windows) === '[{"start":-1,"end":5},{"start":5,"end":10}]');
 * ```
 */
export function planWindows(range: TimeRange, width: number): TimeRange[] {
  checkRange(range);
  const length = range.end - range.start + 1, count = Math.ceil(length / width);
  const even = Math.min(width, Math.ceil(length / count / 1000) * 1000);
  const windows: TimeRange[] = [];
  for (let start = range.start - 1; start < range.end;) {
    const end = Math.min(start + even, range.end);
    windows.push({ start, end });
    start = end;
  }
  return windows;
}

/**
 * The two halves of a part of a range query, `null` if it has one point only.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { halveRange } from "./plan.ts";
 *
 * assert(halveRange({ start: 0, end: 30, step: 10 })?.[1].start === 20);
 * ```
 */
export function halveRange({ start, end, step }: StepRange): [StepRange, StepRange] | null {
  const points = pointsOf({ start, end, step });
  if (points < 2) return null;
  const seam = start + Math.ceil(points / 2) * step;
  return [{ start, end: seam - step, step }, { start: seam, end, step }];
}

/** Below this a window is not halved: then its samples are not what makes it too large. [ms] */
const SHORTEST_WINDOW = 1000;

/**
 * The two halves of a window of raw samples, `null` if it is too short for that.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { halveWindow } from "./plan.ts";
 *
 * assert(halveWindow({ start: 0, end: 4000 })?.[0].end === 2000);
 * ```
 */
export function halveWindow({ start, end }: TimeRange): [TimeRange, TimeRange] | null {
  if (end - start < 2 * SHORTEST_WINDOW) return null;
  const seam = start + Math.floor((end - start) / 2);
  return [{ start, end: seam }, { start: seam, end }];
}

function checkRange({ start, end }: TimeRange): void {
  if (!Number.isInteger(start) || !Number.isInteger(end)) {
    throw new WattbookError("BAD_RANGE", `The range from ${start} to ${end} cannot be used`, {
      hint: "Give both ends as whole milliseconds of Unix time.",
    });
  }
  if (end < start) {
    throw new WattbookError("BAD_RANGE", `The range ends (${end}) before it starts (${start})`, {
      hint: "Both ends are inclusive; give the earlier one first.",
    });
  }
}
