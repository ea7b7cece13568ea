/**
 * Names for the traits of a house; results are counted per name.
 *
 * @module
 */

import type { Cadence, Counter, House } from "./house.ts";
import { bindingOf, boundPhase, fileOf, hoursEast } from "./household_file.ts";
import { isOnFirstPhase } from "./physics.ts";

/**
 * What a house tests: healthy houses must be measured well, faults must not make numbers wrong, and
 * mistakes must be found. A `battery` house is healthy but has a battery that no role describes.
 */
export type Kind = "healthy" | "battery" | "fault" | "mistake";

/** The kind of a house. */
export function kindOf(house: House): Kind {
  const { fault, mistake, battery } = house;
  if (mistake) return "mistake";
  if (fault) return "fault";
  return battery && bindingOf(house) === null ? "battery" : "healthy";
}

/** All traits of a house. */
export function tagsOf(house: House): string[] {
  const { meter, inverters, place, battery } = house, [inverter] = inverters;
  const tags = [
    `meter cadence: ${cadence(meter.cadence)}`,
    `meter unit: ${meter.unit}`,
    `meter sign: ${meter.sign}`,
    `meter power: ${meter.mean > 0 ? "mean of an interval" : "at the moment"}`,
    `phases bound: ${meter.phases}`,
    `registers: ${
      meter.imports && meter.exports
        ? "both"
        : meter.imports
        ? "import"
        : meter.exports
        ? "export"
        : "none"
    }`,
    `tariffs: ${meter.tariffs}`,
    `register step: ${step(meter.imports ?? meter.exports)}`,
    `inverters: ${inverters.length}`,
    `zone: ${place.zone}`,
    `file tells place: ${house.tells.place ? "yes" : "no"}`,
    `file tells strings: ${house.tells.strings ? "yes" : "no"}`,
    `names: ${house.usesDefaultNames ? "the specification's" : "own"}`,
    `wallbox: ${house.wallbox > 0 ? "yes" : "no"}`,
    `heat pump: ${house.heatPump > 0 ? "yes" : "no"}`,
    `battery: ${
      battery
        ? `${battery.coupling}${battery.coupling === "dc" ? ` ${battery.generation}` : ""}`
        : "none"
    }${battery ? `, bound by ${bindingOf(house) ?? "nothing"}` : ""}`,
  ];
  if (inverter) {
    const shows = [
      inverter.power && "power",
      inverter.today && "day",
      inverter.total && "lifetime",
    ];
    tags.push(
      `inverter cadence: ${cadence(inverter.cadence)}`,
      `inverter shows: ${shows.filter(Boolean).join(" + ")}`,
      `day counter step: ${step(inverter.today)}`,
      `lifetime counter step: ${step(inverter.total)}`,
      `inverter clock: ${inverter.today ? clock(inverter.clock) : "none"}`,
      `inverter at night: ${inverter.night}`,
      `counters: ${inverter.rounds ? "rounded" : "cut"}`,
    );
  }
  if (house.fault) tags.push(`fault: ${house.fault}`);
  if (house.mistake) tags.push(`mistake: ${house.mistake}${isHidden(house) ? HIDDEN : ""}`);
  return tags;
}

/** Marks a mistake that neither the samples nor the rest of the file contradict. */
export const HIDDEN = " (hidden)";

/**
 * Whether there is another house with the same samples for which the file is right. `hidden.test.ts`
 * constructs it.
 */
export function isHidden(house: House): boolean {
  switch (house.mistake) {
    case "one_phase":
      return !house.meter.imports && !house.meter.exports &&
        (house.inverters.length === 0 ||
          boundPhase(house) === 0 && house.inverters.every(isOnFirstPhase));
    case "wrong_zone":
    case "neighbouring_zone": {
      const noon = noonByFile(house);
      return !house.tells.place && noon > INHABITED.from - TURNED && noon < INHABITED.to + TURNED;
    }
  }
  return false;
}

/** Mean solar noon of a house by the clock of its household file. [h] */
export function noonByFile(house: House): number {
  return 12 + hoursEast(fileOf(house).zone, house) - house.place.longitude / 15;
}

/** Mean solar noon by the clock lies between these hours wherever people live. [h] */
export const INHABITED = { from: 10.9, to: 15.2 } as const;

/** Panels that face east or west, or lie in shade half the day, generate so much earlier or later. [h] */
const TURNED = 0.6;

function cadence({ kind, step, deadband }: Cadence): string {
  if (kind === "mixed") return "11 s and 300 s";
  if (kind === "change") return deadband > 0 ? "on change, deadband" : "on change";
  return `${step} s${kind === "jittered" ? " jittered" : ""}`;
}

function step(counter: Counter | null | undefined): string {
  return counter ? `${counter.step} Wh` : "none";
}

function clock(value: number | "utc" | "wake"): string {
  return typeof value === "string"
    ? value
    : value === 0
    ? "right"
    : `${value > 0 ? "+" : ""}${value} h`;
}
