/**
 * Houses composed of random traits. A house is plain data.
 *
 * @module
 */

import { type Random, random } from "../simulator/house/random.ts";
import { type FaultName, FAULTS } from "./faults.ts";
import { type MistakeName, MISTAKES } from "./mistakes.ts";

/** When a device writes samples. */
export interface Cadence {
  /**
   * `regular`; `jittered` by up to a tenth of the step; `change`, which writes only changed values;
   * `mixed`, which writes every five minutes, and every `step` for some hours a day.
   */
  readonly kind: "regular" | "jittered" | "change" | "mixed";
  /** Interval between samples; for `change`, the interval between checks. [s] */
  readonly step: number;
  /** For `change`: smaller changes of power are not written. [W] */
  readonly deadband: number;
}

/** An energy counter. */
export interface Counter {
  /** Resolution. [Wh] */
  readonly step: number;
  /** Unit of the samples. */
  readonly unit: "Wh" | "kWh";
}

/** The meter at the grid connection. */
export interface Meter {
  readonly cadence: Cadence;
  readonly unit: "W" | "kW" | "mW";
  /** Direction of positive power. The household file states it correctly. */
  readonly sign: "import_positive" | "export_positive";
  /** Resolution of the power. [W] */
  readonly rounding: number;
  /** The meter reports mean power over this interval; 0 means instantaneous power. [s] */
  readonly mean: number;
  /** Number of power series; the household file binds them as a list. */
  readonly phases: 1 | 3;
  readonly imports: Counter | null;
  readonly exports: Counter | null;
  /** Registers per direction. */
  readonly tariffs: 1 | 2;
  /** Initial reading of the import register. [Wh] */
  readonly opening: number;
}

/** Panels that face the same way: one string. */
export interface PvPlane {
  readonly name: string;
  readonly kwp: number;
  /** 0 is north, 90 is east. [°] */
  readonly azimuth: number;
  readonly tilt: number;
}

/** A PV inverter. */
export interface Inverter {
  /** One or two. */
  readonly planes: readonly PvPlane[];
  /** Greatest AC power. [W] */
  readonly limit: number;
  readonly cadence: Cadence;
  /** Unit of the power series; `null` if there is none. */
  readonly power: "W" | "kW" | null;
  readonly today: Counter | null;
  readonly total: Counter | null;
  /** Whether counters round to the nearest step instead of rounding down. */
  readonly rounds: boolean;
  /** When the day counter resets: hours after local midnight, midnight UTC, or wake-up. */
  readonly clock: number | "utc" | "wake";
  /** Whether the series end at night or show zero power. */
  readonly night: "absent" | "zero";
  /** Whether it reports the DC power of its strings. */
  readonly strings: boolean;
}

/** A battery. */
export interface Battery {
  /** Whether it has its own inverter (`ac`) or shares the first PV inverter (`dc`). */
  readonly coupling: "ac" | "dc";
  /** Usable capacity. [Wh] */
  readonly capacity: number;
  /** Maximum power in both directions. [W] */
  readonly power: number;
  /** Direction of positive power. */
  readonly sign: "charge_positive" | "discharge_positive";
  /** For `dc`: whether the inverter reports the power of its panels or its AC output. */
  readonly generation: "panels" | "output";
}

/** Which series of battery and consumers the household file binds. */
export interface DeviceBindings {
  /** `null` if the file does not mention the battery. */
  readonly battery: "power" | "counters" | "both" | null;
  /** Whether it binds the state of charge, with the capacity. */
  readonly soc: boolean;
  /** `null` if the file mentions no consumer. */
  readonly consumers: "power" | "counters" | "both" | null;
}

/** A house and its month. */
export interface House {
  /** Seed of everything random in its days. */
  readonly seed: string;
  readonly place: Place;
  /** Month of 2025, such as `2025-06`. */
  readonly month: string;
  /** Share of the time with clear and with broken sky; the rest is overcast. */
  readonly sky: readonly [clear: number, broken: number];
  /** Typical daily consumption without wallbox and heat pump. [kWh] */
  readonly demand: number;
  readonly meter: Meter;
  readonly inverters: readonly Inverter[];
  readonly battery: Battery | null;
  /** Maximum power of the wallbox; 0 if there is none. [W] */
  readonly wallbox: number;
  /** Maximum power of the heat pump; 0 if there is none. [W] */
  readonly heatPump: number;
  readonly binds: DeviceBindings;
  /** Whether the household file states the coordinates, the strings and the fuse. */
  readonly tells: { readonly place: boolean; readonly strings: boolean; readonly fuse: boolean };
  /** Whether the series use the default metric names, so that the file binds no roles. */
  readonly usesDefaultNames: boolean;
  readonly fault: FaultName | null;
  readonly mistake: MistakeName | null;
}

/** The location of a house. */
export interface Place {
  readonly zone: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Locations, chosen for their time zones. */
export const PLACES: readonly Place[] = [
  { zone: "Europe/Berlin", latitude: 50.6, longitude: 9.7 },
  { zone: "Europe/Berlin", latitude: 48.1, longitude: 11.6 },
  { zone: "Europe/London", latitude: 51.5, longitude: -0.1 },
  { zone: "Atlantic/Azores", latitude: 37.7, longitude: -25.7 },
  { zone: "America/New_York", latitude: 40.7, longitude: -74 },
  { zone: "America/Los_Angeles", latitude: 34.1, longitude: -118.2 },
  { zone: "America/Santiago", latitude: -33.4, longitude: -70.6 },
  { zone: "Africa/Johannesburg", latitude: -26.2, longitude: 28 },
  { zone: "Asia/Kolkata", latitude: 18.5, longitude: 73.9 },
  { zone: "Asia/Tokyo", latitude: 35.7, longitude: 139.7 },
  { zone: "Australia/Sydney", latitude: -33.9, longitude: 151.2 },
  { zone: "Australia/Lord_Howe", latitude: -31.6, longitude: 159.1 },
  { zone: "Pacific/Auckland", latitude: -36.8, longitude: 174.8 },
];

/** A house without unusual traits. */
export const PLAIN: House = {
  seed: "plain",
  place: PLACES[0]!,
  month: "2025-06",
  sky: [0.4, 0.35],
  demand: 9,
  meter: {
    cadence: { kind: "regular", step: 60, deadband: 0 },
    unit: "W",
    sign: "import_positive",
    rounding: 1,
    mean: 0,
    phases: 1,
    imports: { step: 1, unit: "kWh" },
    exports: null,
    tariffs: 1,
    opening: 3_497_000,
  },
  inverters: [{
    planes: [
      { name: "pv1", kwp: 4.5, azimuth: 90, tilt: 35 },
      { name: "pv2", kwp: 4.5, azimuth: 270, tilt: 35 },
    ],
    limit: 6000,
    cadence: { kind: "regular", step: 60, deadband: 0 },
    power: "W",
    today: { step: 10, unit: "kWh" },
    total: { step: 100, unit: "kWh" },
    rounds: false,
    clock: 0,
    night: "absent",
    strings: true,
  }],
  battery: null,
  wallbox: 0,
  heatPump: 0,
  binds: { battery: "both", soc: true, consumers: "both" },
  tells: { place: true, strings: true, fuse: true },
  usesDefaultNames: false,
  fault: null,
  mistake: null,
};

/** Share of houses with a fault, and with a mistake in the household file. */
const SHARES = { fault: 0.3, mistake: 0.15 } as const;

/** Draws a random house. The same number gives the same house on every machine. */
export function drawHouse(number: number): House {
  const seed = `house/${number}`, chance = random(seed);
  const roll = chance.between(0, 1);
  const fault = roll < SHARES.fault ? pick(chance, FAULTS) : null;
  const mistake = fault === null && roll < SHARES.fault + SHARES.mistake
    ? pick(chance, MISTAKES)
    : null;
  const month = `2025-${String(1 + Math.floor(chance.between(0, 12))).padStart(2, "0")}`;
  const house: House = {
    seed,
    place: pick(chance, PLACES),
    month,
    sky: pick(chance, [[0.8, 0.15], [0.4, 0.35], [0.1, 0.5], [0.1, 0.1]] as const),
    demand: chance.between(4, 18),
    meter: drawMeter(random(`${seed}/meter`)),
    inverters: drawInverters(random(`${seed}/inverters`)),
    ...drawConsumers(random(`${seed}/consumers`)),
    binds: drawBindings(random(`${seed}/binds`)),
    tells: {
      place: chance.chance(0.7),
      strings: chance.chance(0.7),
      fuse: chance.chance(0.5),
    },
    usesDefaultNames: false,
    fault,
    mistake,
  };
  return withNeededTraits(house, chance);
}

/** Sample intervals and how often they occur. [s] */
const STEPS: readonly (readonly [step: number, share: number])[] = [
  [1, 0.012],
  [2, 0.02],
  [5, 0.06],
  [10, 0.12],
  [15, 0.1],
  [30, 0.12],
  [60, 0.3],
  [120, 0.06],
  [300, 0.15],
  [600, 0.03],
  [900, 0.03],
];

function drawCadence(chance: Random): Cadence {
  const kind = chance.between(0, 1);
  const step = weighted(chance, STEPS);
  const deadband = pick(chance, [0, 5, 20, 50]);
  if (kind < 0.5) return { kind: "regular", step, deadband: 0 };
  if (kind < 0.72) return { kind: "jittered", step: Math.max(step, 5), deadband: 0 };
  if (kind < 0.92) return { kind: "change", step: pick(chance, [5, 10, 30]), deadband };
  return { kind: "mixed", step: 11, deadband: 0 };
}

function drawMeter(chance: Random): Meter {
  const unit = weighted(chance, [["W", 0.75], ["kW", 0.23], ["mW", 0.02]] as const);
  const kind = weighted(
    chance,
    [["import", 0.45], ["both", 0.38], ["none", 0.12], ["export", 0.05]] as const,
  );
  const counter = drawCounter(chance, [[1, 0.35], [10, 0.25], [100, 0.3], [1000, 0.1]]);
  const cadence = drawCadence(chance);
  const mean = chance.chance(0.12) && cadence.kind !== "change" ? Math.min(cadence.step, 300) : 0;
  return {
    cadence,
    unit,
    sign: chance.chance(0.25) ? "export_positive" : "import_positive",
    rounding: pick(chance, unit === "kW" ? [1, 10] : [1, 1, 0.1]),
    mean,
    phases: chance.chance(0.15) ? 3 : 1,
    imports: kind === "import" || kind === "both" ? counter : null,
    exports: kind === "export" || kind === "both" ? counter : null,
    tariffs: chance.chance(0.12) ? 2 : 1,
    opening: Math.floor(chance.between(100, 40_000)) * 1000,
  };
}

function drawCounter(
  chance: Random,
  steps: readonly (readonly [step: number, share: number])[],
): Counter {
  const step = weighted(chance, steps);
  return { step, unit: step >= 1 && chance.chance(0.35) ? "Wh" : "kWh" };
}

function drawInverters(chance: Random): Inverter[] {
  const count = weighted(chance, [[0, 0.1], [1, 0.7], [2, 0.1], [3, 0.1]] as const);
  const hasEqualNames = chance.chance(0.5);
  const shows = weighted(
    chance,
    [
      ["power today total", 0.5],
      ["power total", 0.15],
      ["power today", 0.15],
      ["power", 0.07],
      ["today total", 0.04],
      ["total", 0.05],
      ["today", 0.04],
    ] as const,
  ).split(" ");
  const clock = weighted<Inverter["clock"]>(
    chance,
    [[0, 0.72], ["utc", 0.09], [1, 0.05], [-1, 0.05], [7, 0.04], ["wake", 0.05]],
  );
  const today = drawCounter(chance, [[1, 0.3], [10, 0.4], [100, 0.3]]);
  const total = drawCounter(chance, [[1, 0.25], [10, 0.15], [100, 0.4], [1000, 0.2]]);
  const unit = chance.chance(0.25) ? "kW" : "W", night = chance.chance(0.6) ? "absent" : "zero";
  const cadence = drawCadence(chance), rounds = chance.chance(0.3), strings = chance.chance(0.5);
  return Array.from({ length: count }, (_, i) => {
    const kwp = count === 1 ? chance.between(2, 12) : chance.between(0.8, 5);
    const first = chance.between(80, 280), isTwo = chance.chance(0.5);
    const plane = (p: number, azimuth: number) => ({
      name: `pv${1 + p + (hasEqualNames ? 0 : 2 * i)}`,
      kwp: round(kwp / (isTwo ? 2 : 1), 100),
      azimuth: Math.round(azimuth) % 360,
      tilt: Math.round(chance.between(10, 45)),
    });
    return {
      planes: isTwo ? [plane(0, first), plane(1, first + 120)] : [plane(0, first)],
      limit: Math.round(kwp * chance.between(650, 1000)),
      cadence,
      power: shows.includes("power") ? unit : null,
      today: shows.includes("today") ? today : null,
      total: shows.includes("total") ? total : null,
      rounds,
      clock,
      night,
      strings,
    };
  });
}

function drawConsumers(chance: Random): Pick<House, "battery" | "wallbox" | "heatPump"> {
  const hasBattery = chance.chance(0.2);
  const battery: Battery = {
    coupling: chance.chance(0.5) ? "ac" : "dc",
    capacity: round(chance.between(3000, 14_000), 1),
    power: round(chance.between(1500, 6000), 1),
    sign: chance.chance(0.5) ? "charge_positive" : "discharge_positive",
    generation: chance.chance(0.6) ? "panels" : "output",
  };
  return {
    battery: hasBattery ? battery : null,
    wallbox: chance.chance(0.25) ? pick(chance, [3700, 7400, 11_000]) : 0,
    heatPump: chance.chance(0.25) ? round(chance.between(1200, 3800), 1) : 0,
  };
}

function drawBindings(chance: Random): DeviceBindings {
  const by = [["both", 0.5], ["power", 0.3], ["counters", 0.2]] as const;
  const battery = weighted(chance, by), consumers = weighted(chance, by);
  return {
    battery: chance.chance(0.75) ? battery : null,
    soc: chance.chance(0.7),
    consumers: chance.chance(0.6) ? consumers : null,
  };
}

/** Adds what a fault or mistake requires: two registers can only be swapped if there are two. */
function withNeededTraits(drawn: House, chance: Random): House {
  const { fault, mistake, meter } = drawn;
  let house = drawn, { inverters } = drawn;
  const needs = new Set([
    ...(fault ? NEEDS[fault] ?? [] : []),
    ...(mistake ? NEEDS[mistake]! : []),
  ]);
  const counter = meter.imports ?? meter.exports ?? { step: 10, unit: "kWh" as const };
  const setMeter = (change: Partial<Meter>) =>
    house = { ...house, meter: { ...house.meter, ...change } };
  if (mistake && meter.unit === "mW") setMeter({ unit: "W" });
  if (needs.has("pv") && inverters.length === 0) inverters = PLAIN.inverters;
  if (needs.has("power")) inverters = inverters.map((one) => ({ ...one, power: one.power ?? "W" }));
  if (needs.has("today")) {
    inverters = inverters.map((one) => ({ ...one, today: one.today ?? PLAIN.inverters[0]!.today }));
  }
  if (needs.has("total")) {
    inverters = inverters.map((one) => ({ ...one, total: one.total ?? PLAIN.inverters[0]!.total }));
  }
  if (needs.has("imports") && !meter.imports) setMeter({ imports: counter });
  if (needs.has("registers")) setMeter({ imports: counter, exports: counter });
  if (needs.has("phase")) setMeter({ phases: 3 });
  if (needs.has("fine")) setMeter({ imports: { step: 1, unit: "kWh" }, opening: 1000 });
  if (needs.has("watts")) setMeter({ unit: "W" });
  if (needs.has("kilowatts")) setMeter({ unit: "kW" });
  if (needs.has("wallbox") && house.wallbox === 0) house = { ...house, wallbox: 7400 };
  if (needs.has("consumer") && house.wallbox === 0 && house.heatPump === 0) {
    house = chance.chance(0.5) ? { ...house, wallbox: 7400 } : { ...house, heatPump: 2500 };
  }
  if (needs.has("place")) house = { ...house, tells: { ...house.tells, place: true } };
  if (needs.has("counter")) {
    inverters = inverters.map((one) => one.today ? one : { ...one, total: one.total ?? counter });
  }
  if (needs.has("pv watts")) inverters = inverters.map((one) => ({ ...one, power: "W" as const }));
  if (needs.has("pv kilowatts")) {
    inverters = inverters.map((one) => ({ ...one, power: "kW" as const }));
  }
  if (fault === "late_reset" || fault === "midday_reset") {
    inverters = inverters.map((one) => ({ ...one, clock: 0 }));
  }
  const isSpecified = mistake === null && inverters.length === 1 && chance.chance(0.15);
  // An unbound battery makes the consumption wrong, which would hide the effect of the fault.
  const battery = inverters.length === 0 || fault || mistake ? null : house.battery;
  house = { ...house, inverters, battery };
  return isSpecified || fault === "rules_since" ? houseWithDefaultNames(house) : house;
}

/** The house with the default metric names, and with the units and signs that belong to them. */
export function houseWithDefaultNames(house: House): House {
  const { meter } = house, [inverter = PLAIN.inverters[0]!] = house.inverters;
  return {
    ...house,
    usesDefaultNames: true,
    meter: {
      ...meter,
      unit: "W",
      sign: "import_positive",
      phases: 1,
      tariffs: 1,
      imports: { step: meter.imports?.step ?? 1, unit: "Wh" },
      exports: null,
    },
    inverters: [{
      ...inverter,
      power: "W",
      today: { step: inverter.today?.step ?? 10, unit: "kWh" },
      total: { step: inverter.total?.step ?? 100, unit: "kWh" },
    }],
    battery: null,
  };
}

/** Traits that a fault or mistake requires. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  logger_outage: ["pv"],
  evening_outage: ["pv"],
  inverter_outage: ["pv"],
  late_reset: ["pv", "today"],
  midday_reset: ["pv", "today"],
  register_reset: ["imports"],
  rules_since: ["pv"],
  early_reset: ["fine"],
  replaced_meter: ["imports"],
  glitch: ["imports"],
  dip: ["imports"],
  spike: ["imports"],
  replayed_row: ["imports"],
  frozen: ["imports"],
  lone_reading: ["imports"],
  reversed_sign: [],
  kilowatts_for_watts: ["watts"],
  watts_for_kilowatts: ["kilowatts"],
  generation_kilowatts_for_watts: ["pv", "pv watts"],
  generation_watts_for_kilowatts: ["pv", "pv kilowatts"],
  register_unit: ["imports"],
  export_register_unit: ["registers", "pv"],
  yield_unit: ["pv", "counter"],
  swapped_registers: ["registers", "pv"],
  one_phase: ["phase"],
  two_meters: ["wallbox"],
  meter_twice: [],
  two_devices: [],
  two_devices_and_a_third: [],
  generation_is_grid: ["pv", "power"],
  yield_is_import: ["pv", "total", "imports"],
  wrong_zone: ["pv"],
  neighbouring_zone: ["pv"],
  wrong_place: ["pv", "place"],
  consumer_as_generation: ["pv", "power", "consumer"],
  consumer_as_yield: ["pv", "total", "consumer"],
};

function pick<T>(chance: Random, all: readonly T[]): T {
  return all[Math.floor(chance.between(0, all.length))]!;
}

function weighted<T>(chance: Random, all: readonly (readonly [T, number])[]): T {
  let rest = chance.between(0, all.reduce((sum, [, share]) => sum + share, 0));
  for (const [one, share] of all) if ((rest -= share) < 0) return one;
  return all.at(-1)![0];
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
