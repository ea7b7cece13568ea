/**
 * Days divided among intervals by raw power, so that prices can follow, and what the registers say of
 * each interval.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import { resolutionOf } from "../frames/counters.ts";
import { integrateDirections } from "../frames/directions.ts";
import type { HeldSamples } from "../frames/held.ts";
import { integrate } from "../frames/integrate.ts";
import { addSignals, gapCap, slotIndexes } from "../frames/samples.ts";
import { bordersOf, HOUR, type Period, type TimeRange } from "../time.ts";
import type { GridRegisters } from "./grid.ts";
import { slotBorders } from "./slot_power.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";
import { risesPerSlot } from "./slot_power.ts";

/** Energy of which only the sum over some time is known, not when it flowed. */
export interface Unplaced extends TimeRange {
  /** Which energy. */
  readonly flow: "import" | "export" | "yield";
  /** How much; it is spread evenly over the intervals. [kWh] */
  readonly kwh: number;
}

/** Energies per interval. They add up to the rows of the daily table; NaN is unknown. */
export interface IntervalTable {
  /** IANA zone of the days. */
  readonly zone: string;
  /** Length of an interval; the last one of a day may be shorter. [ms] */
  readonly step: number;
  /** The local days, ascending. */
  readonly days: readonly Period[];
  /** Day `d` has the intervals `offsets[d]` to `offsets[d + 1]`. */
  readonly offsets: Uint32Array;
  /** Start of each interval, ascending. [ms] */
  readonly time: Float64Array;
  /** Drawn from the grid. [kWh] */
  readonly import_kwh: Float64Array;
  /** Fed into the grid. [kWh] */
  readonly export_kwh: Float64Array;
  /** PV yield. [kWh] */
  readonly yield_kwh: Float64Array;
  /** Standard deviation of the division, as far as the samples show it. [kWh] */
  readonly import_sigma: Float64Array;
  /** The same of the export. [kWh] */
  readonly export_sigma: Float64Array;
  /** Time in which import or export is not known. [ms] */
  readonly unknown: Float64Array;
  /** What the grid would have supplied besides without the battery; in a house with its power. [kWh] */
  readonly replaced_import_kwh?: Float64Array;
  /** What would have been fed in besides without the battery. [kWh] */
  readonly replaced_export_kwh?: Float64Array;
  /** Energy of which it is not known when it flowed. */
  readonly unplaced: readonly Unplaced[];
}

export type Columns =
  | "time"
  | "import_kwh"
  | "export_kwh"
  | "yield_kwh"
  | "import_sigma"
  | "export_sigma";

/** Some days in a row by raw power, before the registers decide how much it was. */
export interface IntervalPart extends Record<Columns, Float64Array> {
  readonly days: readonly Period[];
  readonly offsets: Uint32Array;
  readonly light: readonly TimeRange[];
  /** Time with samples of the grid power. [ms] */
  readonly covered: Float64Array;
  readonly replaced_import_kwh?: Float64Array;
  readonly replaced_export_kwh?: Float64Array;
  /** What the registers say of each direction. */
  readonly counted: Readonly<Record<"import" | "export", Counted>>;
}

/** What the registers of a direction say of some days. */
export interface Counted {
  /** Readings at the borders of the intervals, added; NaN where they are not known well. [kWh] */
  readonly reading: Float64Array;
  /** Standard deviation of the difference of two readings. [kWh] */
  readonly sigma: number;
  /** Per day, when grid power is missing, and what was counted meanwhile. */
  readonly silences: readonly (readonly Silence[])[];
}

export interface Silence extends TimeRange {
  /** NaN if it is not known. [kWh] */
  readonly kwh: number;
}

/** Samples of some days and of a day around them. */
export interface IntervalMaterial {
  readonly signals: Pick<
    HouseholdSignals,
    "grid" | "generation" | "today" | "total" | "daylight" | "devices"
  >;
  readonly registers: GridRegisters;
  /** Whether the house measures its generation power. */
  readonly hasGeneration: boolean;
}

/** Divides some days by their raw power. */
export function dividedOf(
  days: readonly Period[],
  { signals, registers, hasGeneration }: IntervalMaterial,
  { step }: { readonly step: number },
): IntervalPart {
  const { grid, generation, today, total, daylight, devices } = signals;
  const borders = slotBorders(days, step), maxGap = gapCap(grid);
  const offsets = Uint32Array.from(slotIndexes({ time: borders, value: borders }, bordersOf(days)));
  const { positive, negative } = integrateDirections(grid, borders, maxGap);
  const counters = today.length > 0 ? today : total;
  const yields = hasGeneration
    ? [integrate(generation, borders)]
    : counters.map((counter) => risesPerSlot(counter, borders));
  const kwh = (energy: Float64Array) => energy.map((wh) => wh / 1000);
  const silences = days.map((day) => silencesOf(grid, day, maxGap));
  return {
    days,
    offsets,
    time: borders.subarray(0, -1),
    import_kwh: kwh(positive.energy),
    export_kwh: kwh(negative.energy),
    import_sigma: kwh(positive.error),
    export_sigma: kwh(negative.error),
    covered: positive.covered,
    yield_kwh: sumOf(yields.map(({ energy }) => energy), borders.length - 1),
    light: daylight.light.filter(({ start, end }) =>
      start < days.at(-1)!.end && end > days[0]!.start
    ),
    counted: {
      import: countedBy(registers.imports, borders, { offsets, silences }),
      export: countedBy(registers.exports, borders, { offsets, silences }),
    },
    ...(devices.battery?.hasPower && replacedBy(devices.battery.power, grid, borders)),
  };
}

function sumOf(parts: readonly Float64Array[], length: number): Float64Array {
  const sum = new Float64Array(length);
  for (const part of parts) for (let i = 0; i < length; i++) sum[i]! += Math.max(0, part[i]!);
  return sum;
}

/**
 * What the battery kept from the grid and from the feed-in: without it, its power would have come from
 * the grid or gone there, moment by moment.
 */
function replacedBy(battery: HeldSamples, grid: HeldSamples, borders: Float64Array) {
  const maxGap = Math.max(gapCap(grid), gapCap(battery));
  const both = addSignals([battery, grid], { maxGap });
  const known = integrateDirections(both, borders, maxGap);
  // The same moments, so that samples of the two at different times cancel.
  const actual = integrateDirections(sampledWith(grid, both, maxGap), borders, maxGap);
  const difference = (direction: "positive" | "negative") =>
    known[direction].energy.map((wh, slot) => {
      const length = borders[slot + 1]! - borders[slot]!;
      const isKnown = known[direction].covered[slot]! >= MOST * length;
      return isKnown ? (wh - actual[direction].energy[slot]!) / 1000 : NaN;
    });
  return {
    replaced_import_kwh: difference("positive"),
    replaced_export_kwh: difference("negative"),
  };
}

/** A slot of which less is known is unknown. [0–1] */
const MOST = 0.8;

/** Grid power at the times at which it is known together with another. */
function sampledWith(grid: HeldSamples, both: Samples, maxGap: number): Samples {
  const { time, value } = addSignals([
    grid,
    { time: both.time, value: new Float64Array(both.time.length) },
  ], { maxGap });
  return { time, value: value.map((watts, row) => Number.isNaN(both.value[row]!) ? NaN : watts) };
}

/** When a day has no grid power. */
function silencesOf({ time, value }: Samples, day: TimeRange, maxGap: number): TimeRange[] {
  const found: TimeRange[] = [];
  const [from, to] = slotIndexes({ time, value }, [day.start, day.end]);
  let last = from! > 0 ? time[from! - 1]! : -Infinity;
  const see = (at: number) => {
    if (at - last > maxGap) {
      const start = Math.max(last, day.start), end = Math.min(at, day.end);
      if (end > start) found.push({ start, end });
    }
    last = at;
  };
  for (let row = from!; row < to!; row++) if (!Number.isNaN(value[row]!)) see(time[row]!);
  see(time[to!] ?? Infinity);
  return found;
}

/** A step of the register must be less than this power over the time between two readings. [kW] */
const RESOLVED = 0.05;

/**
 * The readings at the borders of intervals. Borders around which the register was not read are left
 * out, and so are so many that the register's steps do not show.
 */
function countedBy(
  registers: readonly Samples[],
  borders: Float64Array,
  { offsets, silences }: {
    readonly offsets: Uint32Array;
    readonly silences: readonly (readonly TimeRange[])[];
  },
): Counted {
  const reading = new Float64Array(borders.length).fill(registers.length === 0 ? NaN : 0);
  let step = 0;
  for (const register of registers) {
    const near = gapCap(register), own = readingsAt(register, borders);
    step = Math.max(step, resolutionOf(register));
    for (let i = 0; i < borders.length; i++) {
      reading[i]! += own.gap[i]! <= near ? own.reading[i]! : NaN;
    }
  }
  const length = borders.length < 2 ? 1 : borders[1]! - borders[0]!;
  const stride = Math.max(1, Math.ceil(step / RESOLVED * HOUR / length));
  for (let d = 0; d + 1 < offsets.length; d++) {
    for (let i = offsets[d]! + 1; i < offsets[d + 1]!; i++) {
      if ((i - offsets[d]!) % stride !== 0) reading[i] = NaN;
    }
  }
  const known = borders.filter((_, i) => !Number.isNaN(reading[i]!));
  return {
    reading,
    sigma: step / Math.sqrt(6),
    silences: silences.map((own) =>
      own.flatMap((silence) => cutAt(silence, known)).map((silence) => (
        { ...silence, kwh: countedWithin(registers, silence) }
      ))
    ),
  };
}

/** A range in the pieces between borders. */
function cutAt({ start, end }: TimeRange, borders: Float64Array): TimeRange[] {
  const inner = borders.subarray(rowAt(borders, start + 1), rowAt(borders, end));
  const cuts = [start, ...inner, end];
  return cuts.slice(1).map((cut, i) => ({ start: cuts[i]!, end: cut }));
}

/** What registers counted from one instant to another; NaN if one of them does not know it. [kWh] */
function countedWithin(registers: readonly Samples[], { start, end }: TimeRange): number {
  if (registers.length === 0) return NaN;
  return registers.reduce((sum, register) => {
    const [from, to] = readingsAt(register, [start, end]).reading;
    return sum + to! - from!;
  }, 0);
}
