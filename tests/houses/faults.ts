/**
 * Faults between a house and its samples. Only `inverter_outage` changes what really happens.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import { type Random, random } from "../simulator/house/random.ts";
import type { House } from "./house.ts";
import { namesOf } from "./instruments.ts";
import type { LocalDay } from "./local_days.ts";

/** All faults. A house has at most one, on one day of its month. */
export const FAULTS = [
  "restart",
  "overlapping_restart",
  "midnight_restart",
  "rules_since",
  "meter_outage",
  "midnight_outage",
  "logger_outage",
  "evening_outage",
  "inverter_outage",
  "late_reset",
  "midday_reset",
  "register_reset",
  "early_reset",
  "replaced_meter",
  "glitch",
  "dip",
  "spike",
  "replayed_row",
  "frozen",
  "repeated_stamp",
  "late_samples",
  "absent_values",
  "impossible_power",
  "lone_reading",
] as const;

/** Name of a fault. */
export type FaultName = typeof FAULTS[number];

const MINUTE = 60_000, HOUR = 3_600_000;

/** The day of the fault. */
function dayOfFault({ seed, fault }: House, days: readonly LocalDay[]): LocalDay {
  return days[Math.floor(random(`${seed}/${fault}/day`).between(8, 22))]!;
}

/** Tells in which seconds the inverters do not work; undefined if they always do. */
export function breakdownOf(
  house: House,
  days: readonly LocalDay[],
): ((day: LocalDay, second: number) => boolean) | undefined {
  if (house.fault !== "inverter_outage") return undefined;
  const broken = dayOfFault(house, days), chance = random(`${house.seed}/breakdownOf`);
  const from = 3600 * chance.between(9, 12), to = from + 3600 * chance.between(2, 10);
  return (day, second) => day.label === broken.label && second >= from && second < to;
}

/** Applies the fault of a house to its samples. */
export function applyFault(
  series: readonly LabelledSamples[],
  house: House,
  days: readonly LocalDay[],
): LabelledSamples[] {
  const { fault } = house;
  if (fault === null) return [...series];
  const names = namesOf(house), chance = random(`${house.seed}/${fault}`);
  const named = (...some: string[]) => (one: LabelledSamples) =>
    some.includes(one.labels["__name__"]!);
  const day = dayOfFault(house, days);
  return FAULT_WORKS[fault]([...series], {
    house,
    day,
    chance,
    at: day.start + HOUR * chance.between(7, 21),
    noon: day.start + HOUR * chance.between(10, 14),
    isMeter: named(names.power, names.imports, names.exports),
    isPower: named(names.power),
    isInverter: named(names.generation, names.today, names.total, names.string),
    isImport: named(names.imports),
    isToday: named(names.today),
    isGeneration: named(names.generation),
  });
}

type Test = (one: LabelledSamples) => boolean;

interface Context {
  readonly house: House;
  readonly day: LocalDay;
  readonly chance: Random;
  /** Some time of the day. [ms] */
  readonly at: number;
  /** Some time around noon. [ms] */
  readonly noon: number;
  readonly isMeter: Test;
  readonly isPower: Test;
  readonly isInverter: Test;
  readonly isImport: Test;
  readonly isToday: Test;
  readonly isGeneration: Test;
}

type Work = (series: LabelledSamples[], context: Context) => LabelledSamples[];

const FAULT_WORKS: Readonly<Record<FaultName, Work>> = {
  restart: (series, { at, chance }) => withRestart(series, at, -chance.between(20_000, 4 * MINUTE)),
  overlapping_restart: (series, { at, chance }) =>
    withRestart(series, at, chance.between(MINUTE, 10 * MINUTE)),
  midnight_restart: (series, { day, chance }) =>
    withRestart(series, day.start, -chance.between(20_000, 4 * MINUTE)),
  // The raw series exist all month, so the rules must not be used.
  rules_since: (series, { house, day, isPower, isGeneration }) => {
    if (!house.usesDefaultNames) return series;
    const since = (isMeant: Test, __name__: string) =>
      series.filter(isMeant).map((one) =>
        rows({ ...one, labels: { __name__ } }, (at) => at >= day.start)
      );
    return [
      ...series,
      ...since(isPower, "home:power_grid_import:watts"),
      ...since(isGeneration, "home:power_generation:watts"),
    ];
  },
  meter_outage: (series, { at, chance, isMeter }) =>
    removeSamples(series, isMeter, at, at + HOUR * chance.between(0.3, 8)),
  midnight_outage: (series, { day, chance, isMeter }) =>
    removeSamples(
      series,
      isMeter,
      day.start - HOUR * chance.between(0.3, 4),
      day.start + HOUR * chance.between(0.3, 4),
    ),
  logger_outage: (series, { noon, chance, isInverter }) =>
    removeSamples(series, isInverter, noon, noon + HOUR * chance.between(0.3, 3)),
  evening_outage: (series, { day, noon, isInverter }) =>
    removeSamples(series, isInverter, noon, day.end),
  // The simulation already stops the inverter; see `breakdownOf`.
  inverter_outage: (series) => series,
  late_reset: (series, { day, chance, isToday }) =>
    series.map((one) => {
      if (!isToday(one)) return one;
      const first = one.time.findIndex((at) => at >= day.start);
      if (first < 1) return one;
      const until = one.time[first]! + chance.between(15 * MINUTE, 90 * MINUTE);
      const before = one.value[first - 1]!;
      return values(one, (value, at) => at >= day.start && at < until ? before : value);
    }),
  midday_reset: (series, { noon, day, isToday }) =>
    series.map((one) => isToday(one) ? restartCounter(one, noon, day.end) : one),
  register_reset: (series, { at, isImport }) =>
    series.map((one) => isImport(one) ? restartCounter(one, at) : one),
  // The device restarts twice within an hour, so the register soon regains its old reading.
  early_reset: (series, { at, isImport, chance }) =>
    series.map((one) => {
      if (!isImport(one)) return one;
      const row = one.time.findIndex((time) => time >= at);
      const later = one.time.findIndex((time) => time >= at + 40 * MINUTE);
      if (row < 1 || later < 0) return one;
      const soon = (one.value[later]! - one.value[row]!) * chance.between(0.4, 0.95);
      const first = one.value.findIndex((value) => value >= one.value[row]! - soon);
      return restartCounter(restartCounter(one, one.time[first]!), one.time[row]!);
    }),
  replaced_meter: (series, { at, chance, isImport, house }) => {
    const kwh = [0, chance.between(0.5, 30), chance.between(1000, 30_000)];
    const opening = Math.round(kwh[Math.floor(chance.between(0, 3))]!);
    return series.map((one) =>
      isImport(one)
        ? restartCounter(
          one,
          at,
          Infinity,
          house.meter.imports!.unit === "Wh" ? opening * 1000 : opening,
        )
        : one
    );
  },
  glitch: (series, { at, chance, isImport }) => {
    const length = chance.between(1, 30 * MINUTE), to = chance.chance(0.3) ? -1 : 0;
    return series.map((one) =>
      isImport(one) ? values(one, (value, time) => within(one, time, at, length) ? to : value) : one
    );
  },
  dip: (series, { at, house, isImport }) => {
    const { step, unit } = house.meter.imports!;
    return series.map((one) =>
      isImport(one)
        ? values(
          one,
          (value, time) =>
            within(one, time, at, 1) ? value - step / (unit === "Wh" ? 1 : 1000) : value,
        )
        : one
    );
  },
  spike: (series, { at, chance, isImport }) => {
    const length = chance.between(1, 20 * MINUTE), factor = chance.between(1.01, 3);
    return series.map((one) =>
      isImport(one)
        ? values(one, (value, time) => within(one, time, at, length) ? value * factor : value)
        : one
    );
  },
  replayed_row: (series, { house, at, isMeter, isPower }) => {
    const { kind, step } = house.meter.cadence;
    // The row holds all of a meter's values, so they come at one time. A device that writes changes
    // writes the right values again with its next reading.
    const when = series.find(isPower)!.time.find((time) => time >= at) ?? at;
    return series.map((one) => {
      if (!isMeter(one)) return one;
      const old = valueAt(one, at - 5 * HOUR);
      return kind === "change"
        ? written(written(one, when, old), when + 1000 * step, valueAt(one, when + 1000 * step))
        : values(one, (value, time) => within(one, time, at, 1) ? old : value);
    });
  },
  frozen: (series, { day, chance, isImport }) => {
    const at = day.start + HOUR * chance.between(16, 23);
    const until = at + HOUR * chance.between(0.5, 4);
    return series.map((one) => {
      if (!isImport(one)) return one;
      const row = one.time.findIndex((time) => time >= at);
      if (row < 0) return one;
      const before = one.value[row]!;
      return values(one, (value, time) => time >= at && time < until ? before : value);
    });
  },
  repeated_stamp: (series, { at, chance }) => {
    const until = at + HOUR * chance.between(0.2, 3), isEqual = chance.chance(0.5);
    return series.map((one) => {
      const time: number[] = [], value: number[] = [];
      one.time.forEach((now, row) => {
        time.push(now);
        value.push(one.value[row]!);
        if (now < at || now >= until || row === 0) return;
        time.push(now);
        value.push(one.value[isEqual ? row : row - 1]!);
      });
      return {
        ...one,
        time: Float64Array.from(time),
        value: Float64Array.from(value).map((v) => v),
      };
    });
  },
  // The samples of some minutes arrive together and get the time of their arrival.
  late_samples: (series, { at, chance, isMeter }) => {
    const until = at + MINUTE * chance.between(3, 40);
    return series.map((one) => {
      if (!isMeter(one)) return one;
      const late = one.time.filter((time) => time >= at && time < until).length;
      let next = 0;
      const time = one.time.map((now) =>
        now >= at && now < until ? until - (late - next++) * 10 : now
      );
      return { ...one, time };
    });
  },
  absent_values: (series, { chance }) =>
    series.map((one) => values(one, (value) => chance.chance(0.01) ? NaN : value)),
  impossible_power: (series, { at, chance, isPower, isGeneration }) => {
    const odd = [65_535_000, -32_768_000, 4_294_967_295][Math.floor(chance.between(0, 3))]!;
    return series.map((one) =>
      isPower(one) || isGeneration(one)
        ? values(one, (value, time) => within(one, time, at, 1) ? odd : value)
        : one
    );
  },
  // The register has one reading on a day, or one in all.
  lone_reading: (series, { day, noon, chance, isImport }) => {
    const isOnly = chance.chance(0.5);
    return series.map((one) => {
      if (!isImport(one)) return one;
      const row = one.time.findIndex((time) => time >= noon);
      const isOther = (time: number) => time < day.start || time >= day.end;
      return rows(one, (time, r) => r === row || (!isOnly && isOther(time)));
    });
  },
};

/** Whether a sample lies in [at, at + length), or is the first one after `at`. */
function within({ time }: LabelledSamples, now: number, at: number, length: number): boolean {
  if (now < at) return false;
  if (now < at + length) return true;
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return time[low] === now;
}

/** The last value until a time, or the first value. */
function valueAt({ time, value }: LabelledSamples, at: number): number {
  return value[Math.max(0, time.findLastIndex((one) => one <= at))]!;
}

/** A series with one sample more, unless it says the same as the sample before it. */
function written(one: LabelledSamples, at: number, value: number): LabelledSamples {
  const row = one.time.findIndex((time) => time >= at);
  const next = row < 0 ? one.time.length : row;
  if (next > 0 && one.value[next - 1] === value && one.time[next] !== at) return one;
  const after = one.time[next] === at ? next + 1 : next;
  const spliced = (list: Float64Array, more: number) => {
    const longer = new Float64Array(list.length + 1 - (after - next));
    longer.set(list.subarray(0, next));
    longer[next] = more;
    longer.set(list.subarray(after), next + 1);
    return longer;
  };
  return { ...one, time: spliced(one.time, at), value: spliced(one.value, value) };
}

function values(
  one: LabelledSamples,
  of: (value: number, time: number) => number,
): LabelledSamples {
  return { ...one, value: one.value.map((value, row) => of(value, one.time[row]!)) };
}

function rows(
  { labels, time, value }: LabelledSamples,
  isKept: (time: number, row: number) => boolean,
): LabelledSamples {
  const keep = (_: number, row: number) => isKept(time[row]!, row);
  return { labels, time: time.filter(keep), value: value.filter(keep) };
}

function removeSamples(
  series: readonly LabelledSamples[],
  isMeant: Test,
  start: number,
  end: number,
): LabelledSamples[] {
  return series.map((one) => isMeant(one) ? rows(one, (at) => at < start || at >= end) : one);
}

/** Lets a counter restart from another reading. */
function restartCounter(
  one: LabelledSamples,
  from: number,
  until = Infinity,
  opening = 0,
): LabelledSamples {
  const row = one.time.findIndex((time) => time >= from);
  if (row < 0 || one.time[row]! >= until) return one;
  const before = one.value[row]!;
  const anew = (value: number) => Math.round((value - before + opening) * 1000) / 1000;
  return values(one, (value, time) => time >= from && time < until ? anew(value) : value);
}

/** Replaces all exporters. A positive `overlap` lets both report, a negative one leaves a gap. */
function withRestart(
  series: readonly LabelledSamples[],
  at: number,
  overlap: number,
): LabelledSamples[] {
  const pod = (one: LabelledSamples, name: string) => ({ ...one.labels, pod: name });
  return series.flatMap((one) => [
    rows({ ...one, labels: pod(one, "a") }, (time) => time < at),
    rows({ ...one, labels: pod(one, "b") }, (time) => time >= at - overlap),
  ]).filter(({ time }) => time.length > 0);
}
