/**
 * Finds large consumers with series of their own. Samples cannot tell a heat pump from a wallbox, so
 * their names decide.
 *
 * @module
 */

import {
  type CounterSignal,
  type EnergyUnit,
  type Evidence,
  nameFit,
  plausibleEnergyUnits,
  type PowerSignal,
  type PowerUnit,
} from "./evidence.ts";
import { consumersOf } from "./meter/possible_consumers.ts";
import { containment } from "./physics.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "./roles.ts";
import { consumerName } from "./words.ts";

/** A consumer: its power and the counter that counts it. */
interface Consumer {
  readonly name: string;
  readonly power: PowerSignal | null;
  readonly counter: CounterSignal | null;
  readonly series: {
    readonly power: ProposedSeries | null;
    readonly energy: ProposedSeries | null;
  };
  readonly isCounted: boolean;
  readonly isNamed: boolean;
}

/**
 * Proposals for consumers that are not taken by other roles.
 *
 * @param load Consumption of the house, where it is known. [W]
 */
export function proposeConsumers(
  evidence: Evidence,
  taken: ReadonlySet<unknown>,
  load: Float64Array | null,
): Proposal[] {
  const consumers = new Map<string, Consumer>();
  for (const power of evidence.powers) {
    const [one] = power.members;
    if (power.members.length > 1 || taken.has(one!.candidate)) continue;
    if (nameFit(evidence, power, "consumer_power") <= 0) continue;
    const name = consumerName(one!.candidate.words);
    const named = evidence.nameOf(one!.candidate).unit;
    const unit = power.unit ??
      (power.size === 0 && named !== null && named in POWER_UNITS ? named as PowerUnit : undefined);
    if (!name || !unit || consumers.has(name)) continue;
    const counting = evidence.countings.find((found) =>
      found.power === power && found.direction === "positive" && !found.counter.isDaily &&
      found.counter.members.length === 1 && !taken.has(found.counter.members[0]!.candidate)
    );
    const energy = counting?.units.find(([ofPower]) => ofPower === unit)?.[1];
    consumers.set(name, {
      name,
      power,
      counter: counting?.counter ?? null,
      isCounted: energy !== undefined,
      isNamed: true,
      series: {
        power: { candidate: one!.candidate, unit, name },
        energy: counting && energy
          ? { candidate: counting.counter.members[0]!.candidate, unit: energy, name }
          : null,
      },
    });
  }
  for (const counter of evidence.counters) {
    const [one] = counter.members;
    if (counter.members.length > 1 || counter.isDaily || taken.has(one!.candidate)) continue;
    if (nameFit(evidence, counter, "consumer_energy") <= 0) continue;
    const name = consumerName(one!.candidate.words);
    const named = evidence.nameOf(one!.candidate).unit;
    const units = plausibleEnergyUnits(counter.perDay);
    const unit = units.find((unit) => unit === named) ?? units[0] ??
      (counter.perDay === 0 && named !== null && named in ENERGY_UNITS
        ? named as EnergyUnit
        : undefined);
    if (!name || !unit) continue;
    const same = consumers.get(name);
    if (same?.series.energy) continue;
    const energy = { candidate: one!.candidate, unit, name };
    // The counter of a consumer that was not used has nothing to be compared with.
    consumers.set(name, {
      ...same,
      name,
      power: same?.power ?? null,
      counter,
      isCounted: false,
      isNamed: true,
      series: { power: same?.series.power ?? null, energy },
    });
  }
  addUnnamed();
  const all = [...consumers.values()];
  return (["power", "energy"] as const).flatMap((kind): Proposal[] => {
    const series = all.flatMap((one) => one.series[kind] ?? []);
    if (series.length === 0) return [];
    const isCounted = all.every((one) => one.isCounted);
    return [{
      role: kind === "power" ? "consumer_power" : "consumer_energy",
      series,
      certainty: isCounted ? "proved" : "open",
      reasons: [
        ...all.every((one) => one.isNamed) ? ["its name says so"] : [],
        ...all.some((one) => !one.isNamed) && load
          ? ["the consumption rises and falls with it"]
          : [],
        ...isCounted ? ["its power and its counter agree"] : [],
      ],
      others: [],
    }];
  });

  /** Powers that the consumption contains, whatever they are called: a person says what they are. */
  function addUnnamed(): void {
    for (const { power, unit, watts } of consumersOf(evidence, new Set())) {
      const { candidate } = power.members[0]!;
      if (isTaken(candidate) || nameFit(evidence, power, "consumer_power") <= -1) continue;
      const counting = evidence.countings.find((one) =>
        one.power === power && one.direction === "positive" && !one.counter.isDaily &&
        one.counter.members.length === 1 && !isTaken(one.counter.members[0]!.candidate) &&
        nameFit(evidence, one.counter, "consumer_energy") > -1
      );
      const found = load && containment(load, watts);
      // A counter alone shows that it is a device; that of a neighbour's meter would count, too.
      if (found === "none" || !(found === "whole" || counting)) continue;
      const name = `consumer_${consumers.size + 1}`;
      const [ofPower, ofEnergy] = counting?.units[0] ?? [unit];
      consumers.set(name, {
        name,
        power,
        counter: counting?.counter ?? null,
        isCounted: false,
        isNamed: false,
        series: {
          power: { candidate, unit: ofPower, name },
          energy: counting && ofEnergy
            ? { candidate: counting.counter.members[0]!.candidate, unit: ofEnergy, name }
            : null,
        },
      });
    }
  }

  function isTaken(candidate: unknown): boolean {
    return taken.has(candidate) ||
      [...consumers.values()].some(({ series }) =>
        series.power?.candidate === candidate || series.energy?.candidate === candidate
      );
  }
}
