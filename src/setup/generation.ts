/**
 * Finds the inverters: power, day counter, lifetime counter, strings.
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
  plausiblePowerUnits,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "./evidence.ts";
import { addTraces, agreement, isSolar, responseTo } from "./physics.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "./roles.ts";
import { SLOTS_PER_HOUR } from "./traces.ts";

/** One inverter. */
export interface Plant {
  readonly power: PowerSignal | null;
  readonly powerUnit: PowerUnit | null;
  readonly today: CounterSignal | null;
  readonly total: CounterSignal | null;
  /** Units of the counters. */
  readonly units: ReadonlyMap<CounterSignal, EnergyUnit>;
  /** What its counters say about its power, the best first. */
  readonly countings: readonly Counting[];
  /** Whether the power of the grid falls as much as its power rises. */
  readonly isAnswered: boolean;
}

/** What is taken by other roles. */
export interface Taken {
  readonly powers: ReadonlySet<PowerSignal>;
  readonly counters: ReadonlySet<CounterSignal>;
  /** Net import of the meter, where it is known. [W] */
  readonly net?: Float64Array;
}

/** A solar power whose values are this close to another one's measures the same. */
const SAME = 0.12;

/** A name that speaks against a role this clearly excludes a series. */
const AGAINST = -1;

/** Finds the inverters among what is not taken. */
export function findPlants(evidence: Evidence, taken: Taken): Plant[] {
  const powers = evidence.powers.filter((one) =>
    one.members.length === 1 && !taken.powers.has(one) &&
    (isSolarPower(one) || isNamed(evidence, one)) &&
    nameFit(evidence, one, "generation_power") > AGAINST && !isNamedString(evidence, one) &&
    plausiblePowerUnits(one.size).length > 0
  );
  const counters = evidence.counters.filter((one) =>
    one.members.length === 1 && !taken.counters.has(one) &&
    (isSolar(one.shape) ||
      isNamedCounter(evidence, one)) &&
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
      totalOf(scaledMean(power)) / 1e8;
  };
  const answers = (power: PowerSignal): number => {
    const response = taken.net && responseTo(taken.net, scaledMean(power));
    if (!response || response.error > 0.3) return 0;
    return Math.max(-2, 1 - 2 * Math.abs(response.slope + 1));
  };
  for (const power of powers.toSorted((a, b) => rank(a) - rank(b))) {
    const own = countings.filter((one) => one.power === power && free.has(one.counter))
      .sort((a, b) => offOf(a) + a.deviation - offOf(b) - b.deviation);
    const copy = plants.find((plant) => plant.power && sameShape(plant.power, power));
    // A second series of the same power has no counters of its own.
    if (copy && !isDistinct(own, copy)) continue;
    const pick = (isDaily: boolean) => own.find((one) => one.counter.isDaily === isDaily) ?? null;
    const today = pick(true), total = pick(false);
    const best = today ?? total;
    const named = namedUnit(evidence, power);
    const possible = plausiblePowerUnits(power.size);
    const counted = best?.units.map(([ofPower]) => ofPower) ?? [];
    const powerUnit = counted.find((unit) => unit === named) ?? counted[0] ??
      (possible.find((unit) => unit === named) ?? possible[0] ?? null);
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
  return [...withoutParts(evidence, plants), ...plantsByCounter(evidence, rest, plants.length)];
}

function isNamed({ nameOf }: Evidence, { members }: PowerSignal): boolean {
  return members.every(({ candidate }) => nameOf(candidate).known?.role === "generation_power");
}

/** Whether the name says that it counts an inverter: of a hybrid one, also what comes by night. */
function isNamedCounter(evidence: Evidence, counter: CounterSignal): boolean {
  return counter.isDaily
    ? nameFit(evidence, counter, "yield_today") > 1
    : nameFit(evidence, counter, "yield_total") > 0;
}

/** Whether the name says that it is a string, not the inverter. */
function isNamedString(evidence: Evidence, power: PowerSignal): boolean {
  const fit = nameFit(evidence, power, "string_power");
  return fit > 0 && fit > nameFit(evidence, power, "generation_power");
}

/** Distance of a ratio from the one that its units give. */
function offOf({ ratio, units: [units] }: Counting): number {
  const [power, energy] = units!;
  return Math.abs(Math.log(ratio * ENERGY_UNITS[energy] / POWER_UNITS[power]));
}

/** Whether two powers have the same course and nearly the same size. */
function sameShape(a: PowerSignal, b: PowerSignal): boolean {
  const { ratio, deviation } = proportion(scaledMean(a), scaledMean(b));
  return Math.abs(ratio - 1) < SAME && deviation < 0.1;
}

function scaledMean({ mean, size }: PowerSignal): Float64Array {
  const [unit] = plausiblePowerUnits(size);
  return mean.map((one) => one * (unit ? POWER_UNITS[unit] : 1));
}

function sameRise(a: CounterSignal, b: CounterSignal): boolean {
  const ratio = b.perDay / a.perDay;
  return [1, 1000, 0.001].some((one) => Math.abs(ratio / one - 1) < 0.02);
}

/** How one power follows another one, in the slots in which both are known. */
function proportion(
  x: Float64Array,
  y: Float64Array,
): { readonly ratio: number; readonly deviation: number } {
  let sumX = 0, sumY = 0;
  const pairs: (readonly [number, number])[] = [];
  for (let from = 0; from + 12 <= x.length; from += 12) {
    let ofX = 0, ofY = 0, known = 0;
    for (let slot = from; slot < from + 12; slot++) {
      if (Number.isNaN(x[slot]! + y[slot]!)) continue;
      ofX += x[slot]!;
      ofY += y[slot]!;
      known++;
    }
    if (known === 0) continue;
    pairs.push([ofX, ofY]);
    sumX += ofX;
    sumY += ofY;
  }
  if (!(sumX > 0 && sumY > 0)) return { ratio: 0, deviation: 1 };
  const ratio = sumY / sumX;
  const off = pairs.reduce((sum, [ofX, ofY]) => sum + Math.abs(ofY - ratio * ofX), 0);
  return { ratio, deviation: off / sumY };
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
    const sum = addTraces(parts.map(({ power }) => [scaledMean(power!), 1] as const));
    const { ratio, deviation } = proportion(sum, scaledMean(whole.power!));
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
  const isSure = ({ power, countings }: Plant) =>
    countings.length > 0 || (power !== null && nameFit(evidence, power, "generation_power") > 0);
  const worth = (one: Plant) => energyOf(one) * (one.isAnswered ? 1e6 : 1);
  const sure = plants.filter(isSure);
  if (sure.length > 0) return sure;
  return plants.toSorted((a, b) => worth(b) - worth(a)).slice(0, 1);
}

function energyOf({ power }: Plant): number {
  return power ? totalOf(scaledMean(power)) : 0;
}

/** Inverters of which only counters are known. */
function plantsByCounter(
  evidence: Evidence,
  rest: readonly CounterSignal[],
  known: number,
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
    if (known > 0 && nameFit(evidence, counter, role) <= 0) continue;
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
    });
  }
  return plants;
}

/** Power of all inverters together, by their powers or, where they show none, their counters. [W] */
export function generationOf(plants: readonly Plant[]): Float64Array | null {
  const powers = plants.flatMap(({ power, powerUnit, total, today, units }) => {
    if (power && powerUnit) return [[power.mean, POWER_UNITS[powerUnit]] as const];
    const counter = today ?? total, unit = counter && units.get(counter);
    return counter && unit ? [[counter.rise, ENERGY_UNITS[unit] * SLOTS_PER_HOUR] as const] : [];
  });
  if (powers.length === 0) return null;
  // An inverter that is silent generates nothing.
  return addTraces(powers.map(([values, factor]) => [
    values.map((one) => Number.isNaN(one) ? 0 : one),
    factor,
  ]));
}

/** Strings of the inverters: solar powers that add up to a little more than the inverters' power. */
export function findStrings(
  evidence: Evidence,
  plants: readonly Plant[],
  taken: Taken,
): PowerSignal[] {
  const powers = plants.flatMap(({ power }) => power ? [power] : []);
  const generation = powers.length > 0
    ? addTraces(powers.map((one) => [scaledMean(one), 1] as const))
    : null;
  const counters = plants.flatMap(({ total, today }) => total ?? today ?? []);
  const used = new Set(plants.map(({ power }) => power));
  const free = evidence.powers.filter((one) =>
    one.members.length === 1 && !used.has(one) && !taken.powers.has(one) && isSolarPower(one) &&
    nameFit(evidence, one, "string_power") > AGAINST - 1
  );
  // Strings share their metric; the label of the string tells them apart.
  const families = Map.groupBy(free, ({ members: [one] }) => one!.candidate.metric);
  const fitting = [...families.values()].filter((family) => {
    const sum = addTraces(family.map((one) => [scaledMean(one), 1] as const));
    if (generation) {
      const { ratio, deviation } = proportion(generation, sum);
      return ratio > 0.95 && ratio < 1.2 && deviation < 0.12;
    }
    // Of an inverter that shows only counters, those are what the strings add up to.
    const agreed = counters.length === 1 &&
      agreement(sum, counters[0]!.rise, counters[0]!.step);
    return agreed && agreed.deviation < 0.15 && family.every((one) => isNamedString(evidence, one));
  });
  const fit = (family: readonly PowerSignal[]) =>
    Math.min(...family.map((one) => nameFit(evidence, one, "string_power"))) + 0.1 * family.length;
  return fitting.toSorted((a, b) => fit(b) - fit(a))[0] ?? [];
}

/** Proposals for the roles of the inverters. */
export function proposeGeneration(
  evidence: Evidence,
  plants: readonly Plant[],
  strings: readonly PowerSignal[],
): Proposal[] {
  if (plants.length === 0) return [];
  const proposals: Proposal[] = [];
  const isWhole = evidence.countings.every(({ power, direction }) =>
    direction === "negative" || power.members.length > 1 || !isSolarPower(power) ||
    plants.some((plant) =>
      plant.power !== null && (plant.power === power ||
        sameShape(plant.power, power))
    )
  );
  const add = (
    role: Proposal["role"],
    of: (plant: Plant) => readonly [PowerSignal | CounterSignal, ProposedSeries["unit"]] | null,
  ) => {
    const found = plants.map(of).filter((one) => one !== null);
    if (found.length === 0) return;
    const series = found.map(([{ members: [one] }, unit]) => ({ candidate: one!.candidate, unit }));
    const isPlainlyNamed = found.every(([one]) => nameFit(evidence, one, role) > 0);
    const isKnown = found.every(([one]) => nameFit(evidence, one, role) > 3);
    const isCounted = plants.every(({ countings }) => countings.length > 0);
    const reasons = [
      role === "generation_power" || role === "string_power"
        ? "active only while the sun is up"
        : "rises only while the sun is up",
      ...isCounted ? [countedText(plants)] : [],
      ...isPlainlyNamed ? ["its name says so"] : [],
      ...plants.every(({ isAnswered }) => isAnswered)
        ? ["the grid's power falls by as much as it rises"]
        : [],
    ];
    proposals.push({
      role,
      series,
      certainty: reasons.length >= 2 && (isCounted || isPlainlyNamed) &&
          (isKnown || (found.length === plants.length && (isPlainlyNamed || isWhole)))
        ? "proved"
        : "open",
      reasons,
      others: [],
    });
  };
  add("generation_power", ({ power, powerUnit }) => power && powerUnit ? [power, powerUnit] : null);
  add("yield_today", ({ today, units }) => today && [today, units.get(today)!]);
  add("yield_total", ({ total, units }) => total && [total, units.get(total)!]);
  if (strings.length > 0) {
    proposals.push({
      role: "string_power",
      series: strings.map((one) => ({
        candidate: one.members[0]!.candidate,
        unit: namedPowerUnit(evidence, one) ?? plausiblePowerUnits(one.size)[0] ?? "W",
      })),
      // One string of its own may as well be a sensor of the sun's light.
      certainty: strings.length > 1 || nameFit(evidence, strings[0]!, "string_power") > 0
        ? "proved"
        : "open",
      reasons: ["active only while the sun is up", "adds up to the power of the inverter"],
      others: [],
    });
  }
  return proposals;
}

/** The unit of a power that its name states. */
function namedPowerUnit(evidence: Evidence, power: PowerSignal): PowerUnit | null {
  const unit = namedUnit(evidence, power);
  return unit !== null && unit in POWER_UNITS ? unit as PowerUnit : null;
}

function countedText(plants: readonly Plant[]): string {
  const [{ ratio, units: [units], rise } = { ratio: 1, units: [["W", "kWh"] as const], rise: 0 }] =
    plants[0]!.countings;
  const [power, energy] = units!;
  const integral = rise / ratio * POWER_UNITS[power] / 1000;
  const counted = rise * ENERGY_UNITS[energy] / 1000;
  return `power adds up to ${integral.toFixed(1)} kWh while the counter rises by ${
    counted.toFixed(1)
  } kWh`;
}

/** Whether there is any generation at all. */
export function hasEnergy(power: Float64Array | null): power is Float64Array {
  return power !== null && mostOf(power) > 0;
}
