/**
 * The energies of days, divided among intervals so that prices can follow: the registers decide how
 * much, raw power only decides when.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { resolutionOf } from "../frames/counters.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import { integrateDirections } from "../frames/directions.ts";
import type { HeldSamples } from "../frames/held.ts";
import { integrate } from "../frames/integrate.ts";
import { addSignals, gapCap, slotIndexes } from "../frames/samples.ts";
import { bordersOf, HOUR, type Period, type TimeRange } from "../time.ts";
import type { FoundDay } from "./findings.ts";
import type { GridRegisters } from "./grid.ts";
import { joinArrays, slotBorders } from "./power.ts";
import { risesPerSlot } from "./slot_power.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";

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

type Columns =
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
interface Counted {
  /** Readings at the borders of the intervals, added; NaN where they are not known well. [kWh] */
  readonly reading: Float64Array;
  /** Standard deviation of the difference of two readings. [kWh] */
  readonly sigma: number;
  /** Per day, when grid power is missing, and what was counted meanwhile. */
  readonly silences: readonly (readonly Silence[])[];
}

interface Silence extends TimeRange {
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

/**
 * Energies per interval that add up to the days: what a register counted while power was missing lies
 * there, the rest follows the power. An integral stays what it is, so that what was not measured is
 * missing.
 *
 * @param parts Consecutive days by raw power.
 * @param found The same days.
 */
export function settleIntervals(
  parts: readonly IntervalPart[],
  found: readonly Pick<FoundDay, "row" | "grid">[],
  { zone, step }: { readonly zone: string; readonly step: number },
): IntervalTable {
  const unplaced: Unplaced[] = [], offsets = [0], unknown: Float64Array[] = [];
  let d = 0;
  for (const part of parts) {
    const borders = joinArrays([part.time, Float64Array.of(part.days.at(-1)!.end)]);
    const missing = new Float64Array(part.time.length);
    unknown.push(missing);
    for (const [index, day] of part.days.entries()) {
      const { row, grid } = found[d++]!;
      const slots = { from: part.offsets[index]!, to: part.offsets[index + 1]!, borders };
      for (const flow of ["import", "export"] as const) {
        const isCounted = (flow === "import" ? grid.imports : grid.exports).method === "counter";
        const { silences, ...counted } = part.counted[flow];
        settleDay(part[`${flow}_kwh`], part[`${flow}_sigma`], row[`${flow}_kwh`], {
          ...slots,
          covered: part.covered,
          counted: isCounted ? { ...counted, silences: silences[index]! } : null,
          unplaced: (one) => unplaced.push({ flow, ...one }),
        });
        for (let i = slots.from; i < slots.to; i++) {
          const length = borders[i + 1]! - borders[i]!;
          const known = Number.isNaN(part[`${flow}_kwh`][i]!)
            ? 0
            : isCounted || (flow === "export" && row.yield_kwh === 0)
            ? length
            : part.covered[i]!;
          missing[i] = Math.max(missing[i]!, length - known);
        }
      }
      settleYield(part, row.yield_kwh, {
        ...slots,
        coverage: row.coverage_pv,
        day,
        unplaced: (one) => unplaced.push({ flow: "yield", ...one }),
      });
      offsets.push(offsets.at(-1)! + slots.to - slots.from);
    }
  }
  const join = (name: Columns) => joinArrays(parts.map((part) => part[name]));
  const joinReplaced = (name: "replaced_import_kwh" | "replaced_export_kwh") =>
    joinArrays(
      parts.map((part) => part[name] ?? new Float64Array(part.time.length).fill(NaN)),
    );
  const hasBattery = parts.some(({ replaced_import_kwh }) => replaced_import_kwh);
  return {
    zone,
    step,
    days: parts.flatMap(({ days }) => days),
    offsets: Uint32Array.from(offsets),
    time: join("time"),
    import_kwh: join("import_kwh"),
    export_kwh: join("export_kwh"),
    yield_kwh: join("yield_kwh"),
    import_sigma: join("import_sigma"),
    export_sigma: join("export_sigma"),
    unknown: joinArrays(unknown),
    ...(hasBattery && {
      replaced_import_kwh: joinReplaced("replaced_import_kwh"),
      replaced_export_kwh: joinReplaced("replaced_export_kwh"),
    }),
    unplaced,
  };
}

interface Settling {
  readonly from: number;
  readonly to: number;
  readonly borders: Float64Array;
  readonly covered: Float64Array;
  /** What the registers say; `null` if the energy is an integral. */
  readonly counted: (Omit<Counted, "silences"> & { readonly silences: readonly Silence[] }) | null;
  readonly unplaced: (one: Omit<Unplaced, "flow">) => void;
}

/** Scales a day's intervals to its energy, in place. */
function settleDay(
  kwh: Float64Array,
  sigma: Float64Array,
  total: number | null,
  { counted, ...day }: Settling,
): void {
  const { from, to, covered, borders } = day;
  if (total === null) kwh.fill(NaN, from, to);
  else if (counted === null) {
    // A house without PV feeds in nothing, also while nothing was measured.
    if (total === 0 && kwh.subarray(from, to).every((one) => one === 0)) return;
    for (let i = from; i < to; i++) if (covered[i] === 0) kwh[i] = NaN;
  } else {
    for (const { from, to, kwh: own } of blocksOf(total, day, counted)) {
      const isBetween = (at: number) => at > borders[from]! && at <= borders[to]!;
      settleBlock(kwh, sigma, own, {
        ...day,
        from,
        to,
        silences: counted.silences.filter(({ end }) => isBetween(end)),
      });
      // A reading knows more than the power.
      if (to - from === 1) sigma[from] = counted.sigma;
    }
  }
}

/** A day in the stretches between known readings, which add up to its energy. */
function blocksOf(
  total: number,
  { from, to }: Pick<Settling, "from" | "to">,
  { reading }: Pick<Counted, "reading">,
): { from: number; to: number; kwh: number }[] {
  const blocks: { from: number; to: number; kwh: number }[] = [];
  let begin = from, rest = total;
  for (let i = from + 1; i < to; i++) {
    const own = reading[i]! - reading[begin]!;
    if (Number.isNaN(own)) continue;
    blocks.push({ from: begin, to: i, kwh: own });
    rest -= own;
    begin = i;
  }
  blocks.push({ from: begin, to, kwh: rest });
  // Readings that contradict the day are of no use.
  return blocks.every(({ kwh }) => kwh >= -NOISE)
    ? blocks.map((block) => ({ ...block, kwh: Math.max(0, block.kwh) }))
    : [{ from, to, kwh: total }];
}

/** Differences of readings are exact but for rounding. [kWh] */
const NOISE = 1e-6;

/** Scales the intervals between two readings to what was counted, in place. */
function settleBlock(
  kwh: Float64Array,
  sigma: Float64Array,
  total: number,
  { from, to, borders, covered, silences, unplaced }: Omit<Settling, "counted"> & {
    readonly silences: readonly Silence[];
  },
): void {
  let measured = 0, time = 0;
  for (let i = from; i < to; i++) {
    measured += kwh[i]!;
    time += covered[i]!;
  }
  const silent = silences.reduce((sum, one) => sum + (Math.max(0, one.kwh) || 0), 0);
  const length = silences.reduce((sum, one) => sum + one.end - one.start, 0);
  // With no power at all the sum is all that is known.
  const isBlind = time === 0 && silent < total;
  const share = silent > total ? total / silent : 1, rest = isBlind ? 0 : total - silent * share;
  for (let i = from; i < to; i++) {
    const part = measured > 0 ? kwh[i]! / measured : time > 0 ? covered[i]! / time : 0;
    kwh[i] = rest * part;
    if (measured > 0) sigma[i]! *= rest / measured;
  }
  for (const { start, end, kwh: counted } of silences) {
    const own = isBlind ? total * (end - start) / length : (Math.max(0, counted) || 0) * share;
    if (own <= 0) continue;
    spread(kwh, { start, end, kwh: own }, borders, from);
    if (!isWithinOne(borders, start, end)) unplaced({ start, end, kwh: own });
  }
}

/** Divides a day's yield in the shape of the power, else of the daylight. */
function settleYield(
  { yield_kwh: kwh, light }: IntervalPart,
  total: number | null,
  { from, to, borders, coverage, day, unplaced }:
    & Pick<Settling, "from" | "to" | "borders" | "unplaced">
    & { readonly coverage: number | null; readonly day: TimeRange },
): void {
  let measured = 0;
  for (let i = from; i < to; i++) measured += kwh[i]!;
  if (total === null) kwh.fill(NaN, from, to);
  else if (measured > 0) {
    for (let i = from; i < to; i++) kwh[i]! *= total / measured;
    // What was generated while the inverter was not heard may have come at another time of the day.
    const unheard = total * Math.max(0, 1 - (coverage ?? 1));
    if (unheard > 0.001) unplaced({ start: day.start, end: day.end, kwh: unheard });
  } else if (total > 0) {
    const own = light.map(({ start, end }) => (
      { start: Math.max(start, day.start), end: Math.min(end, day.end) }
    )).filter(({ start, end }) => start < end);
    const ranges = own.length > 0 ? own : [day];
    const length = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    for (const { start, end } of ranges) {
      spread(kwh, { start, end, kwh: total * (end - start) / length }, borders, from);
    }
    unplaced({ start: ranges[0]!.start, end: ranges.at(-1)!.end, kwh: total });
  }
}

/** Adds an energy evenly over the intervals that its time touches. */
function spread(
  into: Float64Array,
  { start, end, kwh }: TimeRange & { readonly kwh: number },
  borders: Float64Array,
  first: number,
): void {
  for (let i = first; i + 1 < borders.length && borders[i]! < end; i++) {
    const length = Math.min(end, borders[i + 1]!) - Math.max(start, borders[i]!);
    if (length > 0) into[i]! += kwh * length / (end - start);
  }
}

/** Whether a time lies within one interval, so that it is known when the energy flowed. */
function isWithinOne(borders: Float64Array, start: number, end: number): boolean {
  const [first, last] = slotIndexes({ time: borders, value: borders }, [start + 1, end]);
  return first === last;
}
