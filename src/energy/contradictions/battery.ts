/**
 * The battery: a reversed sign, exchanged counters, another unit.
 *
 * @module
 */

import type { BatteryDay } from "../battery.ts";
import { type Contradiction, COVERED, type Facts } from "./facts.ts";
import { bindingsText } from "./household_lines.ts";
import { powerAt } from "./instants.ts";

/** Power of the battery that tells something. [W] */
const ACTIVE = 150;
/** A house cannot use less than this, whatever the moments at which powers are sampled. [W] */
const BELOW_ZERO = -100;
/** Instants that suffice. */
const TELLING = 20;
/** Shares of impossible instants: as it is bound, and with the other sign. [0–1] */
const MANY = 0.25, FEW = 0.08;
/** Of all instants, fewer impossible ones are chance: two powers are hardly ever sampled at once. [0–1] */
const CHANCE = 0.03;

/** A battery that charges where it is said to discharge, or whose power has another unit. */
export function wrongBattery(facts: Facts, stored: readonly BatteryDay[]): Contradiction[] {
  const { household: { bindings }, days } = facts;
  const holds = days.map(() => true);
  const unit = unitOf(stored);
  if (unit !== null) {
    return [{
      flag: "unit_wrong",
      holds,
      says: `The battery's power adds up to ${unit > 1 ? "a thousandth" : "a thousand times"} of ` +
        "what its counters say: it has another unit",
      mend: bindingsText("battery_power", bindings.battery_power, ({ factor }) => (
        { factor: factor * unit }
      )),
    }];
  }
  const isReversed = hasReversedSign(facts), isExchanged = hasExchangedCounters(stored);
  const counters = [
    bindingsText("battery_charged_energy", bindings.battery_discharged_energy),
    bindingsText("battery_discharged_energy", bindings.battery_charged_energy),
  ].join(", ");
  const power = bindingsText("battery_power", bindings.battery_power, ({ factor }) => (
    { factor: -factor }
  ));
  if (isReversed) {
    const isCounted = bindings.battery_charged_energy.length > 0 && !isExchanged;
    return [{
      flag: "battery_reversed",
      holds,
      says: "With the battery's power as the file has it, the consumption would be below zero: " +
        "its sign is reversed",
      mend: isCounted ? `${power}, ${counters}` : power,
    }];
  }
  return isExchanged
    ? [{
      flag: "battery_reversed",
      holds,
      says: "The counter of charged energy rises while the battery's power says that it " +
        "discharges: the two counters are exchanged",
      mend: counters,
    }]
    : [];
}

/** Whether the house uses less than nothing, and would not with the other sign. */
function hasReversedSign(facts: Facts): boolean {
  const { signals: { devices: { battery }, output }, at, grid_w, dark } = facts;
  if (!battery || battery.power.time.length === 0) return false;
  const given = powerAt([battery.power], at), out = powerAt([output], at);
  const isHybrid = battery.coupling === "hybrid_output";
  let seen = 0, told = 0, asBound = 0, flipped = 0, next = 0;
  for (const [i, watts] of given.entries()) {
    if (!(Math.abs(watts) > ACTIVE)) continue;
    while (next < dark.length && dark[next]!.end <= at[i]!) next++;
    const isDark = next < dark.length && dark[next]!.start <= at[i]!;
    const pv = Number.isNaN(out[i]!) && isDark ? 0 : out[i]!;
    if (Number.isNaN(isHybrid ? out[i]! : grid_w[i]! + pv)) continue;
    const isOdd = (sign: 1 | -1) => {
      if (!isHybrid) return grid_w[i]! + pv + sign * watts < BELOW_ZERO;
      // What its panels give is never negative. In the dark, it is nothing.
      const panels = pv - sign * watts, error = 0.3 * Math.abs(watts) + 100;
      return isDark ? Math.abs(panels) > error : panels < -error;
    };
    seen++;
    // With panels, either sign is mostly possible.
    if (isHybrid && !isDark && isOdd(1) === isOdd(-1)) continue;
    told++;
    if (isOdd(1)) asBound++;
    if (isOdd(-1)) flipped++;
  }
  return told >= TELLING && asBound > Math.max(MANY * told, CHANCE * seen) && flipped < FEW * told;
}

/** Energy that tells counters from each other. [kWh] */
const APART = 1;

function hasExchangedCounters(days: readonly BatteryDay[]): boolean {
  let straight = 0, crossed = 0;
  for (const { charged, discharged, coverage } of days) {
    if (charged.method !== "counter" || discharged.method !== "counter") continue;
    if (coverage === null || coverage < COVERED) continue;
    straight += Math.abs(charged.kwh! - charged.integral) +
      Math.abs(discharged.kwh! - discharged.integral);
    crossed += Math.abs(charged.kwh! - discharged.integral) +
      Math.abs(discharged.kwh! - charged.integral);
  }
  return straight > APART && crossed < 0.3 * straight;
}

/** What the power would have to be multiplied with; `null` if its unit fits. */
function unitOf(days: readonly BatteryDay[]): number | null {
  let counted = 0, added = 0;
  for (const { charged, discharged, coverage } of days) {
    if (charged.method !== "counter" || discharged.method !== "counter") continue;
    if (coverage === null || coverage < COVERED) continue;
    counted += charged.kwh! + discharged.kwh!;
    added += charged.integral + discharged.integral;
  }
  if (counted < APART) return null;
  const ratio = counted / added;
  return ratio > 100 && ratio < 10_000 ? 1000 : ratio < 0.01 && ratio > 0.0001 ? 1 / 1000 : null;
}
