/**
 * Powers that may be those of single consumers.
 *
 * @module
 */

import {
  type Evidence,
  isSolarPower,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "../evidence.ts";
import { POWER_UNITS } from "../roles.ts";

/** A power that may be that of a consumer. */
export interface Consumer {
  readonly power: PowerSignal;
  readonly unit: PowerUnit;
  readonly watts: Float64Array;
}

/** Powers that may be those of consumers. */
export function consumersOf(
  evidence: Evidence,
  battery: ReadonlySet<PowerSignal>,
): Consumer[] {
  return evidence.powers.flatMap((power) => {
    const { unit } = power;
    const isPossible = unit && power.members.length === 1 && !battery.has(power) &&
      !isSolarPower(power) && power.size * POWER_UNITS[unit] >= LEAST_CONSUMER &&
      totalOf(power.negative) < 0.01 * totalOf(power.positive) && varies(power);
    return isPossible ? [{ power, unit, watts: power.watts }] : [];
  });
}

/** A smaller consumer is lost among the others. [W] */
const LEAST_CONSUMER = 300;

/** A voltage or a temperature never comes near zero; the power of a house does. */
export function varies({ mean, size }: PowerSignal): boolean {
  const known = mean.filter((one) => !Number.isNaN(one)).map(Math.abs).sort();
  return known.length > 0 && known[Math.floor(0.05 * known.length)]! < 0.35 * size;
}
