/**
 * Whether a server's numbers can be trusted: one device per role, and a second number that agrees.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Role } from "../catalogue/roles.ts";
import type { Client } from "../client/client.ts";
import { formatDuration } from "../client/expression.ts";
import { eachSeries } from "../columns.ts";
import { ambiguousSeries } from "../energy/signals/roles.ts";
import { VOLATILE_LABELS } from "../frames/restarts.ts";
import type { Household } from "../household.ts";
import { formatSelector } from "../selector.ts";
import { HOUR, type TimeRange } from "../time.ts";

/** Roles whose series are merged or added on the server. */
const MERGED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
  "battery_power",
  "battery_charged_energy",
  "battery_discharged_energy",
  "state_of_charge",
  "consumer_power",
  "consumer_energy",
];

/** Checks that may find two devices: one may just be replacing the other. */
const CHANGEOVER = 2;

/** Most checks. */
const LOOKS = 1000;

/** Label that identifies the selectors of the query. */
const NAME = "wattbook";

/**
 * Refuses selectors that match several devices at the same time: `max()` would take the greater one,
 * `sum()` both. It checks once an hour, or a thousand times in a longer range.
 *
 * @param range Which part of the past.
 * @throws {WattbookError} `AMBIGUOUS_SERIES`, and whatever the client throws.
 */
export async function refuseParallelDevices(
  client: Pick<Client, "query">,
  { bindings }: Pick<Household, "bindings">,
  { start, end, signal }: TimeRange & { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const bound = MERGED.flatMap((role) =>
    bindings[role].map(({ selector }) => ({ role, selector }))
  );
  if (bound.length === 0) return;
  const step = Math.max(HOUR, Math.ceil((end - start) / LOOKS / HOUR) * HOUR);
  const looks = `[${formatDuration(end - start)}:${formatDuration(step)}]`;
  const without = VOLATILE_LABELS.join(", ");
  const query = bound.map(({ selector }, index) => {
    const devices = `count(max without (${without}) (${formatSelector(selector)}))`;
    const several = `sum_over_time((${devices} > bool 1)${looks})`;
    return `label_replace(${several}, "${NAME}", "${index}", "${NAME}", "")`;
  }).join(" or ");
  const { columns } = await client.query(query, { time: end, signal });
  for (const { labels, value } of eachSeries(columns)) {
    const found = bound[Number(labels[NAME])];
    if (found && value[0]! > CHANGEOVER) throw ambiguousSeries(found.role, found.selector);
  }
}

/** One day of a register, as the server knows it. NaN where it does not. */
export interface RegisterDay {
  /** What `increase()` says. [kWh] */
  readonly increase: number;
  /** The register at the end of the day. [kWh] */
  readonly reading: number;
  /** Whether there is grid power all day. */
  readonly isCovered: boolean;
}

/** The energy of one day. */
export interface CheckedEnergy {
  /** `null` if it is not known. [kWh] */
  readonly kwh: number | null;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Options of {@linkcode checkRegister}. */
export interface CheckRegisterOptions {
  /** The most that a day can have. [kWh] */
  readonly most: number;
}

/** What lies between the samples next to two midnights, and what `increase()` makes of it. [kWh] */
const tolerance = (increase: number) => 0.05 + 0.01 * increase;

/**
 * Checks `increase()` of each day against the readings at the ends of the days. `increase()` uses only
 * the samples of one day, and counts the series before and after a restart separately. So it misses what
 * was counted between two days, counts an overlap of two series twice, and adds the whole register at a
 * false fall, such as a late row. If it exceeds the difference of the readings, the readings count.
 *
 * @param days Ascending, without gap, with the days before and after those of interest.
 */
export function checkRegister(
  days: readonly RegisterDay[],
  { most }: CheckRegisterOptions,
): CheckedEnergy[] {
  const read = days.map(({ reading }, d) => reading - (days[d - 1]?.reading ?? NaN));
  // What the readings show and the increase of the day misses.
  const surplus = days.map(({ increase }, d) => read[d]! - increase);
  const exceeds = (d: number) => surplus[d]! > tolerance(days[d]!.increase);
  return days.map(({ increase, isCovered }, d) => {
    if (Number.isNaN(increase)) return { kwh: null, flags: [] };
    const possible = (kwh: number) => kwh >= 0 && kwh <= most ? kwh : null;
    if (surplus[d]! < -tolerance(increase)) {
      return read[d]! < 0
        ? { kwh: possible(increase), flags: ["counter_reset", "unchecked"] }
        : { kwh: possible(read[d]!), flags: ["register_mismatch"] };
    }
    const kwh = possible(increase);
    if (exceeds(d) || d + 1 < days.length && exceeds(d + 1)) {
      return { kwh, flags: ["register_partial"] };
    }
    // A gap may lie at a midnight. VictoriaMetrics adds what was counted in it to the later day, as
    // the readings do.
    return { kwh, flags: isCovered && !Number.isNaN(surplus[d]!) ? [] : ["unchecked"] };
  });
}

/** The energy of one day in one direction, and where it comes from. */
export interface CheckedDirection extends CheckedEnergy {
  /** Whether a counter or sampled power tells it. */
  readonly method: "counter" | "integral" | "unknown";
}

/** Options of {@linkcode checkDirection}. */
export interface CheckDirectionOptions extends CheckRegisterOptions {
  /** The register at the end of each day; `null` if power is sampled. [kWh] */
  readonly readings: readonly number[] | null;
  /** Whether each day has samples all day. */
  readonly isCovered: readonly boolean[];
}

/**
 * The energy of each day: checked against the readings of its register, or as it was sampled.
 *
 * @param kwh Ascending, without gap, NaN where the server has none. [kWh]
 */
export function checkDirection(
  kwh: readonly number[],
  { readings, isCovered, most }: CheckDirectionOptions,
): CheckedDirection[] {
  if (readings === null) {
    return kwh.map((one) =>
      Number.isNaN(one)
        ? { kwh: null, method: "unknown", flags: [] }
        : { kwh: one, method: "integral", flags: [] }
    );
  }
  const days = kwh.map((one, d) => ({
    // VictoriaMetrics has an increase of zero on a day without samples.
    increase: Number.isNaN(readings[d]!) ? NaN : one,
    reading: readings[d]!,
    isCovered: isCovered[d]!,
  }));
  return checkRegister(days, { most }).map((one) => (
    { ...one, method: one.kwh === null ? "unknown" : "counter" }
  ));
}

/** One day of the inverter's counters, as the server knows it. NaN where it does not. [kWh] */
export interface CounterDay {
  /** The greatest reading of the day counter. */
  readonly counter: number;
  /** The lifetime counter at the end of the day. */
  readonly lifetime: number;
  /** The lifetime counter at midnight: lifetime − day counter. */
  readonly opening: number;
}

/** The yield of one day. */
export interface CheckedYield {
  /** `null` if unknown. [kWh] */
  readonly kwh: number | null;
  /** Which counter it comes from. */
  readonly method: "day_counter" | "lifetime_counter" | "unknown";
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Options of {@linkcode checkYields}. */
export interface CheckYieldsOptions {
  /** The most that a day can yield. [kWh] */
  readonly most: number;
  /**
   * How many inverters the counters are the sum of; each shows its own last digit.
   *
   * @default {1}
   */
  readonly inverters?: number;
}

/**
 * Yield per day: the greatest reading of the day counter, unless the lifetime counter contradicts it.
 * The lifetime counter shows a late reset, a restart in the middle of the day, and what was generated
 * after the last sample of an evening. A day without a sample has no yield, unless the lifetime
 * counter stood still.
 *
 * @param days Ascending, without gap, with the days before and after those of interest.
 */
export function checkYields(
  days: readonly CounterDay[],
  { most, inverters = 1 }: CheckYieldsOptions,
): CheckedYield[] {
  const steps = stepOf(days.map(({ counter }) => counter)) +
    stepOf(days.map(({ lifetime }) => lifetime));
  const tolerance = inverters * steps + NOISE;
  if (days.every(({ counter }) => Number.isNaN(counter))) return byLifetime(days, most);
  const isHeard = days.map(({ counter }) => !Number.isNaN(counter));
  return days.map((day, d) => {
    const until = days[isHeard.slice(0, d + 1).lastIndexOf(true)];
    const after = isHeard.indexOf(true, d + 1);
    // What the lifetime counter gained before the next midnight at which it is known.
    const gained = (days[after]?.opening ?? NaN) - (until?.lifetime ?? NaN);
    const stoodStill = Math.abs(gained) <= tolerance;
    if (!isHeard[d]) {
      return stoodStill ? { kwh: 0, method: "lifetime_counter", flags: [] } : UNKNOWN;
    }
    const own = ownYield(day, days[d - 1], { tolerance, most });
    if (stoodStill) return own;
    if (after === d + 1 && gained > tolerance && own.kwh! + gained <= most) {
      // It was generated before midnight only if the day counter was reset then; that is not checked.
      const flags: Flag[] = [...own.flags, "yield_recovered", "unchecked"];
      return { kwh: own.kwh! + gained, method: "lifetime_counter", flags };
    }
    return { ...own, flags: [...own.flags, "unchecked"] };
  });
}

/** Rounding of binary fractions. [kWh] */
const NOISE = 1e-6;

const UNKNOWN: CheckedYield = { kwh: null, method: "unknown", flags: [] };

/** What was generated until the inverter was last heard on the day. */
function ownYield(
  { counter, lifetime, opening }: CounterDay,
  yesterday: CounterDay | undefined,
  { tolerance, most }: { tolerance: number; most: number },
): CheckedYield {
  // If the day counter showed the day before nearly all day, the opening is that day's.
  const isStale = yesterday !== undefined && opening < yesterday.lifetime - tolerance;
  const counted = lifetime - (isStale ? yesterday.lifetime : opening);
  const difference = counted - counter;
  const byCounter = { kwh: counter, method: "day_counter" as const };
  if (Number.isNaN(difference) || Math.abs(difference) <= tolerance) {
    return { ...byCounter, flags: [] };
  }
  if (counted < -tolerance || counted > most) return { ...byCounter, flags: ["yield_mismatch"] };
  return {
    kwh: Math.max(0, counted),
    method: "lifetime_counter",
    flags: [difference < 0 ? "late_reset" : "counter_reset"],
  };
}

/** Without a day counter: from one evening to the next. What an evening misses is unknown. */
function byLifetime(days: readonly CounterDay[], most: number): CheckedYield[] {
  return days.map(({ lifetime }, d) => {
    const kwh = lifetime - (days[d - 1]?.lifetime ?? NaN);
    if (Number.isNaN(kwh)) return UNKNOWN;
    const isPossible = kwh >= 0 && kwh <= most;
    return isPossible
      ? { kwh, method: "lifetime_counter", flags: ["unchecked"] }
      : { kwh: null, method: "unknown", flags: ["yield_mismatch"] };
  });
}

/** The last digit that a counter shows, by all its readings; at least one watt-hour. [kWh] */
function stepOf(readings: readonly number[]): number {
  const known = readings.filter((one) => !Number.isNaN(one));
  const isWhole = (one: number) => Math.abs(one - Math.round(one)) < 1e-5;
  return [1, 0.1, 0.01].find((step) => known.every((one) => isWhole(one / step))) ?? 0.001;
}
