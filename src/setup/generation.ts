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
  familyOf,
  isSolarPower,
  mostOf,
  namedUnit,
  nameFit,
  plausibleEnergyUnits,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "./evidence.ts";
import { calmest } from "./balance.ts";
import { addTraces, agreement, dayShape, isSolar, responseTo } from "./physics.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "./roles.ts";
import { isInOutput } from "./storage.ts";
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
  /** Whether it looks like a second series of another one. */
  readonly isCopied: boolean;
}

/** What is taken by other roles. */
export interface Taken {
  readonly powers: ReadonlySet<PowerSignal>;
  readonly counters: ReadonlySet<CounterSignal>;
  /** Net import of the meter, where it is known. [W] */
  readonly net?: Float64Array;
  /** Power out of the battery. [W] */
  readonly discharge: Float64Array | null;
}

/** A solar power whose values are this close to another one's measures the same. */
const SAME = 0.12;

/** A name that speaks against a role this clearly excludes a series. */
const AGAINST = -1;

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
function isHybrid(power: PowerSignal, discharge: Float64Array | null, start: number): boolean {
  if (!discharge || isSolarPower(power) || power.members.length > 1) return false;
  if (!power.unit || totalOf(power.negative) > totalOf(power.positive)) return false;
  const most = mostOf(discharge), { watts } = power;
  if (!isInOutput(discharge, watts)) return false;
  // The battery loses some percent on its way.
  const sun = addTraces([[watts, 1], [discharge, -1]])
    .map((one) => one < 0.1 * most ? (Number.isNaN(one) ? NaN : 0) : one);
  return isSolar(dayShape(sun, start));
}

/** The inverters that make the consumption calmest. */
function inBalance(
  evidence: Evidence,
  plants: readonly Plant[],
  chosen: readonly Plant[],
  { net, discharge }: Taken,
): Plant[] {
  if (!net) return [...chosen];
  const fine = plants.filter(isFine).map((plant) => ({
    plant,
    watts: zeroFilled(wattsOf(plant)!),
  })).filter(({ watts }) => !raises(net, watts));
  const largest = fine.filter(({ plant }) => chosen.includes(plant))
    .sort((a, b) => totalOf(b.watts) - totalOf(a.watts))[0]?.plant;
  const parts = fine.map((one) => ({
    ...one,
    threshold: thresholdOf(evidence, one.plant, largest ?? one.plant),
  }));
  const start = parts.filter(({ plant }) => chosen.includes(plant));
  const coarse = chosen.filter((one) => !isFine(one));
  const isHybrid = discharge && isInOutput(
    discharge,
    addTraces(
      start.length > 0 ? start.map(({ watts }) => [watts, 1] as const) : [[discharge, 0]],
    ),
  );
  const rest = discharge && !isHybrid ? addTraces([[net, 1], [zeroFilled(discharge), 1]]) : net;
  // Beside an inverter whose counter is too coarse to follow the clouds, nothing is calm.
  if (coarse.length > 0) return [...chosen];
  return calmest(rest, parts, start).map(({ plant }) => plant);
}

/** Whether the grid's power clearly rises with a power: a wallbox that runs while the sun shines. */
function raises(net: Float64Array, watts: Float64Array): boolean {
  const response = responseTo(net, watts, 6);
  return response !== null && response.slope - 2 * response.error > 0.3;
}

/** How much calmer the consumption must be with an inverter; below 0 if it is known otherwise. */
function thresholdOf(evidence: Evidence, plant: Plant, largest: Plant): number {
  const { power, countings, isCopied, total, today } = plant, counter = total ?? today;
  if (power && nameFit(evidence, power, "generation_power") > 0) return -2;
  if (!power && counter && isNamedCounter(evidence, counter)) return -2;
  const isCounted = !power || (countings.length > 0 && !isCopied);
  if (!isCounted) return 0.02;
  if (plant === largest) return -0.3;
  // A second inverter under the same name is one, even if the days were too clear to show it.
  return power && largest.power && isSibling(power, largest.power) ? -0.15 : 0.01;
}

/** Whether it shows how the power changes from one slot to the next. */
function isFine({ power, total, today, units }: Plant): boolean {
  if (power) return true;
  const counter = today ?? total, unit = counter && units.get(counter);
  return !!counter && !!unit && counter.step * ENERGY_UNITS[unit] <= FINE_STEP;
}

/** Step of a counter that shows the power in a slot of five minutes well enough. [Wh] */
const FINE_STEP = 12;

/** Power of an inverter by its power or, where it shows none, its counter. [W] */
function wattsOf({ power, powerUnit, total, today, units }: Plant): Float64Array | null {
  if (power && powerUnit) return addTraces([[power.mean, POWER_UNITS[powerUnit]]]);
  const counter = today ?? total, unit = counter && units.get(counter);
  return counter && unit ? addTraces([[counter.rise, ENERGY_UNITS[unit] * SLOTS_PER_HOUR]]) : null;
}

function zeroFilled(values: Float64Array): Float64Array {
  return values.map((one) => Number.isNaN(one) ? 0 : one);
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
  const { ratio, deviation } = proportion(a.watts, b.watts);
  return Math.abs(ratio - 1) < SAME && deviation < 0.1;
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

/** Whether the names of two powers differ in a number only. */
function isSibling({ members: [one] }: PowerSignal, { members: [other] }: PowerSignal): boolean {
  return one!.candidate.metric === other!.candidate.metric &&
    familyOf(one!.candidate) === familyOf(other!.candidate);
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

function isSure(evidence: Evidence, { power, countings }: Plant): boolean {
  return countings.length > 0 ||
    (power !== null && nameFit(evidence, power, "generation_power") > 0);
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

/** Power of all inverters together, by their powers or, where they show none, their counters. [W] */
export function generationOf(plants: readonly Plant[]): Float64Array | null {
  const all = plants.flatMap((plant) => wattsOf(plant) ?? []);
  // An inverter that is silent generates nothing.
  return all.length === 0 ? null : addTraces(all.map((watts) => [zeroFilled(watts), 1]));
}

/** Strings of the inverters: solar powers that add up to a little more than the inverters' power. */
export function findStrings(
  evidence: Evidence,
  plants: readonly Plant[],
  taken: Taken,
): PowerSignal[] {
  const isPowered = plants.some(({ power }) => power !== null);
  const generation = isPowered ? sunOf(generationOf(plants)!, taken.discharge) : null;
  const counters = plants.flatMap(({ total, today }) => total ?? today ?? []);
  const used = new Set(plants.map(({ power }) => power));
  const free = evidence.powers.filter((one) =>
    one.members.length === 1 && !used.has(one) && !taken.powers.has(one) && isSolarPower(one) &&
    nameFit(evidence, one, "string_power") > AGAINST - 1
  );
  // Strings share their metric; the label of the string tells them apart.
  const families = Map.groupBy(free, ({ members: [one] }) => one!.candidate.metric);
  const fitting = [...families.values()].filter((family) => {
    const sum = addTraces(family.map((one) => [one.watts, 1] as const));
    if (generation) {
      const { ratio, deviation } = proportion(generation, sum);
      return ratio > 0.95 && ratio < 1.2 && deviation < 0.12;
    }
    // An inverter may have only counters; the strings then add up to those.
    const agreed = counters.length === 1 &&
      agreement(sum, counters[0]!.rise, counters[0]!.step);
    return agreed && agreed.deviation < 0.15 && family.every((one) => isNamedString(evidence, one));
  });
  const fit = (family: readonly PowerSignal[]) =>
    Math.min(...family.map((one) => nameFit(evidence, one, "string_power"))) + 0.1 * family.length;
  return fitting.toSorted((a, b) => fit(b) - fit(a))[0] ?? [];
}

/** What the panels give: of the output of a hybrid inverter, the part that is not the battery's. */
export function sunOf(generation: Float64Array, discharge: Float64Array | null): Float64Array {
  return discharge && isInOutput(discharge, generation)
    ? addTraces([[generation, 1], [discharge, -1]]).map((one) => one < 0 ? 0 : one)
    : generation;
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
  // Of inverters under one name, none is left out without a question.
  const hasLeftOut = evidence.powers.some((power) =>
    power.members.length === 1 && !isNamedString(evidence, power) &&
    (isSolarPower(power) || nameFit(evidence, power, "generation_power") > 0) &&
    !strings.includes(power) && plants.every((plant) => plant.power !== power) &&
    plants.some((plant) => plant.power && isSibling(plant.power, power))
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
    // Without a name, a wallbox and some counter may agree by chance; the grid tells.
    const isAnswered = plants.some((one) => one.isAnswered);
    const reasons = [
      role === "generation_power" || role === "string_power"
        ? "it is active only while the sun is up"
        : "it rises only while the sun is up",
      ...isCounted ? [countedText(plants)] : [],
      ...isPlainlyNamed ? ["its name says so"] : [],
      ...plants.every(({ isAnswered }) => isAnswered)
        ? ["the grid's power falls by as much as it rises"]
        : [],
    ];
    proposals.push({
      role,
      series,
      certainty:
        !hasLeftOut && reasons.length >= 2 && ((isCounted && isAnswered) || isPlainlyNamed) &&
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
        unit: one.unit ?? "W",
      })),
      // One string of its own may as well be a sensor of the sun's light.
      certainty: strings.length > 1 || nameFit(evidence, strings[0]!, "string_power") > 0
        ? "proved"
        : "open",
      reasons: ["it is active only while the sun is up", "it adds up to the power of the inverter"],
      others: [],
    });
  }
  return proposals;
}

function countedText(plants: readonly Plant[]): string {
  const [{ ratio, units: [units], rise } = { ratio: 1, units: [["W", "kWh"] as const], rise: 0 }] =
    plants[0]!.countings;
  const [power, energy] = units!;
  const integral = rise / ratio * POWER_UNITS[power] / 1000;
  const counted = rise * ENERGY_UNITS[energy] / 1000;
  return `the power adds up to ${integral.toFixed(1)} kWh while the counter rises by ${
    counted.toFixed(1)
  } kWh`;
}

/** Whether there is any generation at all. */
export function hasEnergy(power: Float64Array | null): power is Float64Array {
  return power !== null && mostOf(power) > 0;
}
