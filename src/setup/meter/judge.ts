/**
 * Judges one reading of what the meter is: each test votes for it or against it.
 *
 * @module
 */

import {
  type Counting,
  countingsOf,
  documentedSign,
  type Evidence,
  mostOf,
  nameFit,
} from "../evidence.ts";
import {
  countingText,
  isPhase,
  isSigned,
  type MeterContext,
  type MeterReading,
} from "./reading.ts";
import {
  addTraces,
  containment,
  HALF_HOUR,
  meansOf,
  negativeShare,
  responseTo,
} from "../physics.ts";
import type { Consumer } from "./possible_consumers.ts";
import { ENERGY_UNITS, POWER_UNITS } from "../roles.ts";

/** The response of a grid without battery is −1; a battery takes a part. */
const RESPONSE = [-1.25, -0.35] as const;

export function judgeMeter(
  evidence: Evidence,
  { generation, discharge, supply }: MeterContext,
  possible: readonly Consumer[],
  parts: MeterReading["parts"],
): MeterReading {
  const [first] = parts;
  // The larger direction shows the unit: a battery house may hardly draw anything.
  const unit = parts.map(({ power }) => power).sort((a, b) => b.size - a.size)[0]!.unit ?? "W";
  const net = addTraces(parts.map(({ power, sign }) =>
    [
      power.mean,
      (sign === "import_positive" ? 1 : -1) * POWER_UNITS[unit],
    ] as const
  ));
  const best = (direction: "import" | "export") =>
    evidence.countings.find((one) =>
      !one.counter.isDaily &&
      isBestFor(evidence, one, direction === "import" ? "import_energy" : "export_energy") &&
      nameFit(evidence, one.counter, direction === "import" ? "import_energy" : "export_energy") >
        -1 &&
      parts.some(({ power, sign }) => {
        const isForward = (sign === "import_positive") === (direction === "import");
        return one.power === power && (one.direction === "positive") === isForward &&
          one.units.some(([ofPower]) => ofPower === unit);
      })
    ) ?? countNet(direction);
  // Of phases, the meter counts what is left after they cancel.
  function countNet(direction: "import" | "export"): Counting | null {
    if (parts.length === 1 || nameFit(evidence, first!.power, "grid_power") <= 0) return null;
    const factor = (direction === "import" ? 1 : -1) / POWER_UNITS[unit];
    const energy = net.map((one) => one * factor < 0 ? 0 : one * factor);
    const power = { ...first!.power, positive: energy };
    return countingsOf(power, "positive", evidence.counters).find(({ counter, units }) =>
      !counter.isDaily && units.some(([ofPower]) => ofPower === unit) &&
      nameFit(evidence, counter, `${direction}_energy`) > 0
    ) ?? null;
  }
  const imports = best("import"), exports = best("export");
  const response = supply && responseTo(net, supply);
  const tests: string[] = [];
  let score = 0, isAnswering = false;
  const vote = (weight: number, test?: string) => {
    score += weight;
    if (test !== undefined && weight > 0) tests.push(test);
  };
  // A register that is named after its direction speaks for the sign, too.
  const weigh = (one: Counting, role: "import_energy" | "export_energy", what: string) =>
    vote(
      3 - 10 * one.deviation + 0.7 * nameFit(evidence, one.counter, role),
      countingText(one, what),
    );
  if (imports) weigh(imports, "import_energy", "drawn from the grid");
  if (exports) weigh(exports, "export_energy", "fed into the grid");
  if (response && response.error < 0.2) {
    const { slope } = response;
    if (slope >= RESPONSE[0] && slope <= RESPONSE[1]) {
      isAnswering = slope < -0.5;
      vote(
        2.5 - Math.abs(slope + 1),
        `it falls by ${Math.round(-slope * 100)} W when the inverter gives 100 W more`,
      );
    } else if (slope > 0.2) vote(-3);
    else if (slope > -0.15 && response.error < 0.05) vote(discharge ? -1 : -3);
    else if (slope - 2 * response.error > -0.3 && !discharge) vote(-1.5);
  }
  const load = supply ? addTraces([[supply, 1], [net, 1]]) : net,
    size = first!.power.size * POWER_UNITS[unit];
  // Devices that write at different times agree in longer means only.
  const below = negativeShare(meansOf(load, HALF_HOUR), 0.03 * size + 30);
  if (below > 0.08) vote(-4);
  else if (below < 0.01 && generation && negativeShare(net, 0) > 0.01) {
    vote(1, "with the inverter's power added, the consumption is never below zero");
  }
  const byDay = generation && !discharge ? exportByDay(net, generation) : null;
  if (byDay !== null) {
    vote(byDay > 0.97 ? 2 : byDay < 0.6 ? -2 : 0, "it feeds in only while the sun is up");
  }
  const own = new Set(parts.flatMap(({ power }) => power.members));
  const consumers = possible
    .filter(({ power }) => !power.members.some((one) => own.has(one)))
    .filter(({ watts }) => containment(load, watts) === "whole");
  if (consumers.length > 0) {
    vote(1.2 * Math.min(2, consumers.length), "it rises and falls with a large consumer");
  }
  const atNight = generation && nightBalance(net, generation);
  const isDrawing = atNight !== null && discharge === null && atNight > 0.9;
  if (isDrawing) vote(1, "the house draws power at night");
  else if (atNight !== null && discharge === null && atNight < 0.3) vote(-3);
  const fits = parts.map(({ power }) => nameFit(evidence, power, "grid_power"));
  const fit = Math.min(...fits);
  // Two powers that happen to take turns are a meter only if their names say so.
  if (parts.length === 2 && fit <= 0) vote(-5);
  if (parts.some(({ power }) => isPhase(evidence, power))) vote(-1.5);
  // Only a single device draws nothing for hours; a house has a standby consumption.
  if (!supply && fit <= 0 && idleShare(net) > MOST_IDLE) vote(-2);
  vote(fit, fit > 0 ? "its name says so" : undefined);
  const signs = parts.map(({ power }) => documentedSign(evidence, power));
  if (signs.every((sign) => sign !== null)) {
    const isAsDocumented = parts.every(({ sign }, index) => sign === signs[index]);
    vote(
      isAsDocumented ? 1.5 : -1.5,
      isAsDocumented ? "this source documents its sign" : undefined,
    );
  }
  const isNamedRegister = [[imports, "import_energy"], [exports, "export_energy"]] as const;
  const isSignProved = isAnswering || isDrawing || (byDay ?? 0) > 0.97 ||
    signs.every((sign) => sign !== null) ||
    parts.every(({ power }) => !isSigned(power)) ||
    isNamedRegister.some(([one, role]) => one && nameFit(evidence, one.counter, role) > 1);
  // The whole meter, not a phase of it; a large power, not a small device.
  vote(0.2 * Math.log10(1 + meanOf(net)));
  if (first!.power.members.length > 1) vote(0.3);
  return { parts, unit, net, imports, exports, response, isAnswering, isSignProved, tests, score };
}

/** Share of the fed-in energy that flows while panels generate; `null` if hardly anything is fed in. */
function exportByDay(net: Float64Array, generation: Float64Array): number | null {
  const most = mostOf(generation);
  let all = 0, byDay = 0, drawn = 0;
  for (let slot = 0; slot < net.length; slot++) {
    const now = net[slot]!;
    if (now > 0) drawn += now;
    if (!(now < 0)) continue;
    all -= now;
    if (generation[slot]! > 0.01 * most) byDay -= now;
  }
  return all > 0.01 * (all + drawn) ? byDay / all : null;
}

/** Whether the counter agrees with no other power clearly better, as a yield counter would. */
function isBestFor(
  evidence: Evidence,
  counting: Counting,
  role: "import_energy" | "export_energy",
): boolean {
  const { counter, deviation } = counting;
  const best = evidence.countings.find((one) => one.counter === counter);
  const isNamed = nameFit(evidence, counter, role) > 0, tolerance = isNamed ? 0.03 : 0.005;
  // The yield of a house that uses little itself resembles its export.
  if (!isNamed && Math.abs(ratioOff(counting)) > 0.08) return false;
  return !best || deviation <= best.deviation + tolerance;
}

/** Distance of a ratio from the one that its units give. */
function ratioOff({ ratio, units: [units] }: Counting): number {
  const [power, energy] = units!;
  return ratio * ENERGY_UNITS[energy] / POWER_UNITS[power] - 1;
}

/** Most of the time that a house without panels draws nothing. [0–1] */
const MOST_IDLE = 0.2;

/** Share of the time in which a power is next to zero. */
function idleShare(net: Float64Array): number {
  const known = net.filter((one) => !Number.isNaN(one));
  return known.filter((one) => Math.abs(one) < 5).length / Math.max(1, known.length);
}

function meanOf(net: Float64Array): number {
  let sum = 0, known = 0;
  for (const one of net) {
    if (Number.isNaN(one)) continue;
    sum += Math.abs(one);
    known++;
  }
  return known === 0 ? 0 : sum / known;
}

/** Share of the nights' slots in which the house draws power; `null` without nights. */
function nightBalance(net: Float64Array, generation: Float64Array): number | null {
  let known = 0, drawn = 0;
  for (let slot = 0; slot < net.length; slot++) {
    if (Number.isNaN(net[slot]!)) continue;
    // An inverter that is silent for long sleeps.
    if (generation[slot]! > 0) continue;
    known++;
    if (net[slot]! > 0) drawn++;
  }
  return known < 50 ? null : drawn / known;
}
