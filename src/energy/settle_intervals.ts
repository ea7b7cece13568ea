/**
 * Settles intervals: what raw power divided is scaled to the days and to what the registers counted, so
 * that intervals add up to the rows of the daily table.
 *
 * @module
 */

import { slotIndexes } from "../frames/samples.ts";
import type { TimeRange } from "../time.ts";
import type { FoundDay } from "./findings.ts";
import type {
  Columns,
  Counted,
  IntervalPart,
  IntervalTable,
  Silence,
  Unplaced,
} from "./intervals.ts";
import { joinArrays } from "./power.ts";

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
