/**
 * One reading of what the meter at the grid connection is: its power with the sign, and its registers.
 *
 * @module
 */

import {
  type CounterSignal,
  type Counting,
  type EnergyUnit,
  type Evidence,
  namedUnit,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "../evidence.ts";
import type { Response } from "../physics.ts";
import type { ProposedSeries } from "../proposal.ts";
import { ENERGY_UNITS } from "../roles.ts";

/** One reading of what the meter is. */
export interface MeterReading {
  /** Its power: one signal, or one for each direction. */
  readonly parts: readonly {
    readonly power: PowerSignal;
    readonly sign: "import_positive" | "export_positive";
  }[];
  readonly unit: PowerUnit;
  /** Net import. [W] */
  readonly net: Float64Array;
  readonly imports: Counting | null;
  readonly exports: Counting | null;
  readonly response: Response | null;
  /** Whether it falls when the sun brings more. */
  readonly isAnswering: boolean;
  /** Whether something shows which direction is positive. */
  readonly isSignProved: boolean;
  /** Tests that agree with it. */
  readonly tests: readonly string[];
  readonly score: number;
}

/** What is known when the meter is looked for. */
export interface MeterContext {
  /** Power of all inverters. [W] */
  readonly generation: Float64Array | null;
  /** Powers that belong to a battery. */
  readonly battery: ReadonlySet<PowerSignal>;
  /** Power out of the battery. [W] */
  readonly discharge: Float64Array | null;
  /** Power of inverters and battery together. [W] */
  readonly supply: Float64Array | null;
}

export function isSigned({ positive, negative }: PowerSignal): boolean {
  const [one, other] = [totalOf(positive), totalOf(negative)];
  return other > 0.002 * (one + other);
}

/** Whether it is one of three series that differ in the number of a phase. */
export function isPhase({ powers }: Evidence, { members }: PowerSignal): boolean {
  return members.length === 1 &&
    powers.some((one) => one.members.length === 3 && one.members.includes(members[0]!));
}

/** Whether two readings see the same series as the meter, with the same sign. */
export function isSameReading(one: MeterReading, other: MeterReading): boolean {
  return one.parts.length === other.parts.length &&
    one.parts.every(({ power, sign }, index) =>
      power === other.parts[index]!.power && sign === other.parts[index]!.sign
    );
}

export function countingText({ rise, units: [units] }: Counting, what: string): string {
  const kwh = rise * ENERGY_UNITS[units![1]] / 1000;
  return `grid power and a meter reading agree: ${kwh.toFixed(1)} kWh ${what}`;
}

/** The unit of a register whose power has a known unit. */
export function energyUnit(
  evidence: Evidence,
  { counter, units }: Counting,
  power: PowerUnit,
): EnergyUnit {
  const possible = units.filter(([ofPower]) => ofPower === power).map(([, unit]) => unit);
  const named = namedUnit(evidence, counter);
  return possible.find((unit) => unit === named) ?? possible[0]!;
}

/** The registers of a counter as series. */
export function registerSeries(
  { members }: CounterSignal,
  unit: EnergyUnit,
): ProposedSeries[] {
  return members.map(({ candidate }) => ({ candidate, unit }));
}
