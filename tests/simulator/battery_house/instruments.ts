/**
 * What the exporters show of the house when they are scraped.
 *
 * @module
 */

import type { LabelledSamples, Labels } from "../../../src/columns.ts";
import { scrapeTimes } from "../house/scrapes.ts";
import type { BatteryHouse, Read } from "./house.ts";
import { type DayPowers, LONGEST } from "./powers.ts";

/** The counters of the house before each second of a day. [Wh] */
interface Counters {
  readonly imported: Float64Array;
  readonly exported: Float64Array;
  readonly generated: Float64Array;
  readonly charged: Float64Array;
  readonly discharged: Float64Array;
  readonly wallbox: Float64Array;
  readonly heatPump: Float64Array;
}

/** A series as an exporter shows it. */
interface Shown {
  readonly name: string;
  readonly labels?: (time: number) => Labels;
  /** The value in a second; `null` if the device does not answer. */
  readonly value: (second: number, powers: DayPowers, counters: Counters) => number | null;
}

interface Series {
  readonly labels: Labels;
  readonly time: number[];
  readonly value: number[];
}

/** All exporters of a house through the year: call `record` with the days in order. */
export class Instruments {
  readonly #opening: Record<keyof Counters, number>;
  readonly #counters: Counters;
  readonly #targets: { readonly shown: readonly Shown[]; readonly pods: readonly Target[] }[];
  readonly #series: Series[] = [];

  /**
   * Switches the exporters on.
   *
   * @param range First and last scrape lie in it.
   * @param firmware The battery's version at a time.
   */
  constructor(
    house: BatteryHouse,
    range: { readonly start: number; readonly end: number },
    firmware: (time: number) => string,
  ) {
    this.#opening = { ...house.counters };
    const counter = () => new Float64Array(LONGEST + 1);
    this.#counters = {
      ...{ imported: counter(), exported: counter(), generated: counter() },
      ...{ charged: counter(), discharged: counter() },
      ...{ wallbox: counter(), heatPump: counter() },
    };
    const target = (exporter: Read, shown: readonly Shown[]) => ({
      shown,
      pods: exporter.pods.map(({ pod, instance, start, end }) => ({
        labels: { job: exporter.job, pod, instance },
        series: new Map(),
        next: 0,
        times: scrapeTimes(`${house.seed}/${pod}`, {
          start: Math.max(start, range.start),
          end: Math.min(end, range.end),
        }, { interval: exporter.interval }),
      })),
    });
    const { exporters } = house;
    this.#targets = [
      target(exporters.manager, manager(house, firmware)),
      target(exporters.inverter, inverter(house)),
      target(exporters.wallbox, wallbox),
      target(exporters.heatPump, heatPump),
    ];
  }

  /** Scrapes all exporters through a day. */
  record(powers: DayPowers): void {
    this.#count(powers);
    const { day } = powers;
    for (const { shown, pods } of this.#targets) {
      for (const pod of pods) {
        while (pod.next < pod.times.length && pod.times[pod.next]! < day.start) pod.next++;
        for (; pod.next < pod.times.length && pod.times[pod.next]! < day.end; pod.next++) {
          const time = pod.times[pod.next]!, second = Math.floor((time - day.start) / 1000);
          for (const one of shown) {
            const value = one.value(second, powers, this.#counters);
            if (value !== null) this.#add(one, pod, time, value);
          }
        }
      }
    }
  }

  /** All that was scraped. */
  series(): LabelledSamples[] {
    return this.#series.map(({ labels, time, value }) => ({
      labels,
      time: new Float64Array(time),
      value: new Float64Array(value),
    }));
  }

  #add(shown: Shown, { labels: target, series: ofPod }: Target, time: number, value: number): void {
    const own = shown.labels?.(time), key = own ? Object.values(own).join("\n") : "";
    // A key of name and pod would be put together for each of ten million samples.
    let known = ofPod.get(shown);
    if (!known) ofPod.set(shown, known = new Map());
    let series = known.get(key);
    if (!series) {
      series = { labels: { __name__: shown.name, ...own, ...target }, time: [], value: [] };
      known.set(key, series);
      this.#series.push(series);
    }
    series.time.push(time);
    series.value.push(value);
  }

  #count({ seconds, grid, generation, charging, ...powers }: DayPowers): void {
    const add = (
      name: keyof Counters,
      power: Float64Array,
      part: "all" | "positive" | "negative" = "all",
    ) => {
      const counter = this.#counters[name], opening = this.#opening[name];
      const sign = part === "negative" ? -1 : 1, least = part === "all" ? -Infinity : 0;
      // Sums of watt-seconds are exact enough for a year; they are divided once.
      let sum = 0;
      counter[0] = opening;
      for (let s = 0; s < seconds; s++) {
        sum += Math.max(sign * power[s]!, least);
        counter[s + 1] = opening + sum / 3600;
      }
      this.#opening[name] = counter[seconds]!;
    };
    add("imported", grid, "positive");
    add("exported", grid, "negative");
    add("generated", generation);
    add("charged", charging, "positive");
    add("discharged", charging, "negative");
    add("wallbox", powers.wallbox);
    add("heatPump", powers.heatPump);
  }
}

interface Target {
  readonly labels: Labels;
  /** Its series, by what they show and by the labels of their own. */
  readonly series: Map<Shown, Map<string, Series>>;
  readonly times: Float64Array;
  next: number;
}

/** The energy manager reads the meter and the battery at the same moment. */
function manager({ battery }: BatteryHouse, firmware: (time: number) => string): Shown[] {
  const labels = (time: number) => ({ firmware: firmware(time) });
  return [
    { name: "grid_power_watts", value: (s, { grid }) => whole(grid[s]!) },
    { name: "grid_import_wh_total", value: (s, _, { imported }) => Math.floor(imported[s]!) },
    { name: "grid_export_wh_total", value: (s, _, { exported }) => Math.floor(exported[s]!) },
    { name: "battery_power_watts", labels, value: (s, { charging }) => whole(-charging[s]!) },
    {
      name: "battery_charged_wh_total",
      labels,
      value: (s, _, { charged }) => 10 * Math.floor(charged[s]! / 10),
    },
    {
      name: "battery_discharged_wh_total",
      labels,
      value: (s, _, { discharged }) => 10 * Math.floor(discharged[s]! / 10),
    },
    {
      name: "battery_soc_percent",
      labels,
      value: (s, { stored }) => Math.round(1000 * stored[s]! / battery.capacity) / 10,
    },
  ];
}

/** The PV inverter answers while it is awake. */
function inverter({ strings }: BatteryHouse): Shown[] {
  const awake = (value: Shown["value"]): Shown["value"] => (second, powers, counters) => {
    const { from, to } = powers.awake;
    return second >= from && second < to ? value(second, powers, counters) : null;
  };
  return [
    { name: "pv_power_watts", value: awake((s, { generation }) => whole(generation[s]!)) },
    {
      name: "pv_yield_today_wh",
      value: awake((s, _, { generated }) => 10 * Math.floor((generated[s]! - generated[0]!) / 10)),
    },
    {
      name: "pv_yield_total_kwh",
      value: awake((s, _, { generated }) => Math.floor(generated[s]! / 100) / 10),
    },
    ...strings.map(({ name: string }, index): Shown => ({
      name: "pv_string_power_watts",
      labels: () => ({ string }),
      value: awake((s, { strings }) => whole(strings[index]![s]!)),
    })),
  ];
}

const wallbox: readonly Shown[] = [
  { name: "wallbox_power_watts", value: (s, { wallbox }) => whole(wallbox[s]!) },
  { name: "wallbox_energy_wh_total", value: (s, _, { wallbox }) => Math.floor(wallbox[s]!) },
];

const heatPump: readonly Shown[] = [
  { name: "heat_pump_power_watts", value: (s, { heatPump }) => whole(heatPump[s]!) },
  { name: "heat_pump_energy_wh_total", value: (s, _, { heatPump }) => Math.floor(heatPump[s]!) },
];

/** Rounded to 1 W; adding zero turns a minus zero into a plain one. */
function whole(watts: number): number {
  return Math.round(watts) + 0;
}
