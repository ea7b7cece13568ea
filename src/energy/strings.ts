/**
 * The DC side: the strings of the roof.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { integrate } from "../frames/integrate.ts";
import { mergeRestarts } from "../frames/restarts.ts";
import { present } from "../frames/samples.ts";
import type { Household } from "../household.ts";
import type { TimeRange } from "../time.ts";
import { sampleStream } from "./sample_stream.ts";
import type { StringSignal } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";

/** The strings behind one binding, through a window that only moves forward. */
export interface StringStream {
  /** The strings from the last sample before the window to the first one after it. */
  window(range: TimeRange): Promise<StringSignal[]>;
  /** What the source had to say up to now. */
  readonly notices: readonly string[];
}

/**
 * Opens the power of the strings, one stream per binding.
 *
 * @param pieces What is pulled at once, ascending, both ends included.
 */
export function stringStreams(
  source: Source,
  household: Household,
  pieces: readonly TimeRange[],
  options: SourceOptions = {},
): StringStream[] {
  return household.bindings.string_power.map(({ selector, factor }) => {
    const stream = sampleStream(source, selector, pieces, options);
    return {
      get notices() {
        return stream.notices;
      },
      async window(range) {
        const columns = await stream.window(range);
        return mergeRestarts(columns, { identity: ["string"] }).map(({ labels, time, value }) => ({
          name: labels["string"] ?? "string",
          power: present({ time, value: value.map((one) => one * factor) }),
        }));
      },
    };
  });
}

/**
 * DC energy of all strings per day, by integration.
 *
 * @param borders The midnights of the days, and the one after the last. [ms]
 * @returns One value per day; `null` where no string has a sample. [kWh]
 */
export function dcEnergies(
  strings: readonly { readonly power: Samples }[],
  borders: readonly number[],
): (number | null)[] {
  const parts = strings.map(({ power }) => integrate(power, borders));
  return borders.slice(1).map((_, d) => {
    const sum = (of: (part: typeof parts[number]) => number) =>
      parts.reduce((all, part) => all + of(part), 0);
    return sum(({ covered }) => covered[d]!) > 0 ? sum(({ energy }) => energy[d]! / 1000) : null;
  });
}
