/**
 * Finds the strings of the inverters.
 *
 * @module
 */

import { type Evidence, isSolarPower, nameFit, type PowerSignal } from "../evidence.ts";
import { proportion } from "./likeness.ts";
import { addTraces, agreement } from "../physics.ts";
import { AGAINST, generationOf, isNamedString, type Plant, sunOf, type Taken } from "./plant.ts";

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
