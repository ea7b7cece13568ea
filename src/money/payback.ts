/**
 * Whether a battery pays for itself, with ranges for everything that nobody knows.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { RuleMonth, RuleOutcome } from "./battery_outcome.ts";
import type { Spelling } from "./battery_model.ts";

/** Two ends of what may be. */
export interface Range {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/** What a person assumes about a purchase. */
export interface PaybackOptions {
  /** Price per kWh of capacity, everything included. [currency/kWh] */
  readonly price: Range;
  /** Price that does not depend on the capacity. [currency] @default {none} */
  readonly fixedPrice?: Range | undefined;
  /** How long it is used. [years] */
  readonly lifetime: Range;
  /** Share of the gain that is lost with each year of age. [0–1] */
  readonly ageing: Range;
  /** What the money would earn elsewhere, per year. [0–1] */
  readonly interest: Range;
}

/** One year of the past. */
export interface PaybackYear {
  /** First month, `YYYY-MM`. */
  readonly from: string;
  /** Last month. */
  readonly to: string;
  /** Gain of the self-use rule in it. [currency] */
  readonly gain: number;
  /** Net present value if every year were like this one. [currency] */
  readonly npv: Range;
  /** Share of the year with known flows and prices. [0–1] */
  readonly known: number;
}

/** What a purchase comes to. */
export interface Payback {
  /** What the battery costs. [currency] */
  readonly cost: Range;
  /** Cost divided by the gain of a year, without ageing or interest. [years] */
  readonly simple: Range;
  /** Net present value at the end of its life. [currency] */
  readonly npv: Range;
  /** Cost divided by the discounted energy that it gives; the energy to charge it is not in it. [currency/kWh] */
  readonly perKwh: Range;
  /** What charging costs per kWh given: revenue that was given up. [currency/kWh] */
  readonly charging: number;
  /** Each year of the past by itself, the newest last. */
  readonly years: readonly PaybackYear[];
}

/** What each assumption may be: bounds and unit. */
const BOUNDS: Readonly<Record<keyof PaybackOptions, readonly [number, number, string]>> = {
  price: [0, 100_000, "per kWh of capacity"],
  fixedPrice: [0, 10_000_000, "in all"],
  lifetime: [1, 50, "years"],
  ageing: [0, 0.5, "per year, as a share: 0.02 is 2 %"],
  interest: [-0.1, 0.5, "per year, as a share: 0.03 is 3 %"],
};

/**
 * Checks the assumptions of a purchase.
 *
 * @param spelling How messages name an option.
 * @throws {WattbookError} `BAD_OPTION` that names the option and its value.
 */
export function checkPayback(
  options: Partial<PaybackOptions>,
  spelling: Spelling = (name) => name,
): PaybackOptions {
  for (const [name, [least, most, unit]] of Object.entries(BOUNDS)) {
    const range = options[name as keyof PaybackOptions];
    if (range === undefined) {
      if (name === "fixedPrice") continue;
      throw new WattbookError("BAD_OPTION", `${spelling(name)} is missing`, {
        hint: `Give a number or a range of what you expect (${unit}). Payback needs price, ` +
          "lifetime, ageing and interest; Wattbook assumes none of them.",
      });
    }
    const { low, high } = range;
    if (low >= least && high <= most && low <= high) continue;
    const written = low === high ? `${low}` : `${low}:${high}`;
    throw new WattbookError("BAD_OPTION", `${spelling(name)} is ${written}`, {
      hint: `Give a number or a range from low to high between ${least} and ${most} (${unit}).`,
    });
  }
  const { price, fixedPrice, lifetime, ageing, interest } = options as PaybackOptions;
  return { price, fixedPrice, lifetime, ageing, interest };
}

/**
 * What a battery comes to that gains so much a year.
 *
 * The gain and the energy of the first year fall with each year of age, and count at the end of their
 * year. The low end has the high price, the short life, fast ageing and high interest.
 *
 * @param year Gain [currency] and energy given [kWh] in a year, as ranges.
 * @param cost What it costs. [currency]
 */
export function presentValue(
  year: { readonly gain: Range; readonly given: Range },
  cost: Range,
  { lifetime, ageing, interest }: Omit<PaybackOptions, "price">,
): Pick<Payback, "npv" | "perKwh" | "simple"> {
  const few = yearsWorth(lifetime.low, ageing.high, interest.high);
  const many = yearsWorth(lifetime.high, ageing.low, interest.low);
  const { gain, given } = year;
  // A loss grows with the years.
  const gained = {
    low: gain.low * (gain.low < 0 ? many : few),
    high: gain.high * (gain.high < 0 ? few : many),
  };
  return {
    npv: { low: gained.low - cost.high, high: gained.high - cost.low },
    perKwh: { low: cost.low / (given.high * many), high: cost.high / (given.low * few) },
    simple: {
      low: gain.high > 0 ? cost.low / gain.high : Infinity,
      high: gain.low > 0 ? cost.high / gain.low : Infinity,
    },
  };
}

/** How many first years a life is worth; the last one may be a part of a year. */
function yearsWorth(lifetime: number, ageing: number, interest: number): number {
  let worth = 0;
  for (let year = 1; year - 1 < lifetime; year++) {
    const share = Math.min(1, lifetime - (year - 1));
    worth += share * (1 - ageing) ** (year - 1) / (1 + interest) ** year;
  }
  return worth;
}

/** Months that a year has. */
const MONTHS = 12;

/**
 * The purchase of a battery, judged by each year of its past.
 *
 * @returns `null` if the past is shorter than a year: summer and winter are both needed.
 */
export function payback(
  kwh: number,
  { gain, months, sums }: Pick<RuleOutcome, "gain" | "months" | "sums">,
  options: PaybackOptions,
): Payback | null {
  const { price, fixedPrice = { low: 0, high: 0 } } = options;
  const cost = {
    low: price.low * kwh + fixedPrice.low,
    high: price.high * kwh + fixedPrice.high,
  };
  const before = (end: number) => months.slice(Math.max(0, end - MONTHS), end);
  // A last month that has only begun belongs to no year.
  const newest = [months.length, months.length - 1].find((end) =>
    lengthOf(before(end)) >= LEAST_YEAR
  );
  if (newest === undefined) return null;
  const blocks: (readonly RuleMonth[])[] = [];
  for (let to = newest; to >= MONTHS; to -= MONTHS) blocks.unshift(before(to));
  const years = blocks.filter((block) => lengthOf(block) >= LEAST_YEAR);
  const gainOf = (block: readonly RuleMonth[]) => add(block, "gain");
  const whole = gainOf(months);
  // The range of the whole past, as a share of its gain, holds for each year of it.
  const spread = whole === 0 ? { low: 0, high: 0 } : {
    low: (gain.value - gain.low) / Math.abs(whole),
    high: (gain.high - gain.value) / Math.abs(whole),
  };
  const around = (block: readonly RuleMonth[]) => {
    const middle = gainOf(block);
    return {
      low: middle - spread.low * Math.abs(middle),
      high: middle + spread.high * Math.abs(middle),
    };
  };
  const gains = years.map(around), given = years.map((block) => add(block, "discharged"));
  const value = presentValue(
    {
      gain: {
        low: Math.min(...gains.map(({ low }) => low)),
        high: Math.max(...gains.map(({ high }) => high)),
      },
      given: { low: Math.min(...given), high: Math.max(...given) },
    },
    cost,
    options,
  );
  return {
    cost,
    ...value,
    charging: sums.discharged > 0 ? sums.forgone / sums.discharged : NaN,
    years: years.map((block, i) => ({
      from: block[0]!.month,
      to: block.at(-1)!.month,
      gain: gainOf(block),
      npv: presentValue(
        { gain: gains[i]!, given: { low: given[i]!, high: given[i]! } },
        cost,
        options,
      ).npv,
      known: add(block, "known") / lengthOf(block),
    })),
  };
}

/** A year may lack some days. [h] */
const LEAST_YEAR = 360 * 24;

function lengthOf(block: readonly RuleMonth[]): number {
  return add(block, "known") + add(block, "gap");
}

function add(
  block: readonly RuleMonth[],
  name: "gain" | "discharged" | "known" | "gap",
): number {
  return block.reduce((sum, month) => sum + month[name], 0);
}
