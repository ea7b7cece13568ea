/**
 * Finds the inverters: power, day counter, lifetime counter.
 *
 * @module
 */

import {
  type CounterSignal,
  type Counting,
  type EnergyUnit,
  type Evidence,
  isSolarPower,
  mostOf,
  namedUnit,
  nameFit,
  plausibleEnergyUnits,
  type PowerSignal,
  totalOf,
} from "../evidence.ts";
import { isSibling, proportion, SAME, sameRise, sameShape } from "./likeness.ts";
import { addTraces, dayShape, isSolar, responseTo } from "../physics.ts";
import { AGAINST, isNamedCounter, isNamedString, isSure, type Plant, type Taken } from "./plant.ts";
import { inBalance } from "./in_balance.ts";
import { ENERGY_UNITS, POWER_UNITS } from "../roles.ts";
import { isInOutput } from "../storage.ts";

/** Finds the inverters among what is not taken. */
export function findPlants(evidence: Evidence, taken: Taken): Plant[] {
  const hybrids = new Set(
    evidence.powers.filter((one) => isHybrid(one, taken.discharge, evidence.start)),
  );
  const powers = evidence.powers.filter((one) =>
    one.members.length === 1 && !taken.powers.has(one) &&
    (isSolarPower(one) || isNamed(evidence, one) || hybrids.has(one)) &&
    nameFit(evidence, one, "generation_power") > AGAINST && !isNamedString(evidence, one) &&
    one.unit !== null
  );
  const counters = evidence.counters.filter((one) =>
    one.members.length === 1 && !taken.counters.has(one) &&
    (isSolar(one.shape) || isNamedCounter(evidence, one) ||
      evidence.countings.some(({ counter, power, direction }) =>
        counter === one && direction === "positive" && (hybrids.has(power) || isSolarPower(power))
      )) &&
    plausibleEnergyUnits(one.perDay).length > 0 &&
    nameFit(evidence, one, one.isDaily ? "yield_today" : "yield_total") > AGAINST
  );
  const free = new Set(counters), plants: Plant[] = [];
  const countings = evidence.countings.filter((one) =>
    one.direction === "positive" && powers.includes(one.power) && counters.includes(one.counter)
  );
  // The power that a counter counts is the inverter's; the panels' own is some percent higher.
  const rank = (power: PowerSignal) => {
    const own = countings.filter((one) => one.power === power);
    const off = own.length > 0 ? Math.min(...own.map(offOf)) : 0.2 - 0.1 * answers(power);
    // Of what no counter counts, the name decides; else the lower one, as the panels give more.
    return 5 * off - (own.length > 0 ? 0.05 : 0.5) * nameFit(evidence, power, "generation_power") +
      totalOf(power.watts) / 1e8;
  };
  const answers = (power: PowerSignal): number => {
    const response = taken.net && responseTo(taken.net, power.watts);
    if (!response || response.error > 0.3) return 0;
    return Math.max(-2, 1 - 2 * Math.abs(response.slope + 1));
  };
  for (const power of powers.toSorted((a, b) => rank(a) - rank(b))) {
    const own = countings.filter((one) => one.power === power && free.has(one.counter))
      .sort((a, b) => offOf(a) + a.deviation - offOf(b) - b.deviation);
    const copy = plants.find((plant) => plant.power && sameShape(plant.power, power));
    // Inverters of one house differ in a number only; a copy has another name.
    const isCopied = copy !== undefined && !isDistinct(own, copy) && !isSibling(power, copy.power!);
    const pick = (isDaily: boolean) => own.find((one) => one.counter.isDaily === isDaily) ?? null;
    const today = pick(true), total = pick(false);
    const best = today ?? total;
    const counted = best?.units.map(([ofPower]) => ofPower) ?? [];
    const powerUnit = counted.find((unit) => unit === power.unit) ?? counted[0] ?? power.unit;
    const units = new Map<CounterSignal, EnergyUnit>();
    for (const one of [today, total]) {
      if (!one) continue;
      const fitting = one.units.filter(([ofPower]) => ofPower === powerUnit);
      const says = namedUnit(evidence, one.counter);
      units.set(
        one.counter,
        (fitting.find(([, unit]) => unit === says) ?? fitting[0] ??
          one.units[0]!)[1],
      );
      free.delete(one.counter);
    }
    plants.push({
      power,
      powerUnit,
      today: today?.counter ?? null,
      total: total?.counter ?? null,
      units,
      countings: [today, total].filter((one) => one !== null),
      isAnswered: answers(power) > 0.5,
      isCopied,
    });
  }
  // Counters that count the same as one that is taken are copies of it.
  const isCopy = (counter: CounterSignal) =>
    plants.some(({ today, total, power }) =>
      [today, total].some((one) =>
        one && one.isDaily === counter.isDaily && sameRise(one, counter)
      ) ||
      (power !== null && countings.some((one) => one.power === power && one.counter === counter))
    );
  const rest = [...free].filter((one) => !isCopy(one));
  const isKnown = plants.some((one) => isSure(evidence, one));
  const counted = plantsByCounter(evidence, rest, isKnown);
  const chosen = withoutParts(evidence, plants.filter((one) => !one.isCopied));
  // Without a meter, counters of solar energy prove more than a power that no counter counts.
  const start = !isKnown && counted.length > 0 ? counted : [...chosen, ...counted];
  return inBalance(evidence, [...plants, ...counted], start, taken);
}

/** Whether a power is that of the sun once the battery's part is taken off. */
function isHybrid(
  power: PowerSignal,
  discharge: Float64Array | null,
  start: number,
): boolean {
  if (!discharge || isSolarPower(power) || power.members.length > 1) return false;
  if (!power.unit || totalOf(power.negative) > totalOf(power.positive)) return false;
  const most = mostOf(discharge), { watts } = power;
  if (!isInOutput(discharge, watts)) return false;
  // The battery loses some percent on its way.
  const sun = addTraces([[watts, 1], [discharge, -1]])
    .map((one) => one < 0.1 * most ? (Number.isNaN(one) ? NaN : 0) : one);
  return isSolar(dayShape(sun, start));
}

function isNamed({ nameOf }: Evidence, { members }: PowerSignal): boolean {
  return members.every(({ candidate }) => nameOf(candidate).known?.role === "generation_power");
}

/** Distance of a ratio from the one that its units give. */
function offOf({ ratio, units: [units] }: Counting): number {
  const [power, energy] = units!;
  return Math.abs(Math.log(ratio * ENERGY_UNITS[energy] / POWER_UNITS[power]));
}

/** Whether a power has counters that the inverter it resembles does not have. */
function isDistinct(own: readonly Counting[], copy: Plant): boolean {
  return own.some(({ counter }) =>
    ![copy.today, copy.total].some((one) => one && sameRise(one, counter))
  );
}

/** Inverters without those that are the sum, or the parts, of others. */
function withoutParts(evidence: Evidence, plants: readonly Plant[]): Plant[] {
  const powers = plants.filter(({ power }) => power !== null);
  if (powers.length < 3) return strongest(evidence, plants);
  for (const whole of powers) {
    const parts = powers.filter((one) => one !== whole);
    const sum = addTraces(parts.map(({ power }) => [power!.watts, 1] as const));
    const { ratio, deviation } = proportion(sum, whole.power!.watts);
    const isBetter = (one: Plant) => one.countings.length > 0;
    // Inverters that all have counters of their own are a sum and its parts only if it fits exactly.
    const isExact = powers.every(isBetter);
    if (Math.abs(ratio - 1) > (isExact ? 0.02 : SAME) || deviation > (isExact ? 0.03 : 0.08)) {
      continue;
    }
    return parts.every(isBetter) && !isBetter(whole) ? parts : [whole];
  }
  return strongest(evidence, plants);
}

/** A power that no counter counts is an inverter only if its name says so, or if it is alone. */
function strongest(evidence: Evidence, plants: readonly Plant[]): Plant[] {
  const worth = (one: Plant) => energyOf(one) * (one.isAnswered ? 1e6 : 1);
  const sure = plants.filter((one) => isSure(evidence, one));
  if (sure.length > 0) return sure;
  return plants.toSorted((a, b) => worth(b) - worth(a)).slice(0, 1);
}

function energyOf({ power }: Plant): number {
  return power ? totalOf(power.watts) : 0;
}

/** A counter without a name rises like the sun; a household's water does not. [0–1] */
const LIKE_THE_SUN = 0.85;

/** Inverters of which only counters are known. */
function plantsByCounter(
  evidence: Evidence,
  rest: readonly CounterSignal[],
  isKnown: boolean,
): Plant[] {
  const plants: Plant[] = [];
  const free = new Set(rest);
  const unitOf = (counter: CounterSignal): EnergyUnit => {
    const possible = plausibleEnergyUnits(counter.perDay), named = namedUnit(evidence, counter);
    return possible.find((unit) => unit === named) ?? possible[0]!;
  };
  for (const counter of rest) {
    if (!free.has(counter)) continue;
    const role = counter.isDaily ? "yield_today" : "yield_total";
    // Beside inverters with power, a counter alone must be named as one.
    const isNamed = nameFit(evidence, counter, role) > 0;
    if (!isNamed && (isKnown || counter.shape!.hump < LIKE_THE_SUN)) continue;
    free.delete(counter);
    const twin = [...free].find((one) => one.isDaily !== counter.isDaily && sameRise(one, counter));
    if (twin) free.delete(twin);
    const [today, total] = counter.isDaily ? [counter, twin ?? null] : [twin ?? null, counter];
    const units = new Map([counter, twin].flatMap((one) => one ? [[one, unitOf(one)]] : []));
    plants.push({
      power: null,
      powerUnit: null,
      today,
      total,
      units,
      countings: [],
      isAnswered: false,
      isCopied: false,
    });
  }
  return plants;
}
