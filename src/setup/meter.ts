/**
 * Finds the meter at the grid connection: its power with the sign, and its registers.
 *
 * @module
 */

import {
  type Counting,
  countingsOf,
  documentedSign,
  type EnergyUnit,
  type Evidence,
  isSolarPower,
  mostOf,
  namedUnit,
  nameFit,
  type PowerSignal,
  type PowerUnit,
  totalOf,
} from "./evidence.ts";
import {
  addTraces,
  containment,
  HALF_HOUR,
  meansOf,
  negativeShare,
  type Response,
  responseTo,
} from "./physics.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "./roles.ts";
import type { CounterSignal } from "./evidence.ts";

/** One reading of what the meter is. */
export interface MeterReading {
  /** Its power: one signal, or one for each direction. */
  readonly parts: readonly {
    readonly power: PowerSignal;
    readonly sign: "import_positive" | "export_positive";
  }[];
  readonly unit: PowerUnit;
  /** Net import. [W] */
  readonly net: Float64Array;
  readonly imports: Counting | null;
  readonly exports: Counting | null;
  readonly response: Response | null;
  /** Whether it falls when the sun brings more. */
  readonly isAnswering: boolean;
  /** Whether something shows which direction is positive. */
  readonly isSignProved: boolean;
  /** Tests that agree with it. */
  readonly tests: readonly string[];
  readonly score: number;
}

/** What is known when the meter is looked for. */
export interface MeterContext {
  /** Power of all inverters. [W] */
  readonly generation: Float64Array | null;
  /** Powers that belong to a battery. */
  readonly battery: ReadonlySet<PowerSignal>;
  /** Power out of the battery. [W] */
  readonly discharge: Float64Array | null;
  /** Power of inverters and battery together. [W] */
  readonly supply: Float64Array | null;
}

/** All readings of what the meter could be, the most probable first. */
export function readMeters(evidence: Evidence, context: MeterContext): MeterReading[] {
  const consumers = consumersOf(evidence, context.battery);
  const judge = (parts: MeterReading["parts"]) => judgeMeter(evidence, context, consumers, parts);
  const usable = evidence.powers.filter((one) =>
    !context.battery.has(one) && nameFit(evidence, one, "grid_power") > -3 &&
    ((one.unit !== null && varies(one) &&
      (!isSolarPower(one) || nameFit(evidence, one, "grid_power") > 0)) ||
      documentedSign(evidence, one) !== null)
  );
  const signed = usable.filter(isSigned), positive = usable.filter((one) => !isSigned(one));
  const readings = [
    ...signed.flatMap((power) => [
      judge([{ power, sign: "import_positive" }]),
      judge([{ power, sign: "export_positive" }]),
    ]),
    ...positive.filter((one) => one.size > 0 && !isHalf(one))
      .map((power) => judge([{ power, sign: "import_positive" }])),
    ...pairsOf(evidence, positive).map(([imported, exported]) =>
      judge([
        { power: imported, sign: "import_positive" },
        { power: exported, sign: "export_positive" },
      ])
    ),
  ];
  return readings.sort((a, b) => b.score - a.score);

  /** Whether a source documents that another series has the other direction. */
  function isHalf(power: PowerSignal): boolean {
    return documentedSign(evidence, power) !== null &&
      usable.some((one) => documentedSign(evidence, one) === "export_positive");
  }
}

/** A voltage or a temperature never comes near zero; the power of a house does. */
function varies({ mean, size }: PowerSignal): boolean {
  const known = mean.filter((one) => !Number.isNaN(one)).map(Math.abs).sort();
  return known.length > 0 && known[Math.floor(0.05 * known.length)]! < 0.35 * size;
}

function isSigned({ positive, negative }: PowerSignal): boolean {
  const [one, other] = [totalOf(positive), totalOf(negative)];
  return other > 0.002 * (one + other);
}

/** Powers of which nearly always only one is above zero: the two directions of one meter. */
function pairsOf(
  evidence: Evidence,
  powers: readonly PowerSignal[],
): (readonly [imported: PowerSignal, exported: PowerSignal])[] {
  const pairs: (readonly [PowerSignal, PowerSignal])[] = [];
  for (const imported of powers) {
    for (const exported of powers) {
      if (imported === exported || imported.members.length !== exported.members.length) continue;
      const signs = [documentedSign(evidence, imported), documentedSign(evidence, exported)];
      const isDocumented = signs[0] === "import_positive" && signs[1] === "export_positive";
      const [unit, other] = [imported, exported].map((one) => one.unit);
      if (unit !== other && !isDocumented) continue;
      // Energy is fed in by day; a house draws at night.
      const isExport = exported.shape !== null && exported.shape.quiet >= 5 &&
        (imported.shape?.quiet ?? 0) < exported.shape.quiet;
      if (!isExport && !isDocumented) continue;
      // Of three phases, some may draw while others feed in.
      const most = isDocumented ? 0.9 : 0.25;
      if (overlap(imported.positive, exported.positive) < most) pairs.push([imported, exported]);
    }
  }
  return pairs;
}

/** How much two powers flow at the same time, as a share of the smaller one. */
function overlap(a: Float64Array, b: Float64Array): number {
  let both = 0, ofA = 0, ofB = 0;
  for (let slot = 0; slot < a.length; slot++) {
    const x = a[slot]!, y = b[slot]!;
    if (Number.isNaN(x + y)) continue;
    both += Math.min(x, y);
    ofA += x;
    ofB += y;
  }
  const less = Math.min(ofA, ofB);
  return less > 0 ? both / less : 0;
}

/** The response of a grid without battery is −1; a battery takes a part. */
const RESPONSE = [-1.25, -0.35] as const;

function judgeMeter(
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

/** Whether it is one of three series that differ in the number of a phase. */
function isPhase({ powers }: Evidence, { members }: PowerSignal): boolean {
  return members.length === 1 &&
    powers.some((one) => one.members.length === 3 && one.members.includes(members[0]!));
}

/** A power that may be that of a consumer. */
export interface Consumer {
  readonly power: PowerSignal;
  readonly unit: PowerUnit;
  readonly watts: Float64Array;
}

/** Powers that may be those of consumers. */
export function consumersOf(
  evidence: Evidence,
  battery: ReadonlySet<PowerSignal>,
): Consumer[] {
  return evidence.powers.flatMap((power) => {
    const { unit } = power;
    const isPossible = unit && power.members.length === 1 && !battery.has(power) &&
      !isSolarPower(power) && power.size * POWER_UNITS[unit] >= LEAST_CONSUMER &&
      totalOf(power.negative) < 0.01 * totalOf(power.positive) && varies(power);
    return isPossible ? [{ power, unit, watts: power.watts }] : [];
  });
}

/** A smaller consumer is lost among the others. [W] */
const LEAST_CONSUMER = 300;

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

function countingText({ rise, units: [units] }: Counting, what: string): string {
  const kwh = rise * ENERGY_UNITS[units![1]] / 1000;
  return `a meter reading rises by ${kwh.toFixed(1)} kWh for the energy ${what}`;
}

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

/** Whether two readings see the same series as the meter, with the same sign. */
export function isSameReading(one: MeterReading, other: MeterReading): boolean {
  return one.parts.length === other.parts.length &&
    one.parts.every(({ power, sign }, index) =>
      power === other.parts[index]!.power && sign === other.parts[index]!.sign
    );
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

/** The unit of a register whose power has a known unit. */
export function energyUnit(
  evidence: Evidence,
  { counter, units }: Counting,
  power: PowerUnit,
): EnergyUnit {
  const possible = units.filter(([ofPower]) => ofPower === power).map(([, unit]) => unit);
  const named = namedUnit(evidence, counter);
  return possible.find((unit) => unit === named) ?? possible[0]!;
}

/** The registers of a counter as series. */
export function registerSeries(
  { members }: CounterSignal,
  unit: EnergyUnit,
): ProposedSeries[] {
  return members.map(({ candidate }) => ({ candidate, unit }));
}
