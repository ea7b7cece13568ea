/**
 * What the samples of a household say against its household file.
 *
 * Numbers that agree with each other may still be wrong together: a reversed sign, another unit or a
 * consumer taken for the meter. So each number is held against a second one: power against registers,
 * the power of the night against what a night allows, steps of generation against steps of the grid,
 * series against each other, and the inverter's days against the sun's.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import type { Period } from "../time.ts";
import { wrongBattery } from "./contradictions/battery.ts";
import { wrongDirection } from "./contradictions/directions.ts";
import { type Contradiction, gather, type Known } from "./contradictions/facts.ts";
import { consumerAsGeneration, sameSeries } from "./contradictions/generation.ts";
import { consumersInList, wrongShare } from "./contradictions/meters.ts";
import { unboundBattery } from "./contradictions/unbound_battery.ts";
import { wrongUnits } from "./contradictions/units.ts";
import { wrongZone } from "./contradictions/zone.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";

/** The notice for people. */
export function contradictionNotice({ says, mend }: Contradiction): string {
  return `${says}. Correct the household file: ${mend}`;
}

/**
 * Finds contradictions on some days. They are judged together, because one day of noise proves nothing.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function contradictionsOf(
  days: readonly Period[],
  signals: HouseholdSignals,
  known: Known,
): Contradiction[] {
  const facts = gather(days, signals, known);
  const same = sameSeries(facts);
  // A power that is the grid's own says nothing about the sign or the generation.
  const units = wrongUnits(facts);
  const hasWrongUnit = (...roles: Role[]) => units.some(({ role }) => roles.includes(role));
  const direction = same.length > 0 || hasWrongUnit("grid_power", "import_energy", "export_energy")
    ? []
    : wrongDirection(facts);
  const lists = same.length > 0 ? [] : consumersInList(facts);
  const parts = [...same, ...units, ...direction, ...lists].length > 0 ? [] : wrongShare(facts);
  const generation = [...same, ...direction].length > 0 || hasWrongUnit("generation_power")
    ? []
    : consumerAsGeneration(facts);
  // A hybrid inverter with a reversed battery seems to generate at night.
  const battery = wrongBattery(facts, known.battery);
  const isGeneration = [...same, ...generation, ...battery].length === 0 &&
    !hasWrongUnit("generation_power");
  const zone = wrongZone(facts, isGeneration);
  const isMeterRight = [...same, ...units, ...direction, ...lists, ...parts].length === 0;
  const unbound = [...same, ...units].length > 0
    ? []
    : unboundBattery(facts, { isMeterRight, isPlaceRight: zone.length === 0 });
  return [same, units, direction, lists, parts, generation, zone, unbound, battery].flat();
}
