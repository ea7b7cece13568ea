/**
 * Proposals for the roles of the inverters.
 *
 * @module
 */

import {
  type CounterSignal,
  type Evidence,
  isSolarPower,
  nameFit,
  type PowerSignal,
} from "../evidence.ts";
import { isSibling, sameShape } from "./likeness.ts";
import { isNamedString, type Plant } from "./plant.ts";
import type { Proposal, ProposedSeries } from "../proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "../roles.ts";

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
        ? ["grid power falls by as much as this rises"]
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
