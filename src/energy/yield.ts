/**
 * PV yield per local day from an inverter's two counters.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import { rowAt, type Samples } from "../columns.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import { repairCounter, type RepairOptions, resolutionOf } from "../frames/counters.ts";
import { gapCap, rowsOf, slotIndexes, usualStep } from "../frames/samples.ts";
import { bordersOf, type Period } from "../time.ts";
import {
  type DayCounterRepair,
  type OwnDay,
  ownDays,
  tailAfter,
  type YieldCounters,
} from "./own_days.ts";
import { lostEnergy, repairFlags } from "./repairs.ts";

/** Yield of one day. */
export interface DayYield {
  /** AC yield; `null` if no counter knows it. [kWh] */
  readonly kwh: number | null;
  /** Where it comes from. */
  readonly method: "day_counter" | "lifetime_counter" | "unknown";
  /** What a reader should know. */
  readonly flags: readonly Flag[];
  /** What had to be repaired in the day counter. */
  readonly repairs: readonly DayCounterRepair[];
  /** What may have flowed around resets of its counter without being booked. [kWh] */
  readonly lost: number;
  /** What may have flowed after its counter's last reading of the day. [kWh] */
  readonly tail: number;
  /** How far the two counters are apart, if neither their steps nor `lost` and `tail` explain it. [kWh] */
  readonly doubt: number;
  /** By the day counter alone; `null` if it has no sample. [kWh] */
  readonly dayCounter: number | null;
  /** By the lifetime counter alone; `null` if it is not known at both midnights. [kWh] */
  readonly lifetime: number | null;
}

/** Options of {@linkcode dayYields}. */
export interface DayYieldsOptions extends RepairOptions {
  /**
   * Per day, whether the inverter's days are known not to be the house's.
   *
   * @default {[]}
   */
  readonly isClockOff?: readonly boolean[];
  /**
   * Generation power of the same inverter, which tells what flows after a counter's last reading. [W]
   *
   * @default {} the mean rise of the counter before it
   */
  readonly power?: Samples;
}

/**
 * Yield per day from the day counter, checked against the lifetime counter.
 *
 * The yield is the last reading of the day counter. Readings that still belong to the day before (a
 * late reset) are left out, and a reset in the middle of the day is added up. Counters that disagree
 * by less than half a percent are no mismatch; the band reaches both. If samples stop before
 * the evening, the lifetime counter shows the rest: lifetime minus day counter is the lifetime
 * reading at the midnight before, which is the end of the day before. If the inverter's days are not
 * the house's, the lifetime counter is read at the house's midnights.
 *
 * @param days Local days, ascending.
 * @param counters Samples of these days and, for the borders, of the days around.
 * @param missesEnd Per day, whether the inverter fell silent while it still generated.
 */
export function dayYields(
  days: readonly Period[],
  counters: YieldCounters,
  missesEnd: readonly boolean[],
  options: DayYieldsOptions = {},
): DayYield[] {
  const { today, total } = counters, { isClockOff = [], power = NONE, ...repairing } = options;
  if (today.time.length === 0) return lifetimeYields(days, total, missesEnd);
  if (isClockOff.includes(true)) {
    const byDayCounter = dayYields(days, counters, missesEnd, { ...repairing, power });
    const byMidnight = midnightYields(days, counters, missesEnd, repairing);
    return byDayCounter.map((one, d) => isClockOff[d] ? byMidnight[d] ?? one : one);
  }
  const resolution = resolutionOf(today);
  const steps = Math.max(resolution + resolutionOf(total), 0.001) + 1e-9;
  const usual = usualStep(today), maxGap = gapCap(power);
  const own = ownDays(days, counters, { ...repairing, resolution, steps, power, usual, maxGap });
  const opening = openings(days, own, total, missesEnd);
  // The openings are means of lifetime minus day counter, so they are no finer than the day counter.
  const openingDoubt = resolution > resolutionOf(total) ? resolution / 2 : 0;
  return days.map(({ end }, d) => {
    const { counter, repairs } = own[d]!;
    const lifetime = opening[d + 1]! - opening[d]!;
    const isKnown = !Number.isNaN(lifetime);
    if (counter.time.length === 0) return unheard(lifetime);
    const kwh = counter.value.at(-1)!;
    const flags: Flag[] = repairFlags(repairs);
    const both = { repairs, dayCounter: kwh, lifetime: isKnown ? lifetime : null };
    const lost = lostEnergy(repairs);
    if (missesEnd[d] && isKnown && lifetime - kwh > steps) {
      flags.push("yield_recovered");
      return {
        kwh: lifetime,
        method: "lifetime_counter",
        flags,
        lost: 0,
        tail: 0,
        doubt: openingDoubt,
        ...both,
      };
    }
    const isPartial = missesEnd[d] && !isKnown;
    if (isPartial) flags.push("yield_partial");
    // What it did not count after it fell silent, the lifetime counter tells to one of its steps.
    const rest = missesEnd[d] && isKnown ? lifetime + resolutionOf(total) - kwh : 0;
    const tail = isPartial ? 0 : Math.max(rest, tailAfter(counter, power, { end, usual, maxGap }));
    const apart = isKnown ? Math.max(kwh - lifetime, lifetime - (kwh + lost + tail)) : 0;
    if (apart > steps + COUNTER_ERROR * kwh) flags.push("yield_mismatch");
    const doubt = apart > steps ? apart : 0;
    return { kwh, method: "day_counter", flags, lost, tail, doubt, ...both };
  });
}

/** By so much of a day's yield two counters of one inverter may disagree besides their steps. */
const COUNTER_ERROR = 0.005;

const NONE: Samples = { time: new Float64Array(), value: new Float64Array() };

/**
 * Yields between the house's midnights: from the lifetime counter, or without one from the day
 * counter, added up over all of its resets.
 *
 * @returns `null` for a day that it does not know.
 */
function midnightYields(
  days: readonly Period[],
  { today, total }: YieldCounters,
  missesEnd: readonly boolean[],
  options: RepairOptions,
): (DayYield | null)[] {
  const hasTotal = total.time.length > 0;
  const counter = hasTotal ? total : repairCounter(today, options);
  const { value } = counter, borders = bordersOf(days);
  const { reading, gap, rise, sigma } = readingsAt(counter, borders);
  const index = slotIndexes(counter, borders);
  const near = gapCap(counter), step = resolutionOf(counter);
  const doubts = borders.map((_, b) =>
    gap[b]! > near ? Math.max(0, rise[b]! - step) : INTERPOLATED * sigma[b]!
  );
  // What a day counter counts in a silence before its reset, nobody knows.
  const resets = hasTotal ? [] : (counter.repairs ?? []).filter(({ rule }) => rule === "reset");
  const cuts = resets.map(({ time }) => rowAt(counter.time, time))
    .filter((row) => counter.time[row]! - counter.time[row - 1]! > near)
    .map((row) => counter.time[row - 1]!);
  /** It has no samples around a midnight and counted meanwhile. */
  const isGuess = (border: number) => {
    const next = index[border]!, rise = value[next]! - value[next - 1]!;
    return gap[border]! > near && rise > 2 * step + 1e-9;
  };
  return days.map(({ start, end }, d) => {
    const from = index[d]!, to = index[d + 1]!, isLast = Number.isNaN(reading[d + 1]!);
    if (from === to) return null;
    const kwh = (isLast ? value[to - 1]! : reading[d + 1]!) - reading[d]!;
    if (Number.isNaN(kwh)) return null;
    // A day counter resets every day; a reset of a lifetime counter is a repair.
    const all = counter.repairs?.filter(({ time }) => time >= start && time < end) ?? [];
    const own = all.filter(({ rule }) => hasTotal || rule !== "reset");
    const flags = repairFlags(own);
    if (isGuess(d) || (!isLast && isGuess(d + 1))) {
      flags.push("register_interpolated");
    }
    const isCut = cuts.some((before) => before >= start && before < end);
    if (missesEnd[d] && (isLast || isCut)) flags.push("yield_partial");
    const method = hasTotal ? "lifetime_counter" : "day_counter";
    return {
      kwh,
      method,
      flags,
      lost: lostEnergy(all),
      // Readings at midnights lie between two samples.
      tail: 0,
      doubt: doubts[d]! + (isLast ? 0 : doubts[d + 1]!),
      // Repairs of the lifetime counter are recorded elsewhere.
      repairs: hasTotal ? [] : own,
      dayCounter: hasTotal ? null : kwh,
      lifetime: hasTotal ? kwh : null,
    };
  });
}

/** A day on which the inverter was not heard at all. */
function unheard(lifetime: number): DayYield {
  const nothing = { dayCounter: null, repairs: [], lost: 0, tail: 0, doubt: 0 };
  return Number.isNaN(lifetime)
    ? { kwh: null, method: "unknown", flags: [], lifetime: null, ...nothing }
    : {
      kwh: Math.max(0, lifetime),
      method: "lifetime_counter",
      flags: ["yield_recovered"],
      lifetime,
      ...nothing,
    };
}

/**
 * The lifetime counter at the start of each day and of the day after the last; NaN where unknown.
 * The mean over a day of lifetime minus day counter is finer than the lifetime counter's resolution.
 * Without samples on the day, the last reading of the evening before is used.
 */
function openings(
  days: readonly Period[],
  own: readonly OwnDay[],
  total: Samples,
  missesEnd: readonly boolean[],
): Float64Array {
  const index = slotIndexes(total, bordersOf(days));
  const opening = new Float64Array(days.length + 1).fill(NaN);
  for (let d = 0; d < days.length; d++) {
    const { counter, repairs } = own[d]!;
    // After a reset the day counter lacks what it lost.
    const reset = repairs.find(({ rule }) => rule === "reset")?.time ?? Infinity;
    const until = rowAt(counter.time, reset);
    const before = rowsOf(counter, 0, until > 0 ? until : counter.time.length);
    opening[d] = meanDifference(rowsOf(total, index[d]!, index[d + 1]!), before);
    const knowsEvening = d > 0 && !missesEnd[d - 1] && index[d]! > index[d - 1]!;
    if (Number.isNaN(opening[d]!) && knowsEvening) opening[d] = total.value[index[d]! - 1]!;
  }
  const last = days.length - 1;
  if (last >= 0 && !missesEnd[last] && index[last + 1]! > index[last]!) {
    opening[last + 1] = total.value[index[last + 1]! - 1]!;
  }
  return opening;
}

/** Mean of total − today over the samples of one scrape; NaN if they have none in common. */
function meanDifference(total: Samples, today: Samples): number {
  let sum = 0, count = 0, next = 0;
  for (let i = 0; i < total.time.length; i++) {
    while (next < today.time.length && today.time[next]! < total.time[i]!) next++;
    if (today.time[next] !== total.time[i]) continue;
    sum += total.value[i]! - today.value[next]!;
    count++;
  }
  return sum / count;
}

/** Beside a battery an inverter works at midnight, and its reading is known to so many deviations. */
const INTERPOLATED = 2;

/** What flows between the last sample of an evening and the first one of the morning, at the most. [kWh] */
const MOST_OVERNIGHT = 0.1;

/**
 * Without a day counter: differences of the lifetime counter at the midnights. If it counted more in a
 * silence around a midnight than at dusk and dawn, all of it belongs to the morning, unless the inverter
 * fell silent while it still generated: then nobody knows how much belongs to which day. What else it
 * counted in such a silence may belong to either day, too.
 */
function lifetimeYields(
  days: readonly Period[],
  total: Samples,
  missesEnd: readonly boolean[],
): DayYield[] {
  const borders = bordersOf(days), { reading, gap, rise, sigma } = readingsAt(total, borders);
  const index = slotIndexes(total, borders),
    usual = usualStep(total),
    resolution = resolutionOf(total);
  const near = gapCap(total), most = Math.max(2 * resolution + 1e-9, MOST_OVERNIGHT);
  const isGuess = borders.map(() => false);
  const doubts = borders.map((end, border) => {
    if (!(gap[border]! > near)) return INTERPOLATED * sigma[border]!;
    const unclear = Math.max(0, rise[border]! - resolution);
    if (!(rise[border]! > most)) return unclear;
    const evening = border - 1, from = index[evening] ?? 0, to = index[border]!;
    isGuess[border] = evening < 0 || to === from || missesEnd[evening]!;
    if (isGuess[border]) return 0;
    reading[border] = total.value[to - 1]!;
    const last = rowsOf(total, from, to);
    return Math.min(unclear, tailAfter(last, NONE, { end, usual, maxGap: near }));
  });
  return days.map((_, d) => {
    const kwh = reading[d + 1]! - reading[d]!;
    const nothing = { repairs: [], dayCounter: null, lost: 0, tail: 0, doubt: 0 };
    if (index[d] === index[d + 1] || Number.isNaN(kwh)) {
      return { kwh: null, method: "unknown", lifetime: null, flags: [], ...nothing };
    }
    const flags: Flag[] = isGuess[d] || isGuess[d + 1] ? ["register_interpolated"] : [];
    const doubt = doubts[d]! + doubts[d + 1]!;
    return { kwh, method: "lifetime_counter", lifetime: kwh, flags, ...nothing, doubt };
  });
}
