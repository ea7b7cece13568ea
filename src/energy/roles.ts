/**
 * The signals behind a role: pulled from a source, made one series each, in W or kWh.
 *
 * @module
 */

import { type Role, ROLES } from "../catalogue.ts";
import type { LabelledSamples, Samples, SeriesColumns } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { mergeByMax, mergeRestarts } from "../frames/restarts.ts";
import { present } from "../frames/samples.ts";
import type { Binding, Household } from "../household.ts";
import { formatSelector, type Selector } from "../selector.ts";
import { HOUR, MINUTE, type TimeRange } from "../time.ts";
import { sampleStream } from "./sample_stream.ts";
import type { Source, SourceOptions } from "./source.ts";

/** What a source has for a role. */
export interface RoleSignals {
  /** One signal per binding that has samples; to be added. [W, kWh or 0/1] */
  readonly signals: readonly Samples[];
  /** Whether a recording rule stands in for raw samples. */
  readonly isFallback: boolean;
  /** What the source had to say. */
  readonly notices: readonly string[];
  /** Bindings of which the source has no sample, nor of what may stand in. */
  readonly absent: readonly Selector[];
}

/** The signals of a role through a window that only moves forward, see {@linkcode SampleStream}. */
export interface RoleStream {
  /**
   * The signals from the last sample before the window to the first one after it.
   *
   * @throws {WattbookError} `AMBIGUOUS_SERIES` if a binding matches several devices; whatever the
   * source throws.
   */
  window(range: TimeRange): Promise<RoleSignals>;
}

/**
 * Opens the signals of a role that has one value at a time (all but string power).
 *
 * @param pieces What is pulled at once, ascending, both ends included.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { roleStream } from "./roles.ts";
 *
 * const house = defaultHousehold({ zone: "UTC" });
 * const columns = joinSeries([
 *   { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(1500) },
 * ]);
 * const samples = () => Promise.resolve({ columns, notices: [] });
 * const source = { kind: "server" as const, description: "example", samples };
 * const range = { start: 0, end: 9 };
 * const stream = roleStream(source, house, "import_energy", [range]);
 * assert((await stream.window(range)).signals[0]?.value[0] === 1.5);
 * ```
 */
export function roleStream(
  source: Source,
  household: Household,
  role: Role,
  pieces: readonly TimeRange[],
  options: SourceOptions = {},
): RoleStream {
  const bindings = household.bindings[role]
    .map((binding) => bindingStream(source, role, binding, pieces, options));
  return {
    async window(range) {
      const found: RoleSignals[] = [];
      for (const binding of bindings) found.push(await binding.window(range));
      return {
        // A sum that lacks one of its parts is not a smaller sum, it is unknown.
        signals: found.every(({ signals }) => signals.length > 0)
          ? found.flatMap(({ signals }) => signals)
          : [],
        isFallback: found.some(({ isFallback }) => isFallback),
        notices: found.flatMap(({ notices }) => notices),
        absent: found.flatMap(({ absent }) => absent),
      };
    },
  };
}

/** A rule stands in only where raw samples are absent altogether: its zeros are no measurements. */
function bindingStream(
  source: Source,
  role: Role,
  { selector, factor, fallback }: Binding,
  pieces: readonly TimeRange[],
  options: SourceOptions,
): RoleStream {
  const raw = sampleStream(source, selector, pieces, options);
  const rule = fallback && sampleStream(source, fallback, pieces, options);
  return {
    async window(range) {
      if (!rule || !await raw.isEmpty()) {
        const signals = oneSignal(await raw.window(range), role, selector, factor);
        // Silent in this window, or never there.
        const absent = signals.length === 0 && await raw.isEmpty() ? [selector] : [];
        return { signals, isFallback: false, notices: raw.notices, absent };
      }
      const signals = oneSignal(await rule.window(range), role, fallback, factor);
      const notices = [...raw.notices, ...rule.notices];
      const isFallback = !await rule.isEmpty();
      return { signals, isFallback, notices, absent: isFallback ? [] : [selector] };
    },
  };
}

/**
 * Pulls the signals of a role at once.
 *
 * @throws {WattbookError} `AMBIGUOUS_SERIES` if a binding matches several devices; whatever the
 * source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { pullRole } from "./roles.ts";
 *
 * const house = defaultHousehold({ zone: "UTC" });
 * const columns = joinSeries([
 *   { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(1500) },
 * ]);
 * const samples = () => Promise.resolve({ columns, notices: [] });
 * const { signals } = await pullRole(
 *   { kind: "server", description: "example", samples }, house, "import_energy", { start: 0, end: 9 },
 * );
 * assert(signals[0]?.value[0] === 1.5);
 * ```
 */
export async function pullRole(
  source: Source,
  household: Household,
  role: Role,
  range: TimeRange,
  options: SourceOptions = {},
): Promise<RoleSignals> {
  return await roleStream(source, household, role, [range], options).window(range);
}

/** The one signal in the series of a selector, scaled; none if there are no samples. */
function oneSignal(
  columns: SeriesColumns,
  role: Role,
  asked: Selector,
  factor: number,
): Samples[] {
  const merged = mergeRestarts(columns).filter(({ time }) => time.length > 0);
  const series = withoutMainUnits(merged);
  if (series.length === 0) return [];
  for (const [a, b] of neighbours(series)) {
    if (runInParallel(a, b)) throw ambiguous(role, asked, series);
  }
  const { time, value } = present(mergeByMax(series, 5 * MINUTE));
  return [{ time, value: factor === 1 ? value : scaled(value, factor) }];
}

/** Without a callback: this looks at every sample there is. */
function scaled(value: Float64Array, factor: number): Float64Array {
  const out = new Float64Array(value.length);
  for (let row = 0; row < out.length; row++) out[row] = value[row]! * factor;
  return out;
}

/** A meter appears under its own identifier and under its sub-unit's; the sub-unit measures. */
function withoutMainUnits(series: LabelledSamples[]): LabelledSamples[] {
  const ains = new Set(series.map(({ labels }) => labels["ain"]));
  return series.filter(({ labels }) => !ains.has(`${labels["ain"]}-1`));
}

function neighbours(series: LabelledSamples[]): [Samples, Samples][] {
  const sorted = series.toSorted((a, b) => a.time[0]! - b.time[0]!);
  return sorted.slice(1).map((one, index) => [sorted[index]!, one]);
}

/** Two devices run side by side; a series and its successor overlap for minutes. */
function runInParallel(a: Samples, b: Samples): boolean {
  const common = Math.min(a.time.at(-1)!, b.time.at(-1)!) - Math.max(a.time[0]!, b.time[0]!);
  const shorter = Math.min(a.time.at(-1)! - a.time[0]!, b.time.at(-1)! - b.time[0]!);
  return common > HOUR && common > shorter / 2;
}

function ambiguous(role: Role, asked: Selector, series: LabelledSamples[]): WattbookError {
  const some = series.slice(0, 4).map(({ labels }) => JSON.stringify(labels)).join(", ");
  return new WattbookError(
    "AMBIGUOUS_SERIES",
    `'${formatSelector(asked)}' matches ${series.length} devices for ${
      ROLES[role].meaning.toLowerCase()
    }: ${some}`,
    {
      hint: "Narrow METER_AIN_REGEX or the selector in the household file to one device, " +
        "or bind the role to a list of selectors, which are added.",
    },
  );
}
