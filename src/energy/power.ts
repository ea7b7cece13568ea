/**
 * The power table: mean power per slot of the day, for profiles, peaks and pictures.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Samples } from "../columns.ts";
import type { Frame } from "../frames/frame.ts";
import type { Gap } from "../frames/gaps.ts";
import { slotIndexes } from "../frames/samples.ts";
import type { Period, TimeRange } from "../time.ts";

/** Names of the powers in a power table. */
export type PowerColumn = "grid_w" | "import_w" | "export_w" | "generation_w" | "load_w";

/** Mean power of a consumer per slot. */
export interface ConsumerPower {
  /** Its name in the household file. */
  readonly name: string;
  /** NaN where it is not known. [W] */
  readonly power_w: Float64Array;
}

/** What battery and consumers do, in a house with such. */
export interface DevicePower {
  /** Power of the battery, positive while it discharges. [W] */
  readonly battery_w?: Float64Array;
  /** State of charge at the start of each slot. [0–1] */
  readonly soc?: Float64Array;
  /** Import and export without the battery, clipped sample by sample. [W] */
  readonly withoutBattery?: Readonly<Record<"import_w" | "export_w", Float64Array>>;
  /** Consumers in the order of the household file. */
  readonly consumers?: readonly ConsumerPower[];
}

/** Mean power of one string per slot. */
export interface StringPower {
  /** Value of the label `string`. */
  readonly name: string;
  /** DC power, NaN where it is not known. [W] */
  readonly power_w: Float64Array;
}

/** The greatest raw samples of one day; `null` without any. */
export interface DayPeaks {
  /** While the grid power is imported. */
  readonly import: PowerPeak | null;
  /** While the grid power is exported. */
  readonly export: PowerPeak | null;
}

/**
 * Mean power per slot. Slots tile each local day from its midnight, so a day of 25 hours has 100
 * quarter-hours. It comes from power samples only: energy that a counter caught up on after a gap
 * (flag `recovered`) belongs to the day, but its time is unknown. Impossible power samples are left
 * out.
 */
export interface PowerTable extends Readonly<Record<PowerColumn, Float64Array>>, DevicePower {
  /** IANA zone of the days. */
  readonly zone: string;
  /** Length of a slot. [ms] */
  readonly step: number;
  /** The local days, ascending. */
  readonly days: readonly Period[];
  /** Start of each slot, ascending. [ms] */
  readonly time: Float64Array;
  /** Strings that ever gave power. */
  readonly strings: readonly StringPower[];
  /** The greatest raw samples of each day, in the order of the days. */
  readonly rawPeaks: readonly DayPeaks[];
  /** Ascending stretches of daylight. */
  readonly daylight: readonly TimeRange[];
  /** Gaps in the grid power and in the generation power, cut at the ends of the days. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /** Where the samples came from, for people. */
  readonly source: string;
  /** Warnings of the source. */
  readonly notices: readonly string[];
}

/** Slots of a power table. */
export interface PowerSlots {
  /** Length of a slot. [ms] */
  readonly step: number;
  /**
   * Share of a slot that samples must cover. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
}

/** The power of some days in a row, as columns. */
export interface PowerPart
  extends
    Pick<PowerTable, PowerColumn | "time" | "strings" | "rawPeaks" | "daylight">,
    DevicePower {}

/**
 * The power of consecutive stretches of days as one table. Strings that never gave power are left
 * out.
 */
export function joinPower(
  parts: readonly PowerPart[],
  { gaps, ...rest }: Omit<PowerTable, keyof PowerPart>,
): PowerTable {
  const names = [...new Set(parts.flatMap(({ strings }) => strings.map(({ name }) => name)))];
  const join = (of: (part: PowerPart) => Float64Array) => joinArrays(parts.map(of));
  const { days } = rest, range = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  return {
    ...rest,
    time: join(({ time }) => time),
    grid_w: join((part) => part.grid_w),
    import_w: join((part) => part.import_w),
    export_w: join((part) => part.export_w),
    generation_w: join((part) => part.generation_w),
    load_w: join((part) => part.load_w),
    strings: thatGavePower(
      names.sort().map((name) => ({
        name,
        power_w: join((part) =>
          part.strings.find((one) => one.name === name)?.power_w ??
            new Float64Array(part.time.length).fill(NaN)
        ),
      })),
    ),
    ...joinDevices(parts, join),
    rawPeaks: parts.flatMap(({ rawPeaks }) => rawPeaks),
    daylight: adjoined(parts.flatMap(({ daylight }) => daylight)),
    gaps: { grid: cutTo(gaps.grid, range), generation: cutTo(gaps.generation, range) },
  };
}

function joinDevices(
  parts: readonly PowerPart[],
  join: (of: (part: PowerPart) => Float64Array) => Float64Array,
): DevicePower {
  const [first] = parts;
  const unknown = ({ time }: PowerPart) => new Float64Array(time.length).fill(NaN);
  const hasSoc = parts.some(({ soc }) => soc);
  return {
    ...(first?.battery_w && { battery_w: join((part) => part.battery_w!) }),
    ...(hasSoc && { soc: join((part) => part.soc ?? unknown(part)) }),
    ...(parts.some(({ withoutBattery }) => withoutBattery) && {
      withoutBattery: {
        import_w: join((part) => part.withoutBattery?.import_w ?? unknown(part)),
        export_w: join((part) => part.withoutBattery?.export_w ?? unknown(part)),
      },
    }),
    ...(first?.consumers && {
      consumers: first.consumers.map(({ name }, index) => (
        { name, power_w: join((part) => part.consumers![index]!.power_w) }
      )),
    }),
  };
}

/**
 * The part of a power table from one local day to another, without taking means again.
 *
 * @param from First local day.
 * @param to Last local day, inclusive.
 */
export function powerOfDays(power: PowerTable, from: string, to: string): PowerTable {
  const isMeant = ({ label }: Period) => label >= from && label <= to;
  const days = power.days.filter(isMeant);
  const range = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const [first, after] = slotIndexes({ time: power.time, value: power.time }, [
    range.start,
    range.end,
  ]);
  const cut = (column: Float64Array) => column.subarray(first, after);
  return {
    ...power,
    days,
    time: cut(power.time),
    grid_w: cut(power.grid_w),
    import_w: cut(power.import_w),
    export_w: cut(power.export_w),
    generation_w: cut(power.generation_w),
    load_w: cut(power.load_w),
    strings: thatGavePower(
      power.strings.map(({ name, power_w }) => ({ name, power_w: cut(power_w) })),
    ),
    ...(power.battery_w && { battery_w: cut(power.battery_w) }),
    ...(power.soc && { soc: cut(power.soc) }),
    ...(power.withoutBattery && {
      withoutBattery: {
        import_w: cut(power.withoutBattery.import_w),
        export_w: cut(power.withoutBattery.export_w),
      },
    }),
    ...(power.consumers && {
      consumers: power.consumers.map(({ name, power_w }) => ({ name, power_w: cut(power_w) })),
    }),
    rawPeaks: power.rawPeaks.filter((_, d) => isMeant(power.days[d]!)),
    daylight: cutTo(power.daylight, range),
    gaps: {
      grid: cutTo(power.gaps.grid, range),
      generation: cutTo(power.gaps.generation, range),
    },
  };
}

function thatGavePower(strings: readonly StringPower[]): StringPower[] {
  return strings.filter(({ power_w }) => power_w.some((watts) => watts > 0));
}

/** Arrays one after the other. */
export function joinArrays(arrays: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of arrays) {
    joined.set(one, at);
    at += one.length;
  }
  return joined;
}

/** Joins ranges that touch: in the far north light continues over midnight. */
function adjoined(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const one of ranges) {
    const last = joined.at(-1);
    if (last?.end === one.start) joined[joined.length - 1] = { start: last.start, end: one.end };
    else joined.push(one);
  }
  return joined;
}

/** The parts of ascending ranges that lie in another one. */
export function cutTo<Range extends TimeRange>(
  ranges: readonly Range[],
  { start, end }: TimeRange,
): Range[] {
  return ranges.filter((one) => one.start < end && one.end > start).map((one) => (
    { ...one, start: Math.max(one.start, start), end: Math.min(one.end, end) }
  ));
}

/**
 * A power table as a frame.
 *
 * @returns Columns `time` (UTC, start of the slot), `grid_w`, `import_w`, `export_w`,
 * `generation_w`, `load_w`, and one per string (`pv1_w`); in a house with such also `battery_w`
 * (positive while it discharges), `soc` [0–1] and one per consumer (`wallbox_w`). Unknown values are
 * `null`. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { analyseDays } from "./days.ts";
 * import { powerFrame } from "./power.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { power: [quarters] } = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 *   power: [{ step: 900_000 }],
 * });
 * assert(powerFrame(quarters!).height === 96 && powerFrame(quarters!).columns[5] === "load_w");
 * ```
 */
export function powerFrame(power: PowerTable): Frame {
  const column = (name: string, values: Float64Array) => pl.Series(name, values);
  const extra = extraColumns(power);
  const names = [...POWERS, ...extra.map(([name]) => name)];
  return pl.DataFrame([
    column("time", power.time).cast(pl.Datetime("ms", "UTC")),
    ...POWERS.map((name) => column(name, power[name])),
    ...extra.map(([name, values]) => column(name, values)),
  ]).withColumns(...names.map((name) => pl.col(name).fillNan(null)));
}

/** The columns of strings, battery and consumers, by name. */
function extraColumns(
  { strings, battery_w, soc, consumers = [] }: PowerTable,
): [name: string, values: Float64Array][] {
  const used = new Set(consumers.map(({ name }) => name));
  return [
    // An inverter may name a string like a consumer.
    ...strings.map(({ name, power_w }): [string, Float64Array] => [
      `${used.has(name) ? "string_" : ""}${name}_w`,
      power_w,
    ]),
    ...battery_w ? [["battery_w", battery_w] as [string, Float64Array]] : [],
    ...soc ? [["soc", soc] as [string, Float64Array]] : [],
    ...consumers.map(({ name, power_w }): [string, Float64Array] => [`${name}_w`, power_w]),
  ];
}

const POWERS = ["grid_w", "import_w", "export_w", "generation_w", "load_w"] as const;

/** The greatest power, and when. */
export interface PowerPeak {
  /** [W] */
  readonly watts: number;
  /** Instant of a sample, or start of a slot. [ms] */
  readonly time: number;
}

/**
 * The greatest power of a signal, where it first occurs. Peak import and export are the greatest
 * mean over 15 minutes, the interval that network tariffs measure, or the greatest raw sample; the
 * two differ by a factor of 2 to 5 in households, so always say which one it is.
 *
 * @param power Samples or slots; NaN is passed over. [W]
 * @returns Peak; `null` if nothing is known.
 */
export function peakOf({ time, value }: Samples): PowerPeak | null {
  let best = -1;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isNaN(value[i]!) && (best < 0 || value[i]! > value[best]!)) best = i;
  }
  return best < 0 ? null : { watts: value[best]!, time: time[best]! };
}
