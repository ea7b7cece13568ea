/**
 * What a house exchanges with the grid, interval by interval, before a battery is added.
 *
 * @module
 */

/**
 * Flows of consecutive intervals. Import and export of an interval are both above zero where the house
 * drew and fed in at different moments of it.
 */
export interface Flows {
  /** Start of each interval, ascending. [ms] */
  readonly time: Float64Array;
  /** Known time of each interval; the rest of it is a gap. [h] */
  readonly hours: Float64Array;
  /** Time of each interval that is not known. [h] */
  readonly gap: Float64Array;
  /** Drawn from the grid in the known time. [kWh] */
  readonly imported: Float64Array;
  /** Fed into the grid in the known time. [kWh] */
  readonly exported: Float64Array;
  /** Generated in the known time; NaN if unknown. [kWh] */
  readonly generated: Float64Array;
}

/** Prices of the same intervals. NaN is unpriced: the interval counts as a gap. [currency/kWh] */
export interface Prices {
  /** Of import, with taxes. */
  readonly imported: Float64Array;
  /** Paid for export. */
  readonly exported: Float64Array;
}

/**
 * Joins each `count` consecutive intervals that lie within one period of `count` times the step. Import
 * and export stay apart, so nothing is netted.
 *
 * @param step Length of an interval. [ms]
 */
export function coarser(flows: Flows, step: number, count: number): Flows {
  if (count <= 1) return flows;
  const { time } = flows, period = step * count;
  const starts: number[] = [];
  for (let i = 0, before = NaN; i < time.length; i++) {
    const at = Math.floor(time[i]! / period);
    if (at !== before) starts.push(i);
    before = at;
  }
  const add = (values: Float64Array) =>
    Float64Array.from(starts, (from, n) => {
      const to = starts[n + 1] ?? time.length;
      let sum = 0;
      for (let i = from; i < to; i++) sum += values[i]!;
      return sum;
    });
  return {
    time: Float64Array.from(starts, (from) => time[from]!),
    hours: add(flows.hours),
    gap: add(flows.gap),
    imported: add(flows.imported),
    exported: add(flows.exported),
    generated: add(flows.generated),
  };
}

/**
 * The same as {@linkcode coarser}, from one interval of each period alone: what a meter would have told
 * that is read more rarely. Where that interval is not known, the whole period is used.
 *
 * @param step Length of an interval. [ms]
 * @param offset Which interval of each period.
 */
export function thinned(flows: Flows, step: number, count: number, offset: number): Flows {
  const whole = coarser(flows, step, count), { time, hours } = flows;
  const imported = whole.imported.slice(), exported = whole.exported.slice();
  for (let i = 0, n = 0; i < time.length; i++) {
    while (n + 1 < whole.time.length && whole.time[n + 1]! <= time[i]!) n++;
    if (Math.round(time[i]! / step) % count !== offset || hours[i]! === 0) continue;
    const share = whole.hours[n]! / hours[i]!;
    imported[n] = flows.imported[i]! * share;
    exported[n] = flows.exported[i]! * share;
  }
  return { ...whole, imported, exported };
}

/**
 * The same flows without the intervals that have no price: their time counts as a gap.
 */
export function pricedOnly(flows: Flows, { imported: pi, exported: pe }: Prices): Flows {
  const isPriced = (i: number) => pi[i]! - pe[i]! === pi[i]! - pe[i]!;
  if (flows.time.every((_, i) => isPriced(i))) return flows;
  const or0 = (values: Float64Array) => values.map((value, i) => isPriced(i) ? value : 0);
  return {
    time: flows.time,
    hours: or0(flows.hours),
    gap: flows.gap.map((gap, i) => isPriced(i) ? gap : gap + flows.hours[i]!),
    imported: or0(flows.imported),
    exported: or0(flows.exported),
    generated: or0(flows.generated),
  };
}

/** Sums of flows. [kWh, h] */
export interface FlowSums {
  readonly imported: number;
  readonly exported: number;
  /** NaN if unknown. */
  readonly generated: number;
  /** Known time. */
  readonly hours: number;
  /** Unknown time. */
  readonly gap: number;
}

/** Adds up flows from one interval to before another. */
export function sumOf(flows: Flows, from = 0, to = flows.time.length): FlowSums {
  const add = (values: Float64Array) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i]!;
    return sum;
  };
  return {
    imported: add(flows.imported),
    exported: add(flows.exported),
    generated: add(flows.generated),
    hours: add(flows.hours),
    gap: add(flows.gap),
  };
}
