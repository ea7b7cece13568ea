/**
 * The devices of a house: they sample powers and counters, each at its own times and in its own unit.
 *
 * @module
 */

import type { LabelledSamples, Labels } from "../../src/columns.ts";
import { type Random, random } from "../simulator/house/random.ts";
import type { Cadence, Counter, House, Inverter } from "./house.ts";
import type { DayPowers } from "./physics.ts";

/** A growing series. */
class Column {
  time = new Float64Array(4096);
  value = new Float64Array(4096);
  length = 0;

  constructor(readonly labels: Labels) {}

  push(time: number, value: number): void {
    if (this.length === this.time.length) {
      for (const name of ["time", "value"] as const) {
        const more = new Float64Array(2 * this.length);
        more.set(this[name]);
        this[name] = more;
      }
    }
    this.time[this.length] = time;
    this.value[this.length++] = value + 0;
  }

  samples(): LabelledSamples {
    const { labels, length } = this;
    return { labels, time: this.time.slice(0, length), value: this.value.slice(0, length) };
  }
}

/** Running energy within a day, second by second. [Wh] */
class EnergyMeter {
  readonly sum = new Float64Array(90_001);

  constructor(start = 0) {
    this.sum[0] = start;
  }

  /**
   * Adds a day.
   *
   * @param before Reading at the start of the day. [Wh]
   * @param part Which sign of the power is counted.
   * @param isCounting 1 for each second that counts; all seconds count by default.
   */
  add(
    before: number,
    seconds: number,
    watts: Float64Array,
    part: "all" | "positive" | "negative" = "all",
    isCounting?: Uint8Array,
  ): void {
    const { sum } = this,
      sign = part === "negative" ? -1 : 1,
      least = part === "all" ? -Infinity : 0;
    let now = sum[0] = before;
    for (let s = 0; s < seconds; s++) {
      const flows = Math.max(least, sign * watts[s]!);
      if (!isCounting || isCounting[s] === 1) now += flows / 3600;
      sum[s + 1] = now;
    }
  }

  /** Reading at a time of the day. [Wh] */
  at(seconds: number): number {
    const whole = Math.floor(seconds);
    const before = this.sum[whole]!;
    return whole === seconds
      ? before
      : before + (this.sum[whole + 1]! - before) * (seconds - whole);
  }
}

/** One series of a device. */
interface Sensor {
  readonly column: Column;
  /** Value at a time of the day, in seconds since its start. */
  read(second: number): number;
  /** A change-driven device does not write smaller changes. */
  readonly deadband: number;
  last: number;
}

/** A device: its series are sampled at the same times. */
class Device {
  readonly sensors: Sensor[] = [];
  readonly #phase: number;
  readonly #chance: Random;

  constructor(readonly cadence: Cadence, seed: string) {
    this.#chance = random(`${seed}/device`);
    this.#phase = this.#chance.between(0, 1);
  }

  sensor(labels: Labels, read: (second: number) => number, deadband = 0): void {
    this.sensors.push({ column: new Column(labels), read, deadband, last: NaN });
  }

  /** Samples a day from one second to another. */
  write(start: number, from: number, to: number, beforeEach?: (second: number) => void): void {
    const { sensors } = this, isChange = this.cadence.kind === "change";
    for (const at of this.#times(start, from, to)) {
      const second = (at - start) / 1000;
      beforeEach?.(second);
      for (const sensor of sensors) {
        const value = sensor.read(second);
        if (isChange) {
          if (Math.abs(value - sensor.last) <= sensor.deadband) continue;
          sensor.last = value;
        }
        sensor.column.push(at, value);
      }
    }
  }

  /** Sample times in whole milliseconds. A time beyond the end is kept for the next call. */
  *#times(start: number, from: number, to: number): Generator<number> {
    const end = start + to * 1000, first = start + from * 1000;
    this.#burstStart = start + 3_600_000 * this.#chance.between(5, 20);
    this.#burstEnd = this.#burstStart + 3_600_000 * this.#chance.between(1.2, 5);
    if (!(this.#next >= first)) this.#seek(first);
    for (; this.#next < end; this.#advance()) yield this.#next;
  }

  #next = NaN;
  #turn = 0;
  #burstStart = 0;
  #burstEnd = 0;

  /** Moves to the first sample time at or after an instant. */
  #seek(first: number): void {
    const { step } = this.cadence;
    this.#turn = Math.floor(first / 1000 / step - this.#phase);
    this.#next = first + 300_000 * this.#phase;
    if (this.cadence.kind !== "mixed") { do this.#advance(); while (this.#next < first); }
  }

  #advance(): void {
    const { kind, step } = this.cadence, chance = this.#chance;
    if (kind === "mixed") {
      const isOften = this.#next >= this.#burstStart && this.#next < this.#burstEnd;
      this.#next += Math.round(1000 * (isOften ? step : 300 + chance.between(-3, 3)));
      return;
    }
    const length = step * 1000, late = Math.min(300, length / 4);
    // One scrape in a hundred is some milliseconds late.
    const off = kind === "jittered"
      ? chance.between(-0.1, 0.1) * length
      : chance.chance(0.01)
      ? chance.between(0, late)
      : 0;
    this.#next = Math.round((this.#turn++ + this.#phase) * length + off);
  }
}

/** The reading that a counter shows. */
function counterReading({ step, unit }: Counter, wattHours: number, rounds = false): number {
  const steps = Math.floor(wattHours / step + (rounds ? 0.5 : 1e-9));
  if (unit === "Wh") return steps * step;
  return step >= 1000 ? steps * (step / 1000) : steps / (1000 / step);
}

/** The power that a device shows. */
function powerReading(watts: number, unit: "W" | "kW" | "mW", rounding: number): number {
  const steps = Math.round(watts / rounding);
  if (unit === "kW") return steps / (1000 / rounding);
  return unit === "mW" ? steps * rounding * 1000 : steps * rounding;
}

const UNIT_WATTS = { W: 1, kW: 1000, mW: 0.001 } as const;

/** Records the series of a house. The days must come in order. */
export interface Recorder {
  write(powers: DayPowers): void;
  series(): LabelledSamples[];
}

/** Metric names of a house. */
export function namesOf({ usesDefaultNames }: Pick<House, "usesDefaultNames">): Names {
  return usesDefaultNames ? DEFAULT_NAMES : OWN_NAMES;
}

/** Metric names. */
export type Names = Readonly<
  Record<"power" | "imports" | "exports" | "generation" | "today" | "total" | "string", string>
>;

const OWN_NAMES: Names = {
  power: "meter_power",
  imports: "meter_import",
  exports: "meter_export",
  generation: "inverter_power",
  today: "inverter_today",
  total: "inverter_total",
  string: "inverter_string_power",
};

const DEFAULT_NAMES: Names = {
  power: "gridbox_ha_multimeter_power_W",
  imports: "gridbox_ha_multimeter_energy_Wh",
  exports: "",
  generation: "inverter_ac_active_power_watts",
  today: "inverter_production_today_kwh",
  total: "inverter_production_total_kwh",
  string: "inverter_dc_power_watts",
};

/** Identifier of the meter with default names. */
export const AIN = "12345 0123456-1";

/**
 * Opens the devices of a house.
 *
 * @param options Whether to record battery and consumers.
 */
export function recorder(house: House, { others: withOthers = false } = {}): Recorder {
  const { meter, inverters, seed } = house, names = namesOf(house);
  const own = house.usesDefaultNames ? { ain: AIN } : {};
  const label = (__name__: string, more: Labels = {}) => ({ __name__, ...more });
  let powers!: DayPowers, start = 0;

  const atMeter = new Device(meter.cadence, `${seed}/meter`);
  const sign = meter.sign === "export_positive" ? -1 : 1;
  const signed = Array.from({ length: meter.phases }, () => new EnergyMeter());
  for (let p = 0; p < meter.phases; p++) {
    const more = meter.phases === 1 ? own : { phase: String(p + 1) };
    atMeter.sensor(label(names.power, more), (second) => {
      const now = meter.mean > 0
        ? meanOf(signed[p]!, second, meter.mean)
        : powers.phases[p]![Math.floor(second)]!;
      return powerReading(sign * now, meter.unit, meter.rounding);
    }, meter.cadence.deadband / UNIT_WATTS[meter.unit]);
  }
  const isNight = (second: number) => second < 6 * 3600 || second >= 22 * 3600;
  const registers = (["imports", "exports"] as const).flatMap((direction) => {
    const counter = meter[direction];
    if (counter === null) return [];
    const part = direction === "imports" ? "positive" : "negative";
    return Array.from({ length: meter.tariffs }, (_, tariff) => {
      const flow = new EnergyMeter(),
        more = meter.tariffs === 1 ? own : { tariff: String(tariff + 1) };
      atMeter.sensor(
        label(names[direction], more),
        (second) => counterReading(counter, flow.at(second)),
      );
      const counts = meter.tariffs === 1
        ? undefined
        : Uint8Array.from({ length: 90_000 }, (_, s) => isNight(s) === (tariff === 1) ? 1 : 0);
      // A house without PV has never fed in.
      const fedIn = house.inverters.length > 0 ? meter.opening * 0.7 : 0;
      let before = direction === "imports" ? meter.opening : fedIn;
      return (seconds: number) => {
        flow.add(before, seconds, powers.grid, part, counts);
        before = flow.sum[seconds]!;
      };
    });
  });

  const panels = inverters.map((inverter, i) =>
    openInverter(house, inverter, i, () => powers, names)
  );
  const others = openConsumers(withOthers ? house : { ...house, ...NO_CONSUMERS }, () => powers);
  return {
    write(now) {
      powers = now;
      start = now.day.start;
      if (meter.mean > 0) {
        signed.forEach((flow, p) => flow.add(0, now.seconds, now.phases[p]!));
      }
      for (const add of registers) add(now.seconds);
      atMeter.write(start, 0, now.seconds);
      for (const one of panels) one.write(now);
      others.write(now);
    },
    series: () =>
      [atMeter, ...panels.map(({ device }) => device), ...others.devices]
        .flatMap(({ sensors }) => sensors.map(({ column }) => column.samples()))
        .filter(({ time }) => time.length > 0),
  };
}

function meanOf(flow: EnergyMeter, second: number, length: number): number {
  const from = Math.max(0, second - length);
  return second > from ? (flow.at(second) - flow.at(from)) * 3600 / (second - from) : 0;
}

/** An inverter is awake for this long before and after it generates. [s] */
const STANDBY = 180;

function openInverter(
  house: House,
  inverter: Inverter,
  index: number,
  powers: () => DayPowers,
  names: Names,
): { device: Device; write(now: DayPowers): void } {
  const { cadence, power, today, total, rounds, clock, night } = inverter;
  const device = new Device(cadence, `${house.seed}/inverter/${index}`);
  const more = house.inverters.length === 1 ? {} : { device: String(index + 1) };
  const flow = new EnergyMeter();
  let before = 0, opening = 0;
  /** Pending resets of the day counter, in seconds since the start of the day. */
  let resets: number[] = [];
  const shown = () => powers().inverters[index]!;
  const opened = Math.floor(random(`${house.seed}/total/${index}`).between(0, 30_000)) * 1000;
  if (power) {
    device.sensor(
      { __name__: names.generation, ...more },
      (second) => powerReading(shown().shown[Math.floor(second)]!, power, power === "kW" ? 10 : 1),
      cadence.deadband / UNIT_WATTS[power],
    );
  }
  if (today) {
    device.sensor(
      { __name__: names.today, ...more },
      (second) => counterReading(today, flow.at(second) - opening, rounds),
    );
  }
  if (total) {
    device.sensor(
      { __name__: names.total, ...more },
      (second) => counterReading(total, opened + flow.at(second), rounds),
    );
  }
  if (inverter.strings) {
    inverter.planes.forEach((plane, p) => {
      device.sensor(
        { __name__: names.string, ...more, string: plane.name },
        (second) => Math.round(shown().planes[p]![Math.floor(second)]!),
      );
    });
  }
  return {
    device,
    write(now) {
      const { awake, shown: watts } = now.inverters[index]!;
      flow.add(before, now.seconds, watts);
      before = flow.sum[now.seconds]!;
      resets = resetsOf(clock, now, awake);
      const from = night === "zero" ? 0 : Math.max(0, (awake?.[0] ?? Infinity) - STANDBY);
      const to = night === "zero"
        ? now.seconds
        : Math.min(now.seconds, (awake?.[1] ?? -Infinity) + STANDBY);
      const reset = (second: number) => {
        while (resets.length > 0 && resets[0]! <= second) opening = flow.at(resets.shift()!);
      };
      if (from < to) device.write(now.day.start, from, to, reset);
      reset(Infinity);
    },
  };
}

/** When the day counter resets, in seconds since the start of the day. */
function resetsOf(
  clock: Inverter["clock"],
  { day, seconds }: DayPowers,
  awake: readonly [number, number] | null,
): number[] {
  if (clock === "wake") return awake ? [Math.max(0, awake[0] - STANDBY + 60)] : [];
  if (clock === "utc") {
    const midnight = Math.ceil(day.start / 86_400_000) * 86_400_000;
    return midnight < day.end ? [(midnight - day.start) / 1000] : [];
  }
  const second = clock >= 0 ? clock * 3600 : seconds + clock * 3600;
  return second < seconds ? [second] : [];
}

const NO_CONSUMERS = { battery: null, wallbox: 0, heatPump: 0 } as const;

/** Battery and consumers, sampled once a minute. */
function openConsumers(
  { battery, wallbox, heatPump, seed }: House,
  powers: () => DayPowers,
): { devices: Device[]; write(now: DayPowers): void } {
  const devices: Device[] = [], flows: ((now: DayPowers) => void)[] = [];
  const counter: Counter = { step: 10, unit: "kWh" };
  const open = (name: string) => {
    const device = new Device({ kind: "regular", step: 60, deadband: 0 }, `${seed}/${name}`);
    devices.push(device);
    return device;
  };
  const count = (
    device: Device,
    __name__: string,
    watts: (now: DayPowers) => Float64Array,
    part: "positive" | "negative" = "positive",
  ) => {
    const flow = new EnergyMeter();
    let before = 1_000_000;
    flows.push((now) => {
      flow.add(before, now.seconds, watts(now), part);
      before = flow.sum[now.seconds]!;
    });
    device.sensor({ __name__ }, (second) => counterReading(counter, flow.at(second)));
  };
  if (battery) {
    const device = open("battery"), sign = battery.sign === "charge_positive" ? 1 : -1;
    device.sensor(
      { __name__: "battery_power" },
      (second) => Math.round(sign * powers().charging[Math.floor(second)]!),
    );
    device.sensor(
      { __name__: "battery_soc" },
      (second) => Math.round(1000 * powers().stored[Math.floor(second)]! / battery.capacity) / 10,
    );
    count(device, "battery_charged", ({ charging }) => charging);
    count(device, "battery_discharged", ({ charging }) => charging, "negative");
  }
  for (const [name, most] of [["wallbox", wallbox], ["heat_pump", heatPump]] as const) {
    if (most === 0) continue;
    const device = open(name), key = name === "wallbox" ? "wallbox" : "heatPump";
    device.sensor(
      { __name__: `${name}_power` },
      (second) => Math.round(powers()[key][Math.floor(second)]!),
    );
    count(device, `${name}_energy`, (now) => now[key]);
  }
  return {
    devices,
    write(now) {
      for (const add of flows) add(now);
      for (const device of devices) device.write(now.day.start, 0, now.seconds);
    },
  };
}
