/**
 * Raw samples as JSON: instant queries with a range selector, which every server of the query API
 * answers.
 *
 * @module
 */

import { formatSelector, type Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import type { Answer } from "./answer.ts";
import type { PullOptions, RangeResult } from "./client.ts";
import { DecoderMemories, type DecoderMemory } from "./decoder_memory.ts";
import { formatDuration, formatSeconds } from "./expression.ts";
import { halveWindow, planWindows, runPlan } from "./plan.ts";
import { stitch } from "./stitch.ts";

/** Pulls raw samples in [start, end], both included. */
export type PullSamples = (
  selector: Selector,
  range: TimeRange,
  options: PullOptions,
) => Promise<RangeResult>;

/** Options of an instant query for samples. */
export interface EvaluateSamplesOptions {
  readonly signal: AbortSignal;
  readonly splittable: true;
  readonly memory: DecoderMemory;
}

/** What pulling as JSON needs. */
export interface JsonSamplesOptions {
  /** Asks one query. */
  readonly evaluate: (
    expression: string,
    form: [name: string, value: string][],
    options: EvaluateSamplesOptions,
  ) => Promise<Answer>;
  /** Longest window of one request. [ms] */
  readonly window: number;
  /** Most requests in flight. */
  readonly concurrency: number;
}

/** Makes the function that pulls samples as JSON. */
export function jsonSamples({ evaluate, window, concurrency }: JsonSamplesOptions): PullSamples {
  const memories = new DecoderMemories();
  return async (selector, range, { signal, onProgress }) => {
    const text = formatSelector(selector), used: DecoderMemory[] = [];
    const { results, requests } = await runPlan(
      planWindows(range, window),
      ({ start, end }, signal) => {
        const memory = memories.take();
        used.push(memory);
        return evaluate(`${text}[${formatDuration(end - start)}]`, [["time", formatSeconds(end)]], {
          ...{ signal, splittable: true, memory },
        });
      },
      { halve: halveWindow, concurrency, signal, onProgress },
    );
    const columns = stitch(results.map((one) => one.columns), {
      from: range.start,
      to: range.end,
    });
    // Joining copies several answers; a single one may be the result itself.
    if (results.length > 1) memories.giveBack(used);
    return { columns, notices: [...new Set(results.flatMap((one) => one.notices))], requests };
  };
}
