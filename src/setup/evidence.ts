/**
 * Everything that is known about the candidates: what their names say, and which counter counts which
 * power.
 *
 * @module
 */

import type { Candidate } from "./candidates.ts";
import {
  addTraces,
  type Agreement,
  agreement,
  coarseAgreement,
  type DayShape,
  dayShape,
  isSolar,
} from "./physics.ts";
import { ENERGY_UNITS, POWER_UNITS, type SetupRole, type SetupUnit, type Sign } from "./roles.ts";
import { recognise, type Recognised } from "./sources.ts";
import type { CounterTrace, LevelTrace, PowerTrace, Traces } from "./traces.ts";
import { fitOf, type Thing, thingsIn, unitIn } from "./words.ts";

/** What a candidate's name and labels say. */
export interface Named {
  /** What a known source means by the name. */
  readonly known: Recognised | null;
  /** Things that its words name. */
  readonly things: ReadonlySet<Thing>;
  /** Unit that the name states. */
  readonly unit: SetupUnit | null;
}

/** One power, or several series of one meter that are added, such as phases. */
export interface PowerSignal {
  readonly members: readonly PowerTrace[];
  readonly positive: Float64Array;
  readonly negative: Float64Array;
  readonly mean: Float64Array;
  readonly size: number;
  /** Its unit by name and size; `null` if no unit makes it a power of a house. */
  readonly unit: PowerUnit | null;
  /** Mean in that unit. [W] */
  readonly watts: Float64Array;
  /** Shape of its positive part. */
  readonly shape: DayShape | null;
}

/** One counter, or several registers that are added, such as tariffs. */
export interface CounterSignal {
  readonly members: readonly CounterTrace[];
  readonly rise: Float64Array;
  readonly step: number;
  /** Whether it starts again at zero about once a day. */
  readonly isDaily: boolean;
  /** Rise per day. */
  readonly perDay: number;
  readonly shape: DayShape | null;
}

/** A counter that counts one direction of a power. */
export interface Counting extends Agreement {
  readonly power: PowerSignal;
  readonly direction: "positive" | "negative";
  readonly counter: CounterSignal;
  /** Units that make the ratio right, the most plausible first. */
  readonly units: readonly (readonly [power: PowerUnit, energy: EnergyUnit])[];
}

/** Unit of a power. */
export type PowerUnit = keyof typeof POWER_UNITS;
/** Unit of an energy. */
export type EnergyUnit = keyof typeof ENERGY_UNITS;

/** All that the tests need. */
export interface Evidence {
  /** Start of the first slot. [ms] */
  readonly start: number;
  readonly powers: readonly PowerSignal[];
  readonly counters: readonly CounterSignal[];
  readonly levels: readonly LevelTrace[];
  /** Which counter counts which power; the best agreement first. */
  readonly countings: readonly Counting[];
  nameOf(candidate: Candidate): Named;
}

/** Most deviation of a counter from the energy that it counts. */
const AGREES = 0.12;

/** How far a ratio may be from the one that the units give. */
const RATIO = 0.12;

/** A power that is read every quarter of an hour agrees well only over the whole time. */
const AGREES_ROUGHLY = 0.25, CLOSE_RATIO = 0.05;

/** Gathers the evidence in the traces. */
export function gatherEvidence(traces: Traces): Evidence {
  const { start } = traces;
  const names = new Map<Candidate, Named>();
  const nameOf = (candidate: Candidate) => {
    const known = names.get(candidate);
    if (known) return known;
    const named: Named = {
      known: recognise(candidate),
      things: thingsIn(candidate.words),
      unit: unitIn(candidate.words),
    };
    names.set(candidate, named);
    return named;
  };
  const sizes = new Map<string, number>();
  for (const { candidate: { metric }, size } of traces.powers) {
    sizes.set(metric, Math.max(size, sizes.get(metric) ?? 0));
  }
  const powerSignal = (members: readonly PowerTrace[]): PowerSignal => {
    const [only] = members, whole = members.length === 1 ? only! : sumOf(members);
    const named = namedUnit({ nameOf }, { members });
    const possible = plausiblePowerUnits(whole.size);
    // Series of one metric have one unit, whatever the size of each.
    const likely = plausiblePowerUnits(sizes.get(only!.candidate.metric)!)[0] ?? null;
    const unit = possible.find((one) => one === named) ??
      possible.find((one) => one === likely) ?? possible[0] ?? null;
    return {
      ...whole,
      members,
      unit,
      watts: whole.mean.map((one) => one * (unit ? POWER_UNITS[unit] : 1)),
      shape: dayShape(whole.positive, start),
    };
  };
  const singles = traces.powers.map((trace) => powerSignal([trace]));
  const single = traces.counters.map((trace) => counterSignal([trace], start));
  const powers = [
    ...singles,
    ...familiesOf(traces.powers).filter(({ length }) => length === 3)
      .map((family) => powerSignal(family)),
  ];
  const counters = [
    ...single,
    ...familiesOf(traces.counters).filter(({ length }) => length === 2)
      .map((family) => counterSignal(family, start)),
  ];
  return { start, powers, counters, levels: traces.levels, nameOf, countings: match() };

  function match(): Counting[] {
    return rankCountings(powers.flatMap((power) => [
      ...countingsOf(power, "positive", counters),
      ...countingsOf(power, "negative", counters),
    ]));
  }
}

/** Counters that count a direction of a power, the best agreement first. */
export function countingsOf(
  power: PowerSignal,
  direction: "positive" | "negative",
  counters: readonly CounterSignal[],
): Counting[] {
  const energy = power[direction];
  if (!(mostOf(energy) > 0.01 * power.size)) return [];
  return rankCountings(counters.flatMap((counter) => {
    const agreed = agreement(energy, counter.rise, counter.step) ?? coarse(counter);
    if (!agreed || agreed.deviation > AGREES_ROUGHLY) return [];
    const isClose = agreed.deviation <= AGREES;
    const units = unitsFor(agreed.ratio, isClose ? RATIO : CLOSE_RATIO, power, counter);
    return units.length > 0 ? [{ ...agreed, power, direction, counter, units }] : [];
  }));

  /** A counter that counts a few steps a day: its units must be known before it can be compared. */
  function coarse(counter: CounterSignal): Agreement | null {
    const ratios = plausiblePowerUnits(power.size).flatMap((ofPower) =>
      plausibleEnergyUnits(counter.perDay).map((ofEnergy) =>
        POWER_UNITS[ofPower] / ENERGY_UNITS[ofEnergy]
      )
    );
    const found = [...new Set(ratios)].flatMap((ratio) =>
      coarseAgreement(energy, counter.rise, counter.step, ratio) ?? []
    );
    return found.sort((a, b) => a.deviation - b.deviation)[0] ?? null;
  }
}

/** A sum is preferred to a part that fits as well: the other tariff may hardly have counted so far. */
function rankCountings(found: Counting[]): Counting[] {
  const rank = ({ deviation, counter, power }: Counting) =>
    deviation - 0.02 * (counter.members.length + power.members.length);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Units whose ratio is the found one. Only units that the sizes allow are considered. */
function unitsFor(ratio: number, most: number, power: PowerSignal, counter: CounterSignal) {
  return plausiblePowerUnits(power.size).flatMap((ofPower) =>
    plausibleEnergyUnits(counter.perDay).flatMap((ofEnergy) => {
      const expected = POWER_UNITS[ofPower] / ENERGY_UNITS[ofEnergy];
      return Math.abs(ratio / expected - 1) <= most ? [[ofPower, ofEnergy] as const] : [];
    })
  );
}

/** Greatest power of a device of a house, from a well-fed battery house's import to a large connection. [W] */
const POWERS = [5, 60_000] as const;

/** What most greatest powers of a house are near to. [W] */
const USUAL_POWER = 3000;

/** Units in which a power of this size is one of a house, the most plausible first. */
function plausiblePowerUnits(size: number): PowerUnit[] {
  const farness = (unit: PowerUnit) => Math.abs(Math.log(size * POWER_UNITS[unit] / USUAL_POWER));
  return (Object.keys(POWER_UNITS) as PowerUnit[]).filter((unit) =>
    size * POWER_UNITS[unit] >= POWERS[0] && size * POWER_UNITS[unit] <= POWERS[1]
  ).sort((a, b) => farness(a) - farness(b));
}

/** Energy a day of a device of a house. [Wh] */
const ENERGIES = [10, 300_000] as const;

/** Units in which a counter that rises by this much a day is one of a house. */
export function plausibleEnergyUnits(perDay: number): EnergyUnit[] {
  return (["kWh", "Wh", "mWh", "J"] as const).filter((unit) =>
    perDay * ENERGY_UNITS[unit] >= ENERGIES[0] && perDay * ENERGY_UNITS[unit] <= ENERGIES[1]
  );
}

function sumOf(members: readonly PowerTrace[]) {
  const mean = addTraces(members.map((one) => [one.mean, 1] as const));
  return {
    mean,
    positive: mean.map((one) => one < 0 ? 0 : one),
    negative: mean.map((one) => one > 0 ? 0 : -one),
    size: Math.max(mostOf(mean), mostOf(mean.map((one) => -one))),
  };
}

function counterSignal(members: readonly CounterTrace[], start: number): CounterSignal {
  const rise = addTraces(members.map((one) => [one.rise, 1] as const));
  let known = 0, sum = 0, resets = 0;
  for (const one of rise) {
    if (Number.isNaN(one)) continue;
    known++;
    sum += one;
  }
  for (const one of members) resets += one.resets;
  const days = known / 288;
  return {
    members,
    rise,
    step: Math.max(...members.map(({ step }) => step)),
    isDaily: members.length === 1 && resets >= Math.max(1, 0.5 * (days - 1)),
    perDay: days > 0 ? sum / days : 0,
    shape: dayShape(rise, start),
  };
}

/** Words by which the phases or tariffs of one meter differ. */
const PART =
  /(?<= |^)(?:\d|[abc]|l[123]|p[123]|t[12]|phase ?[123abc]|tariff ?[12]|tarif ?[12]|high|low|ht|nt|peak|offpeak|hochtarif|niedertarif|normal|dal)(?= |$)/g;

/** What a candidate has in common with the other phases or tariffs of its meter. */
export function familyOf({ words }: Candidate): string {
  return words.replace(PART, "#");
}

/** Traces that differ in the number of a phase or tariff only. */
function familiesOf<Trace extends { readonly candidate: Candidate }>(
  traces: readonly Trace[],
): Trace[][] {
  const families = Map.groupBy(traces, ({ candidate }) => familyOf(candidate));
  return [...families].flatMap(([key, family]) => key.includes("#") ? [family] : []);
}

/** Whether a power is generated by the sun. */
export function isSolarPower({ shape, positive, negative }: PowerSignal): boolean {
  return isSolar(shape) && mostOf(negative) < 0.1 * mostOf(positive);
}

/** How well the names of a signal fit a role; the least of its members counts. */
export function nameFit(
  { nameOf }: Evidence,
  { members }: PowerSignal | CounterSignal,
  role: SetupRole,
): number {
  return Math.min(...members.map(({ candidate }) => {
    const { known, things } = nameOf(candidate);
    if (known) return known.role === role ? 4 : -4;
    return fitOf(role, things);
  }));
}

/** The unit that a name states, from the candidates of a signal; `null` if they differ or none does. */
export function namedUnit(
  { nameOf }: Pick<Evidence, "nameOf">,
  { members }: { readonly members: readonly { readonly candidate: Candidate }[] },
): SetupUnit | null {
  const units = new Set(members.map(({ candidate }) => {
    const { known, unit } = nameOf(candidate);
    return known?.unit ?? unit;
  }));
  return units.size === 1 ? [...units][0]! : null;
}

/** The sign that a known source documents. */
export function documentedSign({ nameOf }: Evidence, { members }: PowerSignal): Sign | null {
  const signs = new Set(members.map(({ candidate }) => nameOf(candidate).known?.sign ?? null));
  return signs.size === 1 ? [...signs][0]! : null;
}

/** The greatest value. */
export function mostOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** The sum of the known values. */
export function totalOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}
