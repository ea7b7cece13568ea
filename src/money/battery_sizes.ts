/**
 * Batteries of several sizes and powers under several tariffs.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import { type BatteryInput, type PricedInput, priceInput } from "./battery_input.ts";
import { batteryModel, type BatterySpec, type Spelling } from "./battery_model.ts";
import { autarkyOf, costWithout, type RuleOutcome, ruleOutcome } from "./battery_outcome.ts";
import { sumOf } from "./battery_flows.ts";
import { type OptimumOutcome, optimumOutcome } from "./optimum_outcome.ts";
import type { Freedom } from "./optimum_steps.ts";
import { type Payback, payback, type PaybackOptions } from "./payback.ts";
import type { PricedTariff } from "./price_series.ts";

/** A battery under a tariff. */
export interface SizedBattery {
  /** Name of the tariff. */
  readonly tariff: string;
  /** The battery. */
  readonly spec: BatterySpec;
  /** By the self-use rule. */
  readonly rule: RuleOutcome;
  /** At best; `null` if it was not asked for. */
  readonly optimum: OptimumOutcome | null;
  /** Its purchase; `null` if it was not asked for, or the past is shorter than a year. */
  readonly payback: Payback | null;
}

/** The house without a battery under a tariff. */
export interface WithoutBattery {
  /** Name of the tariff. */
  readonly tariff: string;
  /** Cost of energy, without fees. [currency] */
  readonly cost: number;
  /** [kWh] */
  readonly imported: number;
  /** [kWh] */
  readonly exported: number;
  /** NaN if unknown. [0–1] */
  readonly autarky: number;
}

/** How batteries are compared. */
export interface SizesOptions {
  /** What a controller may do. */
  readonly freedom?: Freedom;
  /** Whether the best use is computed too. @default {true} */
  readonly optimum?: boolean;
  /** What is assumed of a purchase. @default {nothing: no payback} */
  readonly payback?: PaybackOptions | undefined;
  /** Called between batteries. */
  readonly onBattery?: (done: number, total: number) => void | Promise<void>;
}

/** Everything that was computed. */
export interface Sizes {
  /** One entry per tariff, size and power, in this order. */
  readonly batteries: readonly SizedBattery[];
  /** One entry per tariff. */
  readonly without: readonly WithoutBattery[];
  /** The past at the prices of each tariff. */
  readonly priced: readonly PricedInput[];
}

/** Simulates every battery under every tariff. */
export async function simulateSizes(
  input: BatteryInput,
  tariffs: readonly PricedTariff[],
  specs: readonly BatterySpec[],
  { freedom = {}, optimum = true, payback: purchase, onBattery }: SizesOptions = {},
): Promise<Sizes> {
  const priced = tariffs.map((tariff) => priceInput(input, tariff));
  const batteries: SizedBattery[] = [], without: WithoutBattery[] = [];
  const total = tariffs.length * specs.length;
  for (const [i, { name }] of tariffs.entries()) {
    const { native } = priced[i]!, before = sumOf(native.flows);
    without.push({
      tariff: name,
      cost: costWithout(native),
      imported: before.imported,
      exported: before.exported,
      autarky: autarkyOf(before, before.imported),
    });
    for (const spec of specs) {
      const model = batteryModel(spec), rule = ruleOutcome(priced[i]!, model);
      batteries.push({
        tariff: name,
        spec,
        rule,
        optimum: optimum ? optimumOutcome(priced[i]!, model, { rule, freedom }) : null,
        payback: purchase ? payback(spec.kwh, rule, purchase) : null,
      });
      await onBattery?.(batteries.length, total);
    }
  }
  return { batteries, without, priced };
}

/** A further kWh that gains less than this share of what the first gained is not worth its place. */
const FLAT = 0.2;

/**
 * The size beyond which more is not worth it: by net present value where a purchase was judged, else
 * where a further kWh gains less than a fifth of what the first ones gained.
 *
 * @param batteries One tariff and power, by rising size.
 * @returns Size, or sizes by the low and the high end [kWh]; `null` if there is only one size, if more
 * is always worth it, or none ever is.
 */
export function sizeWorthIt(batteries: readonly SizedBattery[]): SizeWorthIt | null {
  if (batteries.length < 2) return null;
  const kwh = batteries.map(({ spec }) => spec.kwh);
  if (batteries.every(({ payback }) => payback)) {
    const best = (end: "low" | "high") => {
      const values = batteries.map(({ payback }) => payback!.npv[end]);
      const most = Math.max(...values);
      return most > 0 ? kwh[values.indexOf(most)]! : 0;
    };
    return { by: "npv", low: best("low"), high: best("high") };
  }
  const gains = batteries.map(({ rule }) => rule.gain.value);
  const first = gains[0]! / kwh[0]!;
  const flat = gains.findIndex((gain, i) =>
    i > 0 && (gain - gains[i - 1]!) / (kwh[i]! - kwh[i - 1]!) < FLAT * first
  );
  return flat < 0 ? null : { by: "gain", low: kwh[flat - 1]!, high: kwh[flat - 1]! };
}

/** What {@linkcode sizeWorthIt} finds. */
export interface SizeWorthIt {
  /** By which number. */
  readonly by: "npv" | "gain";
  /** Size at the low end; 0 if no size pays. [kWh] */
  readonly low: number;
  /** Size at the high end. [kWh] */
  readonly high: number;
}

/** Most batteries that are simulated at once. */
const MOST = 500;

/**
 * All batteries of the given sizes and powers, checked.
 *
 * @throws {WattbookError} `BAD_OPTION` that names the option and its value.
 */
export function specsOf(
  { kwh, kw, ...rest }: Omit<BatterySpec, "kwh" | "kw"> & {
    readonly kwh: readonly number[];
    readonly kw: readonly number[];
  },
  spelling: Spelling = (name) => name,
): BatterySpec[] {
  for (const [name, list] of Object.entries({ kwh, kw })) {
    if (list.length > 0) continue;
    throw new WattbookError("BAD_OPTION", `${spelling(name)} names no value`, {
      hint: `Give one or several, such as 5, 5,10 or 2:20:1.`,
    });
  }
  if (kwh.length * kw.length > MOST) {
    throw new WattbookError(
      "BAD_OPTION",
      `${kwh.length} sizes and ${kw.length} powers are ${kwh.length * kw.length} batteries`,
      { hint: `Give at most ${MOST} together, with a longer step.` },
    );
  }
  return [...new Set(kw)].flatMap((power) =>
    [...new Set(kwh)].sort((a, b) => a - b).map((size) => {
      const spec = { ...rest, kwh: size, kw: power };
      batteryModel(spec, spelling);
      return spec;
    })
  );
}
