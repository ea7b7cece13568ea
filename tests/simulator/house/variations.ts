/**
 * Everything that goes wrong between a house and its numbers, each under a name, where and how much
 * drawn from a seed.
 *
 * @module
 */

import {
  addDays,
  HOUR,
  localDays,
  MINUTE,
  type Period,
  type TimeRange,
} from "../../../src/time.ts";
import { clockOffset } from "./faults/clock_offset.ts";
import type { Fault } from "./faults/fault.ts";
import { lateReset } from "./faults/late_reset.ts";
import { loggerOutage } from "./faults/logger_outage.ts";
import { meterOutage } from "./faults/meter_outage.ts";
import { middayReset } from "./faults/midday_reset.ts";
import { misread } from "./faults/misread.ts";
import { replacedMeter } from "./faults/replaced_meter.ts";
import type { Exporter, House } from "./house.ts";
import { type Random, random } from "./random.ts";

/**
 * Names of the variations.
 *
 * | name | what goes wrong |
 * |---|---|
 * | `glitch_to_zero` | the import register reads zero for some minutes |
 * | `dip` | it reads one step less, once |
 * | `spike` | it reads tens of kilowatt-hours more, once |
 * | `replayed_row` | a later reading of it comes once, too early |
 * | `impossible_jump` | it leaps by tens of kilowatt-hours and stays there |
 * | `frozen_register` | it stands still for hours, then has it all |
 * | `replaced_meter` | it is that of another meter, with a reading of its own |
 * | `meter_reset` | it starts again at zero |
 * | `late_reset` | the inverter's day counter wakes up with the day before |
 * | `midday_reset` | it starts again at zero while the sun shines |
 * | `clock_offset` | it is reset one, two or seven hours off midnight, on all days |
 * | `impossible_grid_power` | one to three samples of grid power are megawatts, of either sign |
 * | `impossible_generation` | one to three samples of generation are far beyond the panels |
 * | `meter_outage` | the router has lost the meter, which counts on |
 * | `logger_outage` | the inverter's logger is silent while it generates |
 * | `inverter_outage` | the inverter does not work for hours of daylight |
 * | `restart` | an exporter restarts, and its series have other labels |
 * | `overlapping_restart` | it does, and for some minutes both pods report |
 */
export type VariationName =
  | "glitch_to_zero"
  | "dip"
  | "spike"
  | "replayed_row"
  | "impossible_jump"
  | "frozen_register"
  | "replaced_meter"
  | "meter_reset"
  | "late_reset"
  | "midday_reset"
  | "clock_offset"
  | "impossible_grid_power"
  | "impossible_generation"
  | "meter_outage"
  | "logger_outage"
  | "inverter_outage"
  | "restart"
  | "overlapping_restart";

/** A house in which one thing goes wrong. */
export interface Variation {
  /** What. */
  readonly name: VariationName;
  /** When. Unix times. [ms] */
  readonly range: TimeRange;
  /** The house. */
  readonly house: House;
  /** Its faults. */
  readonly faults: readonly Fault[];
}

/** Options of {@linkcode vary}. */
export interface VaryOptions {
  /** The local day on which it goes wrong. */
  readonly day: string;
  /**
   * Decides when on the day, for how long and by how much.
   *
   * @default {"variation"}
   */
  readonly seed?: string;
}

const REGISTER = "gridbox_ha_multimeter_energy_Wh";
const GRID = "gridbox_ha_multimeter_power_W", POWER = "inverter_ac_active_power_watts";

/** What a variation is made from. */
interface Circumstances {
  readonly house: House;
  readonly day: Period;
  readonly chance: Random;
  /** An instant between two hours of the day. */
  readonly at: (from: number, to: number) => number;
}

type Planted = { readonly range: TimeRange; readonly house?: House; readonly faults?: Fault[] };

const misreading = (
  metric: string,
  range: TimeRange,
  as: (value: number, before: number) => number,
) => (
  { range, faults: [misread(metric, { ...range, as })] }
);
const lasting = (start: number, length: number): TimeRange => ({ start, end: start + length });

const PLANT: Readonly<Record<VariationName, (one: Circumstances) => Planted>> = {
  glitch_to_zero: ({ at, chance }) =>
    misreading(REGISTER, lasting(at(1, 22), chance.between(1, 10) * MINUTE), () => 0),
  dip: ({ at }) => misreading(REGISTER, lasting(at(1, 22), MINUTE), (_, before) => before - 1),
  spike: ({ at, chance }) => {
    const leap = Math.round(chance.between(5_000, 80_000));
    return misreading(REGISTER, lasting(at(1, 22), MINUTE), (value) => value + leap);
  },
  replayed_row: ({ at, chance }) => {
    const early = Math.round(chance.between(50, 350));
    return misreading(REGISTER, lasting(at(10, 16), MINUTE), (value) => value + early);
  },
  impossible_jump: ({ at, chance, day }) => {
    const leap = Math.round(chance.between(20_000, 80_000));
    const range = { start: at(1, 22), end: day.end };
    return {
      range,
      faults: [misread(REGISTER, { start: range.start, end: Infinity, as: (wh) => wh + leap })],
    };
  },
  frozen_register: ({ at, chance }) =>
    misreading(
      REGISTER,
      lasting(at(16, 20), chance.between(1, 3) * HOUR),
      (_, before) => before,
    ),
  replaced_meter: ({ at, chance }) => {
    const start = at(1, 22), reading = Math.round(chance.between(1_000, 90_000));
    return { range: lasting(start, MINUTE), faults: [replacedMeter({ at: start, reading })] };
  },
  meter_reset: ({ at }) => {
    const start = at(1, 22);
    return { range: lasting(start, MINUTE), faults: [replacedMeter({ at: start, reading: 0 })] };
  },
  late_reset: ({ chance, day }) => {
    const delay = Math.round(chance.between(5, 40)) * MINUTE;
    return { range: day, faults: [lateReset({ midnight: day.start, delay })] };
  },
  midday_reset: ({ at, day }) => {
    const range = { start: at(10, 16), end: day.end };
    return { range, faults: [middayReset(range)] };
  },
  clock_offset: ({ chance, day, house }) => {
    const offset = [-2, -1, 1, 2, 7][Math.floor(chance.between(0, 5))]! * HOUR;
    const around = localDays(addDays(day.label, -30), addDays(day.label, 30), house.zone);
    const midnights = around.map(({ start }) => start);
    // While it sleeps nobody can see that its clock is an hour or two off.
    const isSleepless = Math.abs(offset) < 3 * HOUR;
    return { range: day, faults: [clockOffset({ offset, midnights, isSleepless })] };
  },
  impossible_grid_power: ({ at, chance }) => {
    const watts = (chance.chance(0.5) ? 1 : -1) * Math.round(chance.between(1e5, 1e7));
    const length = Math.ceil(chance.between(0, 3)) * MINUTE;
    return misreading(GRID, lasting(at(1, 22), length), () => watts);
  },
  impossible_generation: ({ at, chance, house }) => {
    const rating = 1000 * house.strings.reduce((sum, { kwp }) => sum + kwp, 0);
    const watts = Math.round(chance.between(2, 1000) * rating);
    const length = Math.ceil(chance.between(0, 3)) * MINUTE;
    return misreading(POWER, lasting(at(10, 16), length), () => watts);
  },
  meter_outage: ({ at, chance }) => {
    const range = lasting(at(8, 18), chance.between(0.5, 4) * HOUR);
    return { range, faults: [meterOutage(range)] };
  },
  logger_outage: ({ at, chance }) => {
    const range = lasting(at(9, 13), chance.between(0.5, 3) * HOUR);
    return { range, faults: [loggerOutage(range)] };
  },
  inverter_outage: ({ at, chance, house }) => {
    const range = lasting(at(9, 13), chance.between(0.5, 3) * HOUR);
    return { range, house: { ...house, inverterOutages: [...house.inverterOutages ?? [], range] } };
  },
  restart: ({ at, chance, house }) =>
    restarted(house, at(1, 22), Math.round(chance.between(30, 120)) * 1000),
  overlapping_restart: ({ at, chance, house }) =>
    restarted(house, at(1, 22), -Math.round(chance.between(60, 240)) * 1000),
};

/** Names of all variations. */
export const VARIATIONS: readonly VariationName[] = Object.keys(PLANT) as VariationName[];

/**
 * A house in which one thing goes wrong on a day. The same arguments give the same variation.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHouse } from "./demo_house.ts";
 * import { simulate } from "./simulate.ts";
 * import { vary } from "./variations.ts";
 *
 * const { house, faults } = vary(demoHouse, "glitch_to_zero", { day: "2025-06-01", seed: "a" });
 * const { series } = simulate(house, { from: "2025-06-01", to: "2025-06-01", faults });
 * const register = series.find(({ labels }) => labels.__name__ === "gridbox_ha_multimeter_energy_Wh");
 * assert(register!.value.includes(0));
 * ```
 */
export function vary(house: House, name: VariationName, options: VaryOptions): Variation {
  const { day: label, seed = "variation" } = options;
  const [day] = localDays(label, label, house.zone);
  const chance = random(`${seed}/${name}/${label}`);
  const at = (from: number, to: number) =>
    day!.start + Math.round(chance.between(from * HOUR, to * HOUR) / 1000) * 1000;
  const planted = PLANT[name]({ house, day: day!, chance, at });
  return { name, house, faults: [], ...planted };
}

/** Both exporters restart; between the pods is a pause, or an overlap if it is negative. [ms] */
function restarted(house: House, at: number, pause: number): Planted {
  const split = ({ job, pods }: Exporter): Exporter => ({
    job,
    pods: pods.flatMap((pod) =>
      pod.start < at && at < pod.end
        ? [
          { ...pod, end: at },
          { ...pod, start: at + pause, pod: `${pod.pod}-again`, instance: `${pod.instance}1` },
        ]
        : [pod]
    ),
  });
  return {
    range: { start: Math.min(at, at + pause), end: Math.max(at, at + pause) },
    house: {
      ...house,
      inverterExporter: split(house.inverterExporter),
      meterExporter: split(house.meterExporter),
    },
  };
}
