/**
 * When the inverters were silent, and why.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { classifyGaps, type Gap, type GapClass, type GapOptions } from "../frames/gaps.ts";
import { gapCap, valuesAt } from "../frames/samples.ts";

/** What is known of the inverters. */
export interface PvGapsOptions
  extends Required<Pick<GapOptions, "range" | "daylight" | "devices" | "grid">> {
  /** Power up to which all inverters together wake up or go to sleep by themselves. [W] */
  readonly sleepy: number;
}

/** Gaps of the inverters. */
export interface PvGaps {
  /** Of the house, without overlap: somewhere an inverter was missing, or all of them slept. */
  readonly house: readonly Gap[];
  /** Of each inverter, in the order of the powers. */
  readonly inverters: readonly (readonly Gap[])[];
}

/**
 * Gaps in the generation power of one or several inverters. Each inverter is asked for itself: one
 * that looks east wakes up while its neighbour sleeps on, and one may be broken while the other
 * works. Its own counters testify if there are as many powers as devices with counters, else all.
 *
 * @param powers Generation power, one signal per inverter. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pvGaps } from "./pv_gaps.ts";
 *
 * const heard = { time: Float64Array.of(0, 10, 20), value: Float64Array.of(900, 900, 900) };
 * const silent = { time: Float64Array.of(0), value: Float64Array.of(900) };
 * const none = { time: new Float64Array(), value: new Float64Array() };
 * const range = { start: 0, end: 1e6 };
 * const daylight = { light: [range], dark: [], evidence: "" };
 * const { house } = pvGaps([heard, silent], { range, daylight, devices: [], grid: none, sleepy: 9 });
 * assert(house.length === 1 && house[0]?.class === "unknown");
 * ```
 */
export function pvGaps(powers: readonly Samples[], options: PvGapsOptions): PvGaps {
  const { sleepy, grid, devices, ...known } = options;
  const inverters = powers.map((power, i) =>
    classifyGaps(power, {
      ...known,
      standbyPowerW: sleepy / powers.length,
      devices: devices.length === powers.length ? [devices[i]!] : devices,
      grid: unexplained(grid, powers.filter((_, other) => other !== i)),
    })
  );
  return { house: together(inverters), inverters };
}

/** Grid power without what other inverters are known to have generated. [W] */
function unexplained(grid: Samples, others: readonly Samples[]): Samples {
  if (others.length === 0) return grid;
  const value = grid.value.slice();
  for (const other of others) {
    const generated = valuesAt(other, grid.time, gapCap(other));
    for (let i = 0; i < value.length; i++) value[i]! += generated[i]! || 0;
  }
  return { time: grid.time, value };
}

/** The class that a house has if its inverters have several. */
const STRONGEST: readonly GapClass[] = ["outage", "logger_down", "unknown"];

/** Gaps of all inverters as one list without overlap. */
function together(inverters: readonly (readonly Gap[])[]): readonly Gap[] {
  if (inverters.length === 1) return inverters[0]!;
  const borders = [...new Set(inverters.flat().flatMap(({ start, end }) => [start, end]))]
    .sort((a, b) => a - b);
  const next = inverters.map(() => 0);
  const gaps: Gap[] = [];
  let source: Gap | null = null;
  for (let b = 0; b + 1 < borders.length; b++) {
    const start = borders[b]!, end = borders[b + 1]!;
    const silent = inverters.map((own, i) => {
      while (next[i]! < own.length && own[next[i]!]!.end <= start) next[i]!++;
      const gap = own[next[i]!];
      return gap && gap.start <= start ? gap : null;
    });
    const chosen = spokesman(silent, source);
    const last = gaps.at(-1);
    if (chosen && chosen === source && last?.end === start) {
      gaps[gaps.length - 1] = { ...last, end };
    } else if (chosen) {
      const which = silent.indexOf(chosen) + 1;
      const evidence = chosen.class === "night"
        ? chosen.evidence
        : `inverter ${which}: ${chosen.evidence}`;
      gaps.push({ start, end, class: chosen.class, evidence });
    }
    source = chosen;
  }
  return gaps;
}

/**
 * The gap that speaks for the house, if possible the one that did so before; none while an inverter
 * is heard and the others sleep.
 */
function spokesman(silent: readonly (Gap | null)[], before: Gap | null): Gap | null {
  const strongest = STRONGEST.find((one) => silent.some((gap) => gap?.class === one));
  if (strongest === undefined && silent.includes(null)) return null;
  const candidates = silent.filter((gap) => gap?.class === (strongest ?? "night"));
  return candidates.find((gap) => gap === before) ?? candidates[0]!;
}
