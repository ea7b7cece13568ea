/**
 * The powers in a house, second by second. Power is constant within a second, so sums are exact.
 *
 * @module
 */

import { type Random, random } from "../simulator/house/random.ts";
import type { Battery, House, Inverter } from "./house.ts";
import type { LocalDay } from "./local_days.ts";
import { clearPower, clouds } from "./sky.ts";

/** One inverter on one day. */
export interface InverterDay {
  /** DC power of each plane. [W] */
  readonly planes: readonly Float64Array[];
  /** The power that its series report. [W] */
  readonly shown: Float64Array;
  /** AC power into the house. [W] */
  readonly output: Float64Array;
  /** First and last second in which it is awake; `null` if it never is. [s] */
  readonly awake: readonly [from: number, to: number] | null;
}

/** All powers of one local day. */
export interface DayPowers {
  readonly day: LocalDay;
  /** Length of the day; the arrays may be longer. [s] */
  readonly seconds: number;
  /** Power at the grid connection: positive import. [W] */
  readonly grid: Float64Array;
  /** Grid power per phase; one entry if phases are not distinguished. [W] */
  readonly phases: readonly Float64Array[];
  /** Total consumption. [W] */
  readonly demand: Float64Array;
  /** Parts of the demand. [W] */
  readonly wallbox: Float64Array;
  readonly heatPump: Float64Array;
  readonly inverters: readonly InverterDay[];
  /** Battery power on its AC or DC side: positive while charging. [W] */
  readonly charging: Float64Array;
  /** Energy in the battery at the end of each second. [Wh] */
  readonly stored: Float64Array;
}

/** Seconds of the longest day. */
const LONGEST = 90_000;
/** One-way efficiency of a battery. */
const ONE_WAY = { ac: 0.94, dc: 0.975 } as const;
/** Efficiency of an inverter. */
const INVERTING = 0.965;
/** DC power above which an inverter wakes up. [W] */
const WAKE_UP = 20;

/**
 * Simulates the days of a house in order. All days share the same arrays.
 *
 * @param isBroken Tells whether the inverters are broken in a second of a day.
 */
export function* powersOf(
  house: House,
  days: readonly LocalDay[],
  isBroken?: (day: LocalDay, second: number) => boolean,
): Generator<DayPowers> {
  const { inverters, battery, meter } = house;
  const array = () => new Float64Array(LONGEST);
  const grid = array(), demand = array(), wallbox = array(), heatPump = array(), through = array();
  const charging = array(), stored = array(), phases = [grid];
  if (meter.phases === 3) phases.splice(0, 1, array(), array(), array());
  const states = inverters.map(({ planes }) => ({
    planes: planes.map(array),
    shown: array(),
    output: array(),
  }));
  const panels = array();
  let energy = battery ? battery.capacity / 2 : 0;
  const heat = random(`${house.seed}/heat`);
  let before: LocalDay | null = null, cycle: Cycle = { from: 0, end: 0, off: 1200, level: 0 };
  for (const day of days) {
    const seconds = Math.round((day.end - day.start) / 1000), start = day.start;
    for (const one of [demand, wallbox, heatPump, charging, ...phases]) one.fill(0, 0, seconds);
    const chance = (part: string) => random(`${house.seed}/${part}/${day.label}`);
    clouds(through, seconds, house.sky, chance("sky"));
    // What starts on the day before may still run.
    for (const { label, start } of [...before ? [before] : [], day]) {
      const from = (start - day.start) / 1000;
      useAppliances(phases, { from, seconds }, house, random(`${house.seed}/demand/${label}`));
      if (house.wallbox > 0) {
        const plug = random(`${house.seed}/wallbox/${label}`);
        useWallbox(wallbox, { from, seconds }, house.wallbox, plug);
      }
    }
    before = day;
    addBaseLoad(phases, seconds, house, chance("base"));
    if (house.heatPump > 0) cycle = runHeatPump(heatPump, seconds, house, day, cycle, heat);
    const share = 1 / phases.length;
    for (const big of [house.wallbox > 0 && wallbox, house.heatPump > 0 && heatPump]) {
      if (!big) continue;
      for (const phase of phases) for (let s = 0; s < seconds; s++) phase[s]! += big[s]! * share;
    }
    for (const phase of phases) for (let s = 0; s < seconds; s++) demand[s]! += phase[s]!;
    const shown = inverters.map((inverter, i) => {
      const state = states[i]!;
      inverter.planes.forEach((plane, p) => {
        clearPower(state.planes[p]!, { start, seconds }, house.place, plane);
      });
      return runInverter(inverter, state, through, seconds, (s) => isBroken?.(day, s) ?? false);
    });
    if (battery && inverters.length > 0) {
      const out = states[0]!.output;
      if (battery.coupling === "ac") {
        energy = runAcBattery(battery, energy, { seconds, demand, states, charging, stored });
      } else {
        const { planes } = states[0]!;
        for (let s = 0; s < seconds; s++) {
          let sum = 0;
          for (const plane of planes) sum += plane[s]!;
          panels[s] = sum;
        }
        const others = states.slice(1);
        energy = runDcBattery(battery, energy, {
          seconds,
          demand,
          panels,
          others,
          out,
          limit: inverters[0]!.limit,
          charging,
          stored,
        });
        states[0]!.shown.set(battery.generation === "panels" ? panels : out);
      }
    }
    for (let i = 0; i < inverters.length; i++) {
      const { output } = states[i]!, isOnAll = !isOnFirstPhase(inverters[i]!);
      phases.forEach((phase, p) => {
        const part = phases.length === 1 || isOnAll ? share : p === 0 ? 1 : 0;
        if (part > 0) { for (let s = 0; s < seconds; s++) phase[s]! -= output[s]! * part; }
      });
    }
    if (battery?.coupling === "ac") {
      for (let s = 0; s < seconds; s++) phases[0]![s]! += charging[s]!;
    }
    if (phases.length === 3) {
      const [a, b, c] = phases;
      for (let s = 0; s < seconds; s++) grid[s] = a![s]! + b![s]! + c![s]!;
    }
    const isHybrid = (i: number) => i === 0 && battery?.coupling === "dc";
    yield {
      day,
      seconds,
      grid,
      phases,
      demand,
      wallbox,
      heatPump,
      charging,
      stored,
      inverters: states.map((state, i) => ({
        ...state,
        awake: isHybrid(i) ? [0, seconds - 1] as const : shown[i]!,
      })),
    };
  }
}

/** Whether an inverter feeds in on the first of three phases only, as small ones do. */
export function isOnFirstPhase({ limit }: Inverter): boolean {
  return limit <= 4600;
}

/** Arrays of an inverter. */
interface InverterState {
  readonly planes: readonly Float64Array[];
  readonly shown: Float64Array;
  readonly output: Float64Array;
}

/** Turns the clear-sky power of the strings into the DC and AC power of the inverter. */
function runInverter(
  { limit }: Inverter,
  { planes, shown, output }: InverterState,
  through: Float64Array,
  seconds: number,
  isBroken: (second: number) => boolean,
): readonly [number, number] | null {
  let from = -1, to = -1;
  const [first, second] = planes as [Float64Array, Float64Array | undefined];
  for (let s = 0; s < seconds; s++) {
    let dc = first[s]! *= through[s]!;
    if (second) dc += second[s]! *= through[s]!;
    let ac = 0;
    if (dc > WAKE_UP) {
      if (from < 0) from = s;
      to = s;
      ac = Math.max(0, dc * INVERTING - 6);
      if (ac > limit) {
        for (const plane of planes) plane[s]! *= limit / ac;
        ac = limit;
      }
    }
    shown[s] = output[s] = ac;
  }
  if (from < 0) return null;
  for (let s = from; s <= to; s++) {
    if (!isBroken(s)) continue;
    shown[s] = output[s] = 0;
    for (const plane of planes) plane[s] = 0;
  }
  return [from, to];
}

/** Runs a battery with its own inverter. It follows the surplus within some seconds. */
function runAcBattery(
  { capacity, power }: Battery,
  energy: number,
  { seconds, demand, states, charging, stored }: {
    seconds: number;
    demand: Float64Array;
    states: readonly InverterState[];
    charging: Float64Array;
    stored: Float64Array;
  },
): number {
  let now = 0;
  for (let s = 0; s < seconds; s++) {
    let surplus = -demand[s]!;
    for (const { output } of states) surplus += output[s]!;
    now += 0.35 * (Math.max(-power, Math.min(power, surplus)) - now);
    if (now > 0) {
      now = Math.min(now, (capacity - energy) * 3600 / ONE_WAY.ac);
      energy += now * ONE_WAY.ac / 3600;
    } else {
      now = Math.max(now, -energy * 3600 * ONE_WAY.ac);
      energy += now / ONE_WAY.ac / 3600;
    }
    charging[s] = now;
    stored[s] = energy;
  }
  return energy;
}

/** Runs a battery on the DC side of the first PV inverter. */
function runDcBattery(
  { capacity, power }: Battery,
  energy: number,
  { seconds, demand, panels, others, out, limit, charging, stored }: {
    seconds: number;
    demand: Float64Array;
    panels: Float64Array;
    others: readonly InverterState[];
    out: Float64Array;
    limit: number;
    charging: Float64Array;
    stored: Float64Array;
  },
): number {
  const most = (limit + 6) / INVERTING;
  let now = 0;
  for (let s = 0; s < seconds; s++) {
    let wanted = demand[s]!;
    for (const { output } of others) wanted -= output[s]!;
    // The demand that remains for this inverter, on its DC side.
    const surplus = panels[s]! - Math.max(0, wanted) / INVERTING;
    now += 0.35 * (Math.max(-power, Math.min(power, surplus)) - now);
    now = Math.min(now, Math.max(0, panels[s]!));
    if (now > 0) {
      now = Math.min(now, (capacity - energy) * 3600 / ONE_WAY.dc);
      energy += now * ONE_WAY.dc / 3600;
    } else {
      // What the inverter cannot pass on stays in the battery.
      now = Math.max(now, -energy * 3600 * ONE_WAY.dc, Math.min(0, panels[s]! - most));
      energy += now / ONE_WAY.dc / 3600;
    }
    charging[s] = now;
    stored[s] = energy;
    out[s] = Math.max(0, Math.min(limit, (panels[s]! - now) * INVERTING - 6));
  }
  return energy;
}

/** An appliance that runs now and then. */
interface Appliance {
  readonly watts: number;
  /** Shortest and longest run. [min] */
  readonly minutes: readonly [number, number];
  readonly perDay: number;
  /** Local hours in which it starts. [h] */
  readonly hours: readonly [number, number];
  /** Duty cycle of its heater, with a mean period of `turn` seconds. */
  readonly duty?: number;
  readonly turn?: number;
  readonly phase: number;
}

const APPLIANCES: readonly Appliance[] = [
  { watts: 2000, minutes: [2, 4], perDay: 4, hours: [6, 21], phase: 0 },
  { watts: 1800, minutes: [10, 40], perDay: 1.6, hours: [7, 20], duty: 0.5, turn: 20, phase: 1 },
  { watts: 2200, minutes: [30, 60], perDay: 0.4, hours: [11, 19], duty: 0.4, turn: 90, phase: 2 },
  { watts: 2000, minutes: [12, 20], perDay: 0.9, hours: [8, 20], phase: 0 },
  { watts: 200, minutes: [50, 80], perDay: 0.9, hours: [8, 20], duty: 0.6, turn: 25, phase: 0 },
  { watts: 1900, minutes: [15, 30], perDay: 0.7, hours: [12, 22], phase: 2 },
  { watts: 1100, minutes: [1, 6], perDay: 3, hours: [6, 22], phase: 1 },
  { watts: 1600, minutes: [4, 10], perDay: 0.7, hours: [6, 9], phase: 2 },
  { watts: 130, minutes: [60, 240], perDay: 1.3, hours: [15, 23], phase: 1 },
  { watts: 90, minutes: [120, 420], perDay: 1.5, hours: [7, 23], phase: 2 },
  { watts: 180, minutes: [120, 300], perDay: 1, hours: [16, 23], phase: 0 },
];

/** Part of a day, in seconds: events of a day that began at `from` are cut to [0, seconds). */
interface Span {
  readonly from: number;
  readonly seconds: number;
}

function useAppliances(
  phases: readonly Float64Array[],
  { from: midnight, seconds }: Span,
  { demand }: House,
  chance: Random,
): void {
  const scale = demand / 9;
  const on = (phase: number, from: number, length: number, watts: number) => {
    const power = phases[phase % phases.length]!, start = midnight + from;
    const end = Math.min(seconds, start + length);
    for (let s = Math.max(0, Math.floor(start)); s < end; s++) power[s]! += watts;
  };
  for (const { watts, minutes, perDay, hours, duty = 1, turn = 60, phase } of APPLIANCES) {
    let count = perDay * scale;
    while (chance.between(0, 1) < count) {
      count--;
      const from = 3600 * chance.between(...hours), length = 60 * chance.between(...minutes);
      if (duty === 1) on(phase, from, length, watts);
      // Cycles of equal length would alias with the sample interval of the meter.
      for (let s = 0; duty < 1 && s < length;) {
        const whole = turn * chance.between(0.7, 1.3);
        on(phase, from + s, whole * duty, watts);
        s += whole;
      }
    }
  }
  for (let s = chance.between(0, 2400); s < 86_400; s += chance.between(2000, 3000)) {
    on(1, s, chance.between(700, 1100), 85);
  }
}

/** Adds the load that is always on, with the noise of power supplies. */
function addBaseLoad(
  phases: readonly Float64Array[],
  seconds: number,
  { demand }: House,
  chance: Random,
): void {
  phases.forEach((power, p) => {
    const base = 110 * demand / 9 * [0.5, 0.3, 0.2][p]! / (phases.length === 1 ? 0.5 : 1);
    let before = base;
    for (let s = 0; s < seconds;) {
      const end = Math.min(seconds, s + Math.ceil(chance.between(8, 40)));
      const now = base * chance.between(0.9, 1.1), slope = (now - before) / (end - s);
      for (const first = s; s < end; s++) power[s]! += before + slope * (s - first);
      before = now;
    }
  });
}

function useWallbox(
  power: Float64Array,
  { from: midnight, seconds }: Span,
  watts: number,
  chance: Random,
): void {
  if (chance.chance(0.55)) return;
  const hour = chance.chance(0.6) ? chance.between(17, 22) : chance.between(9, 14);
  const from = midnight + 3600 * hour, length = 3600 * chance.between(0.7, 5);
  const level = watts * pick(chance, [1, 1, 0.6]);
  const end = Math.min(seconds, from + length);
  for (let s = Math.max(0, Math.floor(from)); s < end; s++) {
    // The car charges more slowly at the end.
    power[s] = level * Math.min(1, Math.max(0, (from + length - s) / 900));
  }
}

/** One run of the heat pump, in seconds since the start of the day. */
interface Cycle {
  readonly from: number;
  readonly end: number;
  /** When the next run starts. */
  readonly off: number;
  readonly level: number;
}

/** Returns the last run as the next day sees it. */
function runHeatPump(
  power: Float64Array,
  seconds: number,
  { heatPump, place }: House,
  { start }: LocalDay,
  last: Cycle,
  chance: Random,
): Cycle {
  const angle = 2 * Math.PI * (start / 86_400_000 % 365.25 - 15) / 365.25;
  const winter = 0.5 + 0.5 * Math.cos(angle) * (place.latitude < 0 ? -1 : 1);
  const duty = 0.06 + 0.5 * winter;
  let cycle = last;
  for (;;) {
    const { from, end, off, level } = cycle, until = Math.min(seconds, end);
    for (let s = Math.max(0, Math.floor(from)); s < until; s++) {
      power[s] = level * Math.min(1, 0.3 + Math.max(0, s - from) / 240);
    }
    if (off >= seconds) {
      return { from: from - seconds, end: end - seconds, off: off - seconds, level };
    }
    const length = 60 * chance.between(12, 55);
    const pause = length * (1 - duty) / duty * chance.between(0.6, 1.4);
    cycle = {
      from: off,
      end: off + length,
      off: off + length + pause,
      level: heatPump * chance.between(0.45, 1),
    };
  }
}

function pick<T>(chance: Random, all: readonly T[]): T {
  return all[Math.floor(chance.between(0, all.length))]!;
}
