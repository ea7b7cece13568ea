/**
 * The power table: mean power per slot of the day, for profiles, peaks and pictures.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Samples } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import type { Frame } from "../frames/frame.ts";
import type { Gap } from "../frames/gaps.ts";
import { meanPerSlot } from "../frames/integrate.ts";
import { exportOf, gapCap, importOf, rowsOf, slotIndexes, valuesAt } from "../frames/samples.ts";
import { HOUR, type Period, type TimeRange } from "../time.ts";
import { socAt } from "./battery.ts";
import type { DeviceSignals } from "./signals/device_signals.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";
import { addSlots, countedPower, withoutNegative } from "./slot_power.ts";

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

/** The samples behind the means of some days. */
export interface PowerMaterial {
  /** Samples of these days and of a day around them, without impossible ones. */
  readonly signals:
    & Pick<HouseholdSignals, "grid" | "output" | "strings" | "daylight">
    & Partial<Pick<HouseholdSignals, "devices" | "inverters">>;
  /** When the inverters are known to have been off for the night, all of them. */
  readonly nights: readonly TimeRange[];
  /**
   * The same of each inverter by itself, in the order of `signals.inverters`.
   *
   * @default {[]}
   */
  readonly nightsOf?: readonly (readonly TimeRange[])[];
  /** Whether the house measures its generation. */
  readonly hasGeneration: boolean;
  /**
   * Without a measured generation, the inverters' counters; none in a house without an inverter. [kWh]
   *
   * @default {[]}
   */
  readonly counters?: readonly Samples[];
}

/** Refuses a step that cannot divide a day into slots. */
export function checkStep(step: number): void {
  if (step >= 1000 && step <= 24 * HOUR) return;
  throw new WattbookError("BAD_RANGE", `A slot of ${step} ms is not between a second and a day`, {
    hint: "Give the step in milliseconds: 900_000 is a quarter of an hour.",
  });
}

/**
 * Mean power of some days, in slots of each length: grid power (positive import, negative export), its two
 * directions clipped per raw sample, generation (zero in proven nights), load = grid + generation +
 * battery, the strings, and what battery and consumers do.
 */
export function powerOf(
  days: readonly Period[],
  { signals, nights, nightsOf = [], hasGeneration, counters = [] }: PowerMaterial,
  slots: readonly PowerSlots[],
): PowerPart[] {
  const { grid, output, inverters = [], strings, daylight, devices } = signals;
  const { time } = grid, maxGap = gapCap(grid);
  const imported = importOf(grid.value), exported = exportOf(grid.value);
  const battery = devices?.battery?.hasPower ? devices.battery.power : null;
  const given = battery && valuesAt(battery, time, Math.max(maxGap, gapCap(battery)));
  const net = given && grid.value.map((watts, row) => watts + given[row]!);
  const rawPeaks = days.map((day) => {
    const [from, to] = slotIndexes(grid, [day.start, day.end]);
    const peakIn = (value: Float64Array) => peakOf(rowsOf({ time, value }, from!, to!));
    return { import: peakIn(imported), export: peakIn(exported) };
  });
  const light = cutTo(daylight.light, { start: days[0]!.start, end: days.at(-1)!.end });
  return slots.map(({ step, ...settings }) => {
    const borders = slotBorders(days, step);
    const means = (power: Samples) => meanPerSlot(power, borders, { ...settings, zeros: nights });
    const gridMeans = (value: Float64Array) =>
      meanPerSlot({ time, value }, borders, { ...settings, maxGap });
    const grid_w = gridMeans(grid.value), isCounted = !hasGeneration && counters.length > 0;
    const offOf = (count: number, i: number) => nightsOf.length === count ? nightsOf[i]! : nights;
    const offs = counters.map((_, i) => offOf(counters.length, i));
    const output_w = isCounted
      ? countedPower(counters, borders, { ...settings, zeros: offs })
      : hasGeneration && inverters.length > 1
      // One may sleep while another works.
      ? addSlots(inverters.map((power, i) => {
        const zeros = offOf(inverters.length, i);
        return meanPerSlot(power, borders, { ...settings, zeros });
      }))
      : means(output);
    const ofDevices = devices ? devicePower(devices, borders, settings) : {};
    const withoutBattery = net && {
      import_w: gridMeans(importOf(net)),
      export_w: gridMeans(exportOf(net)),
    };
    const { battery_w } = ofDevices, coupling = devices?.battery?.coupling;
    // What leaves a hybrid inverter contains its battery.
    const isContained = coupling === "hybrid_output";
    const load = (watts: number, slot: number) =>
      watts + (hasGeneration || isCounted ? output_w[slot]! : 0) +
      (isContained ? 0 : battery_w?.[slot] ?? 0);
    const generation_w = isContained
      ? output_w.map((watts, slot) => Math.max(0, watts - battery_w![slot]!))
      : output_w;
    return {
      time: borders.subarray(0, -1),
      grid_w,
      import_w: gridMeans(imported),
      export_w: gridMeans(exported),
      generation_w,
      load_w: hasGeneration || isCounted || battery_w
        ? withoutNegative(grid_w.map(load), step)
        : grid_w,
      strings: strings.map(({ name, power }) => ({ name, power_w: means(power) })),
      rawPeaks,
      daylight: light,
      ...ofDevices,
      ...withoutBattery && { withoutBattery },
    };
  });
}

/** What battery and consumers do per slot: by power, without one by counters that are fine enough. */
function devicePower(
  { battery, consumers }: DeviceSignals,
  borders: Float64Array,
  settings: Omit<PowerSlots, "step">,
): DevicePower {
  const means = (power: Samples) => meanPerSlot(power, borders, settings);
  const counted = (counters: readonly Samples[]) =>
    counters.length > 0
      ? countedPower(counters, borders, settings)
      : new Float64Array(borders.length - 1).fill(NaN);
  const charged = battery && !battery.hasPower ? counted(battery.charged) : null;
  return {
    ...(battery && {
      battery_w: charged
        ? counted(battery.discharged).map((watts, slot) => watts - charged[slot]!)
        : means(battery.power),
    }),
    ...(battery && battery.soc.length > 0 && {
      soc: Float64Array.from(socAt(battery, [...borders.subarray(0, -1)]), (one) => one ?? NaN),
    }),
    ...(consumers.length > 0 && {
      consumers: consumers.map(({ name, power, counters }) => (
        { name, power_w: power.time.length > 0 ? means(power) : counted(counters) }
      )),
    }),
  };
}

/** Borders of slots that tile each day from its midnight; the last slot of a day may be shorter. */
export function slotBorders(days: readonly Period[], step: number): Float64Array {
  const borders: number[] = [];
  for (const { start, end } of days) {
    for (let at = start; at < end; at += step) borders.push(at);
  }
  borders.push(days.at(-1)!.end);
  return Float64Array.from(borders);
}

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
function cutTo<Range extends TimeRange>(
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
export function extraColumns(
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
