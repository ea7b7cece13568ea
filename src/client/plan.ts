/**
 * Splits a range into requests and runs them, several at a time; halves those that are too large.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { TimeRange } from "../time.ts";
import { isTooLarge } from "./retry.ts";

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

/** Number of points of a range query. */
export function pointsOf({ start, end, step }: StepRange): number {
  return Math.floor((end - start) / step) + 1;
}

/**
 * Splits a pull of raw samples into consecutive windows (start, end] of about equal width in whole
 * seconds, so that there is no small rest to wait for. The first one begins 1 ms early, because some
 * servers exclude the start of a window and would lose a sample at the start of the range.
 *
 * @param width Longest window. [ms]
 * @throws {WattbookError} `BAD_RANGE`
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

/** The two halves of a part of a range query, `null` if it has one point only. */
export function halveRange({ start, end, step }: StepRange): [StepRange, StepRange] | null {
  const points = pointsOf({ start, end, step });
  if (points < 2) return null;
  const seam = start + Math.ceil(points / 2) * step;
  return [{ start, end: seam - step, step }, { start: seam, end, step }];
}

/** Shorter windows are not halved: their samples cannot be what is too much. [ms] */
const SHORTEST_WINDOW = 1000;

/** The two halves of a window of raw samples, `null` if it is too short for that. */
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

/** Samples per series in answers that were cut because they were too large. */
const cuts = new WeakMap<WattbookError, number>();

/** Remembers how many samples per series a cut answer had, if that is known. */
export function noteCut(error: WattbookError, samplesPerSeries: number | undefined): void {
  if (samplesPerSeries !== undefined) cuts.set(error, samplesPerSeries);
}

/**
 * Whether cut answers become smaller when parts are halved. One half may hold nearly all samples, so a
 * part is compared with those that were four times as long.
 */
class Shrinking {
  /** Fewest samples per series, by the number of halvings. */
  readonly #fewest: number[] = [];

  /** Takes the error of a part; throws if halving it again would not help. */
  check(error: WattbookError, halvings: number): void {
    const samples = cuts.get(error);
    if (samples === undefined) return;
    const longer = this.#fewest.slice(0, Math.max(0, halvings - 1)).filter(Number.isFinite);
    if (longer.length > 0 && samples >= 0.75 * Math.min(...longer)) {
      throw new WattbookError(
        error.code,
        `${error.message}, and a shorter range does not make it smaller`,
        {
          hint: "Ask for fewer series. If there are few, check that the server or a proxy before " +
            "it does not ignore the time of a query.",
          cause: error,
        },
      );
    }
    this.#fewest[halvings] = Math.min(this.#fewest[halvings] ?? Infinity, samples);
  }
}

/** Options of {@linkcode runPlan}. */
export interface RunPlanOptions<Part> {
  /** Splits a part that the server finds too large; `null` if that cannot be done. */
  readonly halve: (part: Part) => readonly [Part, Part] | null;
  /** Most requests in flight. @default {4} */
  readonly concurrency?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each finished part; `total` grows when a part is split. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Results of a run. */
export interface PlanRun<Result> {
  /** One result per request that succeeded, in the order of the plan. */
  readonly results: Result[];
  /** Number of requests that were made, those that were too large included. */
  readonly requests: number;
}

/**
 * Fetches every part of a plan. If one part fails for good, the others are aborted and its error is
 * thrown.
 */
export async function runPlan<Part, Result>(
  plan: readonly Part[],
  fetchPart: (part: Part, signal: AbortSignal) => Promise<Result>,
  { halve, concurrency = 4, signal, onProgress }: RunPlanOptions<Part>,
): Promise<PlanRun<Result>> {
  const failed = new AbortController();
  const both = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const waiting: (() => void)[] = [];
  let free = concurrency, done = 0, total = plan.length, requests = 0;
  // Halves are one level deeper than their whole. If the server refused a part of one level, no other
  // part of that level is tried.
  let level = 0;
  const shrinking = new Shrinking();

  async function slot<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  }

  async function pull(part: Part, depth: number): Promise<Result[]> {
    const outcome = await slot(async () => {
      if (depth < level) return null;
      try {
        requests++;
        return [await fetchPart(part, both)];
      } catch (error) {
        if (both.aborted || !isTooLarge(error) || halve(part) === null) throw error;
        shrinking.check(error, depth);
        level = Math.max(level, depth + 1);
        return null;
      }
    });
    const halves = outcome ? null : halve(part);
    if (halves) {
      total++;
      return (await Promise.all(halves.map((half) => pull(half, depth + 1)))).flat();
    }
    const result = outcome ?? await slot(async () => (requests++, [await fetchPart(part, both)]));
    onProgress?.(++done, total);
    return result;
  }

  let first: { error: unknown } | undefined;
  const settled = await Promise.allSettled(plan.map((part) =>
    pull(part, 0).catch((error) => {
      first ??= { error };
      failed.abort(error);
      throw error;
    })
  ));
  if (first) throw first.error;
  const results = settled.flatMap((one) => one.status === "fulfilled" ? one.value : []);
  return { results, requests };
}
