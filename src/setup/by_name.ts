/**
 * Finds what the samples could not show, because it did not move or its steps are coarse: registers
 * and consumers whose names are plain.
 *
 * @module
 */

import type { Candidate } from "./candidates.ts";
import {
  type CounterSignal,
  type EnergyUnit,
  type Evidence,
  familyOf,
  namedUnit,
  nameFit,
  plausibleEnergyUnits,
  totalOf,
} from "./evidence.ts";
import { agreement, coarseAgreement } from "./physics.ts";
import type { Proposal } from "./proposal.ts";
import { ENERGY_UNITS, type SetupRole } from "./roles.ts";
import { SLOTS_PER_HOUR } from "./traces.ts";

/** What was recognised, never negative. `null` if unknown. [W] */
export interface KnownPowers {
  readonly imported: Float64Array | null;
  readonly exported: Float64Array | null;
  readonly generated: Float64Array | null;
}

/** Counters that can be found by name, with the fit that a name needs. */
const ROLES: readonly (readonly [SetupRole, number, keyof KnownPowers])[] = [
  ["import_energy", 2, "imported"],
  ["export_energy", 2, "exported"],
  ["yield_today", 2, "generated"],
  ["yield_total", 1, "generated"],
];

/**
 * Proposes counters whose names are plain for roles that have no proposal yet.
 *
 * @param taken Candidates of other proposals.
 */
export function proposeByName(
  evidence: Evidence,
  proposals: readonly Proposal[],
  known: KnownPowers,
  taken: ReadonlySet<Candidate>,
): Proposal[] {
  const free = evidence.counters.filter(({ members }) =>
    members.every(({ candidate }) => !taken.has(candidate))
  );
  return ROLES.flatMap(([role, least, energy]): Proposal[] => {
    if (proposals.some((one) => one.role === role)) return [];
    const fits = (one: CounterSignal) => nameFit(evidence, one, role);
    const kin = free.filter((one) =>
      one.members.length === 1 && one.isDaily === (role === "yield_today")
    );
    const fitting = kin.filter((one) => fits(one) >= least);
    const best = Math.max(...fitting.map(fits));
    const unnamed = kin.filter((one) => fits(one) > -1 && counts(one, known[energy]));
    const chosen = fitting.length > 0
      ? fitting.filter((one) => fits(one) === best)
      : unnamed.slice(0, 1);
    const units = chosen.map((one) => unitOf(one, energy)).filter((unit) => unit !== null);
    if (chosen.length === 0 || units.length < chosen.length) return [];
    const isNamed = fitting.length > 0, isRight = agrees(chosen, units, known[energy]);
    return [{
      role,
      series: chosen.map(({ members: [one] }, index) => ({
        candidate: one!.candidate,
        unit: units[index]!,
      })),
      certainty: isRight && isNamed ? "proved" : "open",
      reasons: [
        ...isNamed ? ["its name says so"] : [],
        ...isRight ? ["it rises by as much as the power adds up to"] : [],
      ],
      others: [],
    }];
  });

  function unitOf(one: CounterSignal, energy: keyof KnownPowers): EnergyUnit | null {
    const named = namedUnit(evidence, one);
    if (named !== null && named in ENERGY_UNITS) return named as EnergyUnit;
    return counts(one, known[energy]) ?? plausibleEnergyUnits(one.perDay)[0] ?? null;
  }
}

/** The unit in which a counter without a name counts a power; `null` if it does not. */
function counts({ rise, step, perDay }: CounterSignal, power: Float64Array | null) {
  if (!power) return null;
  return plausibleEnergyUnits(perDay).find((unit) => {
    const ratio = 1 / ENERGY_UNITS[unit], found = agreement(power, rise, step);
    return found
      ? found.deviation < MOST_DEVIATION && Math.abs(found.ratio / ratio - 1) < MOST_DIFFERENCE
      : coarseAgreement(power, rise, step, ratio) !== null;
  }) ?? null;
}

/** Most deviation of a counter, hour by hour, from a power whose samples are rare. */
const MOST_DEVIATION = 0.25;

/** Most deviation over the whole time. */
const MOST_DIFFERENCE = 0.12;

/**
 * Adds counters that belong to those found, but could not be compared: of further inverters that a
 * known source names alike and whose steps are coarse, and of a tariff that has hardly counted.
 */
export function withTwins(
  evidence: Evidence,
  proposals: readonly Proposal[],
  taken: ReadonlySet<Candidate>,
): Proposal[] {
  const free = evidence.counters.filter(({ members }) =>
    members.length === 1 && !taken.has(members[0]!.candidate)
  );
  const inverters = proposals.find(({ role }) => role === "generation_power")?.series.length ?? 0;
  return proposals.map((proposal) => {
    const { role, series: [first] } = proposal;
    const isRegister = role === "import_energy" || role === "export_energy";
    if (!isRegister && role !== "yield_today" && role !== "yield_total") return proposal;
    const most = Math.max(
      ...evidence.counters.filter(({ members }) => members[0]!.candidate === first!.candidate)
        .map(({ perDay }) => perDay),
    );
    const twins = free.filter(({ members: [one], perDay }) => {
      const { candidate } = one!;
      if (candidate.metric !== first!.candidate.metric) return false;
      const isKin = familyOf(candidate) === familyOf(first!.candidate);
      return isRegister
        ? isKin && perDay < 0.03 * most
        : evidence.nameOf(candidate).known?.role === role ||
          (isKin && proposal.series.length < inverters);
    });
    const { unit } = first!;
    return {
      ...proposal,
      series: [
        ...proposal.series,
        ...twins.map(({ members: [one] }) => ({ candidate: one!.candidate, unit })),
      ],
    };
  });
}

/** Whether counters rise by an energy, as far as their steps can show. */
function agrees(
  counters: readonly CounterSignal[],
  units: readonly EnergyUnit[],
  power: Float64Array | null,
): boolean {
  if (power === null) return false;
  const energy = totalOf(power) / SLOTS_PER_HOUR;
  let rise = 0, step = 0;
  counters.forEach((one, index) => {
    rise += totalOf(one.rise) * ENERGY_UNITS[units[index]!];
    step += one.step * ENERGY_UNITS[units[index]!];
  });
  // A counter that stands still may have steps of a kilowatt-hour.
  const coarse = 2 * (step > 0 ? step : 1000) * (energy > 0 || rise > 0 ? 1 : 0);
  return Math.abs(rise - energy) <= Math.max(0.12 * energy, Math.min(coarse, 2500));
}
