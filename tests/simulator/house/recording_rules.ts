/**
 * The recording rules of a server, evaluated over raw series.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { MINUTE, type TimeRange } from "../../../src/time.ts";
import { Recording } from "./recording.ts";

/** Options of {@linkcode recordingRules}. */
export interface RuleOptions extends TimeRange {
  /** Time between evaluations, which come at its exact multiples. [ms] @default 60_000 */
  readonly every?: number;
  /**
   * How long a sample counts as the present one. A server marks a series that a scrape no longer
   * shows as stale, so this is little more than the time between scrapes. [ms] @default 90_000
   */
  readonly lookback?: number;
}

/**
 * The four `home:` series. They begin when the rules do: a rule has no past.
 *
 * @param series Raw series, several pods and all.
 * @param options When the rules are evaluated: at `start`, before `end`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { recordingRules } from "./recording_rules.ts";
 *
 * const grid = { __name__: "gridbox_ha_multimeter_power_W" };
 * const raw = [{ labels: grid, time: Float64Array.of(50_000), value: Float64Array.of(300) }];
 * const [, total] = recordingRules(raw, { start: 60_000, end: 61_000 });
 * assert(total!.labels.__name__ === "home:power_grid_import:watts");
 * ```
 */
export function recordingRules(
  series: readonly LabelledSamples[],
  { start, end, every = MINUTE, lookback = 1.5 * MINUTE }: RuleOptions,
): LabelledSamples[] {
  const gridAt = latest(series, "gridbox_ha_multimeter_power_W", lookback);
  const generationAt = latest(series, "inverter_ac_active_power_watts", lookback);
  const generations = new Recording([{ __name__: "home:power_generation:watts" }]);
  const grids = new Recording([
    { __name__: "home:power_grid_import:watts" },
    { __name__: "home:power_total:watts" },
  ]);
  const autarkies = new Recording([{ __name__: "home:autarky:ratio" }]);
  for (let time = Math.ceil(start / every) * every; time < end; time += every) {
    const generation = generationAt(time) ?? 0, grid = gridAt(time);
    generations.add(time, [generation]);
    if (grid === undefined) continue;
    const total = grid + generation;
    grids.add(time, [grid, total]);
    if (total > 0) autarkies.add(time, [Math.min(generation / total, 1)]);
  }
  return [...generations.series(), ...grids.series(), ...autarkies.series()];
}

/** `max(metric)` at instants that only go forward. */
function latest(
  series: readonly LabelledSamples[],
  metric: string,
  lookback: number,
): (time: number) => number | undefined {
  const pods = series.filter(({ labels }) => labels.__name__ === metric);
  const next = pods.map(() => 0);
  return (time) => {
    let largest: number | undefined;
    pods.forEach((pod, index) => {
      while (next[index]! < pod.time.length && pod.time[next[index]!]! <= time) next[index]!++;
      const row = next[index]! - 1;
      if (row < 0 || pod.time[row]! <= time - lookback) return;
      largest = Math.max(largest ?? -Infinity, pod.value[row]!);
    });
    return largest;
  };
}
