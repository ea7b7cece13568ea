/**
 * Finds the battery: its power with the sign, its counters, its state of charge.
 *
 * @module
 */

import type { BatteryCoupling } from "../catalogue/roles.ts";
import {
  type Counting,
  countingsOf,
  documentedSign,
  type Evidence,
  mostOf,
  nameFit,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "./evidence.ts";
import { energyUnit, registerSeries } from "./meter/reading.ts";
import { addTraces, type Charging, chargingOf } from "./physics.ts";
import type { Proposal } from "./proposal.ts";
import { POWER_UNITS } from "./roles.ts";
import type { LevelTrace } from "./traces.ts";

/** A battery. */
export interface Storage {
  readonly power: PowerSignal;
  readonly unit: PowerUnit;
  readonly sign: "charge_positive" | "discharge_positive";
  readonly level: LevelTrace | null;
  readonly charging: Charging | null;
  readonly charged: Counting | null;
  readonly discharged: Counting | null;
  readonly reasons: readonly string[];
}

/** A charge level that follows a power this well proves that the power is the battery's. */
const FOLLOWS = 0.85;

/** Without a name, it has to follow this well for two counters to prove it. */
const FOLLOWS_CLOSELY = 0.95;

/** Finds the battery; `null` without one. */
export function findStorage(evidence: Evidence): Storage | null {
  const powers = [...evidence.powers, ...documentedPairs(evidence)].filter((one) =>
    one.unit !== null &&
    nameFit(evidence, one, "battery_power") > -2 &&
    (nameFit(evidence, one, "battery_power") > 0 ||
      Math.min(totalOf(one.positive), totalOf(one.negative)) >
        0.1 * Math.max(totalOf(one.positive), totalOf(one.negative)))
  );
  let best: { power: PowerSignal; level: LevelTrace; charging: Charging; score: number } | null =
    null;
  for (const level of evidence.levels) {
    const { known, things } = evidence.nameOf(level.candidate);
    if (known ? known.role !== "state_of_charge" : things.has("weather")) continue;
    for (const power of powers) {
      const charging = chargingOf(level.value, power.mean);
      if (!charging || Math.abs(charging.correlation) < FOLLOWS) continue;
      const isNamed = nameFit(evidence, power, "battery_power") > 0;
      if (!isNamed && !isStored(level, power, charging)) continue;
      const score = Math.abs(charging.correlation) +
        0.05 * nameFit(evidence, power, "battery_power") +
        0.05 * (things.has("soc") || things.has("battery") ? 1 : 0);
      if (!best || score > best.score) best = { power, level, charging, score };
    }
  }
  if (best) return describe(evidence, best.power, best.level, best.charging);
  // Without a charge level only the name says which power is the battery's.
  const named = powers.filter((one) => nameFit(evidence, one, "battery_power") > 0)
    .toSorted((a, b) =>
      nameFit(evidence, b, "battery_power") - nameFit(evidence, a, "battery_power")
    )[0];
  return named ? describe(evidence, named, null, null) : null;
}

/** Capacities of batteries of houses. [kWh] */
const CAPACITIES = [0.5, 200] as const;

/** Least that a battery gives back of what it was given, within some days. */
const RETURNED = 0.6;

/**
 * Whether a level and a power without a name are those of a battery: the level never leaps, the capacity
 * is one of a house, and what goes in comes out.
 */
function isStored({ value }: LevelTrace, power: PowerSignal, { perUnit }: Charging): boolean {
  let most = 0, leap = 0;
  for (let slot = 0; slot < value.length; slot++) {
    if (value[slot]! > most) most = value[slot]!;
    const change = Math.abs(value[slot]! - value[slot - 1]!);
    if (change > leap) leap = change;
  }
  const capacity = perUnit * (most <= 1.001 ? 1 : 100) * POWER_UNITS[power.unit!] / 1000;
  const [one, other] = [totalOf(power.positive), totalOf(power.negative)];
  return leap < 0.4 * most && capacity >= CAPACITIES[0] && capacity <= CAPACITIES[1] &&
    Math.min(one, other) / Math.max(one, other) >= RETURNED;
}

/** Charging and discharging that a source shows as two powers, as one: positive is charging. */
function documentedPairs(evidence: Evidence): PowerSignal[] {
  const of = (sign: string) =>
    evidence.powers.filter((one) =>
      one.members.length === 1 && documentedSign(evidence, one) === sign &&
      totalOf(one.negative) === 0
    );
  const [charge] = of("charge_positive"), [discharge] = of("discharge_positive");
  if (!charge || !discharge) return [];
  return [{
    ...charge,
    members: [...charge.members, ...discharge.members],
    negative: discharge.positive,
    mean: addTraces([[charge.mean, 1], [discharge.mean, -1]]),
    watts: addTraces([[charge.watts, 1], [discharge.watts, -1]]),
    size: Math.max(charge.size, discharge.size),
  }];
}

function describe(
  evidence: Evidence,
  power: PowerSignal,
  level: LevelTrace | null,
  charging: Charging | null,
): Storage | null {
  const unit = power.unit!, reasons: string[] = [];
  const documented = documentedSign(evidence, power);
  let sign: Storage["sign"] | null = null;
  if (charging) {
    sign = charging.correlation > 0 ? "charge_positive" : "discharge_positive";
    reasons.push(
      `the charge level ${sign === "charge_positive" ? "rises" : "falls"} while this is positive`,
    );
  }
  const counting = (direction: "positive" | "negative") =>
    (power.members.length > 1
      ? countingsOf(power, direction, evidence.counters)
      : evidence.countings.filter((one) => one.power === power && one.direction === direction))
      .filter(({ counter }) => !counter.isDaily);
  const [positive, negative] = [counting("positive"), counting("negative")];
  if (sign === null) {
    const says = (all: readonly Counting[], role: "battery_charged_energy") =>
      all.some(({ counter }) => nameFit(evidence, counter, role) > 1);
    if (says(positive, "battery_charged_energy")) sign = "charge_positive";
    else if (says(negative, "battery_charged_energy")) sign = "discharge_positive";
    if (sign) reasons.push("a counter of charged energy rises with it");
  }
  if (documented === "charge_positive" || documented === "discharge_positive") {
    if (documented === sign) reasons.push("this source documents its sign");
    sign ??= documented;
  }
  if (sign === null) return null;
  if (nameFit(evidence, power, "battery_power") > 0) reasons.push("its name says so");
  const isClose = charging !== null && Math.abs(charging.correlation) > FOLLOWS_CLOSELY;
  if (isClose && positive.length > 0 && negative.length > 0) {
    reasons.push("it agrees with the counters of charged and discharged energy");
  }
  const isCharge = sign === "charge_positive";
  return {
    power,
    unit,
    sign,
    level,
    charging,
    charged: (isCharge ? positive : negative)[0] ?? null,
    discharged: (isCharge ? negative : positive)[0] ?? null,
    reasons,
  };
}

/** Power out of the battery. [W] */
export function dischargeOf({ power, unit, sign }: Storage): Float64Array {
  return addTraces([[power.mean, (sign === "charge_positive" ? -1 : 1) * POWER_UNITS[unit]]]);
}

/**
 * Whether the generation contains the battery's discharge, as the output of a hybrid inverter does: it
 * then never falls below it. A battery with an inverter of its own discharges when the sun is gone.
 */
export function isInOutput(discharge: Float64Array, generation: Float64Array): boolean {
  return (containedShare(discharge, generation) ?? 0) > CONTAINED;
}

/** A generation that contains the discharge does so nearly always. [0–1] */
const CONTAINED = 0.9;

/** How often the generation is as high as the discharge; `null` if the battery hardly discharged. */
function containedShare(discharge: Float64Array, generation: Float64Array): number | null {
  const least = 0.1 * mostOf(discharge);
  let known = 0, contained = 0;
  for (let slot = 0; slot < discharge.length; slot++) {
    const [out, made] = [discharge[slot]!, generation[slot]!];
    if (!(out > least) || Number.isNaN(made)) continue;
    known++;
    if (made > 0.75 * out) contained++;
  }
  return known < 24 ? null : contained / known;
}

/** How the battery is connected, and how that is known. */
export interface FoundCoupling {
  readonly value: BatteryCoupling;
  /** Whether the samples show it. Else it is the more cautious of two with the same energies. */
  readonly isProved: boolean;
  readonly reason: string;
}

/** The strings of an inverter give this much more than its output, at least. */
const INVERTER_LOSS = 1.015;

/**
 * How the battery is connected.
 *
 * @param discharge Power out of the battery. [W]
 * @param generation Power of the inverters. [W]
 * @param panels Power of the panel strings together, where it is known. [W]
 * @returns `null` if the battery hardly discharged.
 */
export function couplingOf(
  discharge: Float64Array,
  generation: Float64Array,
  panels: Float64Array | null,
): FoundCoupling | null {
  const share = containedShare(discharge, generation);
  if (share === null || (share >= 0.5 && share <= CONTAINED)) return null;
  if (share > CONTAINED) {
    return {
      value: "hybrid_output",
      isProved: true,
      reason: "the inverter's power is never below the battery's discharging power",
    };
  }
  const ratio = panels && totalOf(panels) / totalOf(generation);
  if (ratio && ratio > INVERTER_LOSS) {
    return {
      value: "ac",
      isProved: true,
      reason: "the inverter's power is that of the panels minus a small loss, without the battery",
    };
  }
  return ratio && ratio > 2 - INVERTER_LOSS
    ? {
      value: "hybrid_panels",
      isProved: true,
      reason: "the inverter's power is exactly that of the panels",
    }
    : {
      value: "hybrid_panels",
      isProved: false,
      reason: "the inverter's power does not contain the battery",
    };
}

/** Proposals for the roles of the battery. */
export function proposeStorage(evidence: Evidence, storage: Storage): Proposal[] {
  const { power, unit, sign, level, charging, charged, discharged, reasons } = storage;
  const certainty = reasons.length >= 2 ? "proved" : "open";
  const proposals: Proposal[] = [{
    role: "battery_power",
    series: power.members.map(({ candidate }) => ({
      candidate,
      unit,
      // Of two powers with one direction each, the source documents both.
      sign: power.members.length > 1 ? evidence.nameOf(candidate).known?.sign ?? sign : sign,
    })),
    certainty,
    reasons,
    others: [],
  }];
  for (
    const [role, counting, what] of [
      ["battery_charged_energy", charged, "charging"],
      ["battery_discharged_energy", discharged, "discharging"],
    ] as const
  ) {
    if (!counting) continue;
    proposals.push({
      role,
      series: registerSeries(counting.counter, energyUnit(evidence, counting, unit)),
      certainty,
      reasons: [`it rises with the battery's power while the battery is ${what}`],
      others: [],
    });
  }
  if (level && charging) {
    let most = 0;
    for (const one of level.value) if (one > most) most = one;
    const isShare = most <= 1.001;
    const capacity = charging.perUnit * (isShare ? 1 : 100) * POWER_UNITS[unit] / 1000;
    proposals.push({
      role: "state_of_charge",
      series: [{
        candidate: level.candidate,
        unit: isShare ? "1" : "%",
        ...capacity > CAPACITIES[0] && capacity < CAPACITIES[1] &&
          { capacity: Math.round(capacity * 10) / 10 },
      }],
      certainty,
      reasons: [
        "it follows the power of the battery",
        `one full charge takes about ${capacity.toFixed(1)} kWh`,
      ],
      others: [],
    });
  }
  return proposals;
}
