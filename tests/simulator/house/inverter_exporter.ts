/**
 * The inverter exporter: what it shows of a day when it is scraped.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { MINUTE, SECOND } from "../../../src/time.ts";
import type { House, Pod, PvString } from "./house.ts";
import { gridAndHeat, type Surroundings } from "./surroundings.ts";
import { Recording } from "./recording.ts";
import { secondOf, type Trace } from "./trace.ts";

/** The exporter shows the last values of a silent inverter for this long. [ms] */
export const CACHE = 5 * MINUTE;

const PLANT = [
  "inverter_ac_active_power_watts",
  "inverter_ac_voltage_volts",
  "inverter_ac_current_amperes",
  "inverter_ac_frequency_hertz",
  "inverter_production_today_kwh",
  "inverter_production_total_kwh",
  "inverter_dc_total_power_watts",
  "inverter_operating_power_watts",
  "inverter_radiator_temperature_celsius",
  "inverter_uptime_minutes",
];
const PER_STRING = [
  "inverter_dc_power_watts",
  "inverter_dc_voltage_volts",
  "inverter_dc_current_amperes",
  "inverter_dc_production_today_kwh",
];

/**
 * One pod of the exporter.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHouse } from "./demo_house.ts";
 * import { InverterExporter } from "./inverter_exporter.ts";
 *
 * const exporter = new InverterExporter(demoHouse, demoHouse.inverterExporter.pods[0]!);
 * assert(exporter.series().length === 0);
 * ```
 */
export class InverterExporter {
  readonly #house: House;
  readonly #always: Recording;
  readonly #awake: Recording;
  #surroundings: Surroundings | undefined;

  /** Starts a pod that has not been scraped yet. */
  constructor(house: House, { pod, instance }: Pod) {
    this.#house = house;
    const target = { instance, job: house.inverterExporter.job, pod };
    this.#always = new Recording([
      { __name__: "up", ...target },
      { __name__: "inverter_logger_online", ...target },
    ]);
    this.#awake = new Recording([
      ...PLANT.map((__name__) => ({ __name__, ...target })),
      ...house.strings.flatMap(({ name }) =>
        PER_STRING.map((__name__) => ({ __name__, ...target, string: name }))
      ),
    ]);
  }

  /** A scrape at an instant of the day; an inverter that sleeps or fails has no values. */
  scrape(time: number, trace: Trace): void {
    const second = secondOf(trace, time);
    const { from } = trace.awake;
    const outage = this.#house.inverterOutages?.find(({ start, end }) =>
      start <= time && time < end
    );
    const to = outage ? Math.min(trace.awake.to, secondOf(trace, outage.start)) : trace.awake.to;
    const online = second >= from && second < to;
    this.#always.add(time, [1, online ? 1 : 0]);
    const frozen = second >= to && to > from && (second - to) * SECOND < CACHE;
    if (online || frozen) this.#awake.add(time, this.#values(Math.min(second, to - 1), trace));
  }

  /** All that was scraped. */
  series(): LabelledSamples[] {
    return [...this.#always.series(), ...this.#awake.series()];
  }

  /** Since which second of the day it has been working. */
  #startOf(second: number, trace: Trace): number {
    const repaired = (this.#house.inverterOutages ?? []).map(({ end }) => secondOf(trace, end));
    return Math.max(trace.awake.from, ...repaired.filter((one) => one <= second));
  }

  #values(second: number, trace: Trace): number[] {
    if (this.#surroundings?.day !== trace.label) {
      this.#surroundings = gridAndHeat(this.#house, trace);
    }
    const { volts, hertz, celsius } = this.#surroundings;
    const { generated, strings } = trace.registers;
    const ac = trace.ac[second]!;
    const dc = trace.dc.reduce((sum, power) => sum + power[second]!, 0);
    const plant = [
      Math.round(ac),
      decimals(volts[second]!, 1),
      // Three phases share the power.
      decimals(ac / volts[second]! / 3, 1),
      decimals(hertz[second]!, 2),
      completed((generated[second]! - generated[0]!) / 1000, 2),
      completed(this.#house.yieldRegister + generated[second]! / 1000, 1),
      Math.round(dc),
      Math.round(dc - ac),
      decimals(celsius[second]!, 1),
      Math.floor((second - this.#startOf(second, trace)) / 60),
    ];
    return plant.concat(this.#house.strings.flatMap((string, index) => {
      const power = trace.dc[index]![second]!, voltage = voltageOf(string, power);
      return [
        Math.round(power),
        decimals(voltage, 1),
        voltage === 0 ? 0 : decimals(power / voltage, 1),
        completed((strings[index]![second]! - strings[index]![0]!) / 1000, 2),
      ];
    }));
  }
}

/** Modules reach their voltage at little light and lose some of it as they warm up. */
function voltageOf({ kwp, volts }: PvString, power: number): number {
  if (kwp === 0) return 0;
  return volts * (1.06 - 0.14 * Math.exp(-power / 150) - 0.06 * power / kwp / 1000);
}

/** A measured value, as its display rounds it. */
function decimals(value: number, places: number): number {
  return Math.round(value * 10 ** places) / 10 ** places;
}

/** A counter shows a unit when it is full. */
function completed(value: number, places: number): number {
  return Math.floor(value * 10 ** places) / 10 ** places;
}
