/**
 * The signals behind a role: pulled from a source, made one series each, in W or kWh.
 *
 * @module
 */

import { type Role, ROLES } from "../../catalogue/roles.ts";
import type { LabelledSamples, Samples, SeriesColumns } from "../../columns.ts";
import { WattbookError } from "../../errors.ts";
import { mergeByMax, mergeRestarts } from "../../frames/restarts.ts";
import { present, withoutRepeats } from "../../frames/samples.ts";
import type { Binding, Household } from "../../household.ts";
import { formatSelector, type Selector } from "../../selector.ts";
import { HOUR, MINUTE, type TimeRange } from "../../time.ts";
import type { Source, SourceOptions } from "./source.ts";
import { sampleStream } from "./stream.ts";

/** What a source has for a role. */
export interface RoleSignals {
  /** One signal per binding that has samples; to be added. [W, kWh or 0/1] */
  readonly signals: readonly Samples[];
  /**
   * Times of samples that were left out because another sample of the same series has the same time.
   * [ms]
   */
  readonly repeated: readonly number[];
  /** Whether a recording rule stands in for raw samples. */
  readonly isFallback: boolean;
  /** Warnings of the source. */
  readonly notices: readonly string[];
  /** Bindings without any sample, raw or of a recording rule. */
  readonly absent: readonly Selector[];
  /** The series behind each binding as the source has them, unscaled. */
  readonly series: readonly SeriesColumns[];
  /** The same of the recording rules that may stand in; none unless asked for. */
  readonly rules: readonly SeriesColumns[];
}

/** Options of {@linkcode roleStream}. */
export interface RoleOptions extends SourceOptions {
  /**
   * Whether recording rules are pulled even where there are raw samples.
   *
   * @default {false}
   */
  readonly withRules?: boolean;
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
 */
export function roleStream(
  source: Source,
  household: Household,
  role: Role,
  pieces: readonly TimeRange[],
  options: RoleOptions = {},
): RoleStream {
  const bindings = household.bindings[role]
    .map((binding) => bindingStream(source, role, binding, pieces, options));
  return {
    async window(range) {
      const found: RoleSignals[] = [];
      for (const binding of bindings) found.push(await binding.window(range));
      return {
        // If one part is missing, the sum is unknown, not smaller.
        signals: found.every(({ signals }) => signals.length > 0)
          ? found.flatMap(({ signals }) => signals)
          : [],
        repeated: found.flatMap(({ repeated }) => repeated),
        isFallback: found.some(({ isFallback }) => isFallback),
        notices: found.flatMap(({ notices }) => notices),
        absent: found.flatMap(({ absent }) => absent),
        series: found.flatMap(({ series }) => series),
        rules: found.flatMap(({ rules }) => rules),
      };
    },
  };
}

/** A rule replaces raw samples only if there are none at all, because its zeros are no measurements. */
function bindingStream(
  source: Source,
  role: Role,
  { selector, factor, fallback }: Binding,
  pieces: readonly TimeRange[],
  { withRules = false, ...options }: RoleOptions,
): RoleStream {
  const raw = sampleStream(source, selector, pieces, options);
  const rule = fallback && sampleStream(source, fallback, pieces, options);
  return {
    async window(range) {
      const isRuled = rule !== undefined && await raw.isEmpty();
      const series = await raw.window(range);
      const ruled = rule && (isRuled || withRules) ? await rule.window(range) : null;
      const one = isRuled
        ? oneSignal(ruled!, role, fallback!, factor)
        : oneSignal(series, role, selector, factor);
      const signals = one ? [one.samples] : [];
      const isFallback = isRuled && !await rule.isEmpty();
      // No samples in this window is not the same as no series at all.
      const isAbsent = signals.length === 0 && !isFallback && await raw.isEmpty();
      return {
        signals,
        repeated: [...one?.repeated ?? []],
        isFallback,
        notices: [...raw.notices, ...ruled ? rule!.notices : []],
        absent: isAbsent ? [selector] : [],
        series: [series],
        rules: ruled ? [ruled] : [],
      };
    },
  };
}

/**
 * The signals of a role in a range, pulled at once.
 *
 * @throws {WattbookError} `AMBIGUOUS_SERIES` if a binding matches several devices; whatever the
 * source throws.
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

/**
 * The one signal in the series of a selector, scaled, with one value at a time; none if there are no
 * samples.
 */
function oneSignal(
  columns: SeriesColumns,
  role: Role,
  asked: Selector,
  factor: number,
): { samples: Samples; repeated: Float64Array } | null {
  const merged = mergeRestarts(columns).filter(({ time }) => time.length > 0);
  const series = withoutMainUnits(merged);
  if (series.length === 0) return null;
  // All pairs: a short third series may lie between two devices.
  const isTwice = series.some((a, index) =>
    series.slice(index + 1).some((b) => runInParallel(a, b))
  );
  if (isTwice) throw ambiguousSeries(role, asked, series);
  const { samples, repeated } = withoutRepeats(present(mergeByMax(series, 5 * MINUTE)));
  const { time, value } = samples;
  return { samples: { time, value: factor === 1 ? value : scaled(value, factor) }, repeated };
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

/** Two devices run side by side; a series and its successor overlap for minutes. */
function runInParallel(a: Samples, b: Samples): boolean {
  const common = Math.min(a.time.at(-1)!, b.time.at(-1)!) - Math.max(a.time[0]!, b.time[0]!);
  const shorter = Math.min(a.time.at(-1)! - a.time[0]!, b.time.at(-1)! - b.time[0]!);
  return common > HOUR && common > shorter / 2;
}

/**
 * The error for a binding that matches several devices.
 *
 * @param series What it matched, as far as that is known; some of it is shown.
 */
export function ambiguousSeries(
  role: Role,
  asked: Selector,
  series?: readonly LabelledSamples[],
): WattbookError {
  const some = series?.slice(0, 4).map(({ labels }) => JSON.stringify(labels)).join(", ");
  return new WattbookError(
    "AMBIGUOUS_SERIES",
    `'${formatSelector(asked)}' matches ${series?.length ?? "several"} devices for ${
      ROLES[role].meaning.toLowerCase()
    }${some ? `: ${some}` : ""}`,
    {
      hint: "Narrow METER_AIN_REGEX or the selector in the household file to one device, " +
        "or bind the role to a list of selectors, which are added.",
    },
  );
}

/**
 * A notice about series that the household binds and the source does not have. If the source has none
 * of them at all, there is none: then something else is wrong.
 *
 * @param pulled What was found per role.
 * @param source The source, for people.
 */
export function absentSeries(
  pulled: readonly (readonly [Role, RoleSignals])[],
  source: string,
): string[] {
  if (pulled.every(([, { signals }]) => signals.length === 0)) return [];
  const absent = pulled.filter(([role]) => role !== OPTIONAL).flatMap(([role, { absent }]) =>
    absent.map((one) => ({ name: `${role} (${formatSelector(one)})`, one }))
  );
  if (absent.length === 0) return [];
  const ain = absent.some(({ one }) => one.matchers.some(({ label }) => label === "ain"));
  return [
    `No series for ${
      absent.map(({ name }) => name).join(", ")
    } in ${source} on these days; correct ` +
    `${ain ? "METER_AIN_REGEX or " : ""}the roles in the household file, null for what the house ` +
    "does not have",
  ];
}

/** The lifetime counter only supports the day counter, so its absence needs no notice. */
const OPTIONAL: Role = "yield_total";

/** DC power of one string. */
export interface StringSignal {
  /** Value of the label `string`. */
  readonly name: string;
  /** [W] */
  readonly power: Samples;
}

/** The same as it was pulled. */
export interface PulledString extends StringSignal {
  /** Times of samples that were left out because another one has the same time. [ms] */
  readonly repeated: readonly number[];
}

/** The strings behind one binding, through a window that only moves forward. */
export interface StringStream {
  /** The strings from the last sample before the window to the first one after it. */
  window(range: TimeRange): Promise<PulledString[]>;
  /** Warnings of the source up to now. */
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
        return mergeRestarts(columns, { identity: ["string"] }).map(({ labels, time, value }) => {
          const { samples: power, repeated } = withoutRepeats(
            present({ time, value: value.map((one) => one * factor) }),
          );
          return { name: labels["string"] ?? "string", power, repeated: [...repeated] };
        });
      },
    };
  });
}
