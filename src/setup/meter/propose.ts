/**
 * Proposals for the roles of the meter.
 *
 * @module
 */

import { type Counting, documentedSign, type Evidence, nameFit } from "../evidence.ts";
import { countingText, energyUnit, isPhase, type MeterReading, registerSeries } from "./reading.ts";
import type { Proposal, ProposedSeries } from "../proposal.ts";

/** Below this score, nothing speaks for a meter. */
const LEAST_SCORE = 0.3;

/** Proposals for the roles of the meter. */
export function proposeMeter(
  evidence: Evidence,
  readings: readonly MeterReading[],
): Proposal[] {
  const [best] = readings;
  // What a known source documents is shown even if the samples speak against it.
  const isKnown = best?.parts.every(({ power }) => documentedSign(evidence, power) !== null);
  if (!best || (best.score < LEAST_SCORE && !isKnown)) return [];
  const other = readings.find((one) => isOther(one, best));
  const isNamed = best.parts.every(({ power }) => nameFit(evidence, power, "grid_power") > 0);
  const isClear = best.score >= 1 && best.isSignProved && best.tests.length >= 2 &&
    !best.parts.some(({ power }) => isPhase(evidence, power)) &&
    (isNamed || best.isAnswering) &&
    (!other || best.score - other.score > 1);
  const proposals: Proposal[] = [{
    role: "grid_power",
    series: seriesOf(best),
    certainty: isClear ? "proved" : "open",
    reasons: best.tests,
    others: readings.filter((one) => isOther(one, best) && one.score > best.score - 4).slice(0, 4)
      .map(seriesOf),
  }];
  for (
    const [role, counting] of [
      ["import_energy", best.imports],
      ["export_energy", best.exports],
    ] as const
  ) {
    if (!counting) continue;
    proposals.push({
      role,
      series: registerSeries(counting.counter, energyUnit(evidence, counting, best.unit)),
      certainty: isClear && isSureRegister(evidence, counting, role) ? "proved" : "open",
      reasons: [
        countingText(
          counting,
          role === "import_energy" ? "drawn from the grid" : "fed into the grid",
        ),
        ...nameFit(evidence, counting.counter, role) > 0 ? ["its name says so"] : [],
      ],
      others: [],
    });
  }
  return proposals;
}

/** Whether a name or a close agreement over many stretches shows that a register is the meter's. */
function isSureRegister(
  evidence: Evidence,
  { counter, deviation, stretches }: Counting,
  role: "import_energy" | "export_energy",
): boolean {
  return nameFit(evidence, counter, role) > 0 || (deviation < 0.04 && stretches >= 24);
}

function isOther(one: MeterReading, best: MeterReading): boolean {
  return one !== best && JSON.stringify(seriesKeys(one)) !== JSON.stringify(seriesKeys(best));
}

function seriesKeys({ parts, unit }: MeterReading) {
  return parts.map(({ power, sign }) => [
    power.members.map(({ candidate }) => [candidate.metric, candidate.labels]),
    sign,
    unit,
  ]);
}

function seriesOf({ parts, unit }: MeterReading): ProposedSeries[] {
  return parts.flatMap(({ power, sign }) =>
    power.members.map(({ candidate }) => ({ candidate, unit, sign }))
  );
}
