/**
 * The signals of a battery and of consumers that are measured by themselves.
 *
 * @module
 */

import type { BatteryCoupling, Role } from "../../catalogue/roles.ts";
import type { Samples } from "../../columns.ts";
import type { HeldSamples, Witnesses } from "../../frames/held.ts";
import { meanPerSlot } from "../../frames/integrate.ts";
import { addSignals, gapCap } from "../../frames/samples.ts";
import { consumersOf, hasBattery, type Household } from "../../household.ts";
import { MINUTE, type TimeRange } from "../../time.ts";
import { limitsOf } from "../limits.ts";
import type { AuditRow } from "../repairs.ts";
import { powerOf } from "./clean_power.ts";
import type { RoleSignals, RoleStream } from "./roles.ts";

/** A battery around some days. */
export interface BatterySignals {
  /** How it is connected. */
  readonly coupling: BatteryCoupling;
  /** Power, positive while it discharges; no samples where none is bound. [W] */
  readonly power: HeldSamples;
  /** Whether a power is bound at all. */
  readonly hasPower: boolean;
  /** Counters of charged energy, to be added. [kWh] */
  readonly charged: readonly Samples[];
  /** Counters of discharged energy, to be added. [kWh] */
  readonly discharged: readonly Samples[];
  /** State of charge, one per battery. [0–1] */
  readonly soc: readonly Samples[];
  /** Usable capacity of each of them; `null` if one is not known. [kWh] */
  readonly capacities: readonly number[] | null;
}

/** A consumer around some days. */
export interface ConsumerSignals {
  /** Its name in the household file. */
  readonly name: string;
  /** Power; no samples where none is bound. [W] */
  readonly power: HeldSamples;
  /** Counters, to be added. [kWh] */
  readonly counters: readonly Samples[];
}

/** The devices of a house besides meter and inverter. */
export interface DeviceSignals {
  /** The battery; `null` in a house without one. */
  readonly battery: BatterySignals | null;
  /** Consumers, in the order of the household file. */
  readonly consumers: readonly ConsumerSignals[];
  /** Impossible power samples, which are left out. */
  readonly impossible: readonly AuditRow[];
  /** What was pulled, role by role; a role of several consumers has an entry for each. */
  readonly pulled: readonly (readonly [Role, RoleSignals])[];
}

/** The devices through a window that only moves forward. */
export interface DeviceStream {
  /**
   * The signals from the last sample before the window to the first one after it.
   *
   * @param repair Whether power samples that cannot be true are left out.
   * @throws {WattbookError} `AMBIGUOUS_SERIES`, and whatever the source throws.
   */
  window(range: TimeRange, repair: boolean): Promise<DeviceSignals>;
}

const BATTERY: readonly Role[] = [
  "battery_power",
  "battery_charged_energy",
  "battery_discharged_energy",
  "state_of_charge",
];

/**
 * Opens the signals of battery and consumers; a house without them pulls nothing.
 *
 * @param open Opens the signals of a role of a household.
 */
export function deviceStream(
  household: Household,
  open: (household: Household, role: Role) => RoleStream,
): DeviceStream {
  const { bindings, batteryCoupling = "ac" } = household, limit = limitsOf(household).gridPower;
  const battery = hasBattery(household) ? BATTERY.map((role) => open(household, role)) : [];
  const consumers = consumersOf(household).map((name) => {
    // Consumers are known one by one: a silent wallbox does not hide the heat pump.
    const of = (role: "consumer_power" | "consumer_energy") => {
      const own = bindings[role].filter((one) => one.name === name);
      return open({ ...household, bindings: { ...bindings, [role]: own } }, role);
    };
    return { name, power: of("consumer_power"), counters: of("consumer_energy") };
  });
  const known = bindings.state_of_charge.map(({ capacityKwh }) => capacityKwh);
  const capacities = known.length > 0 && known.every((one) => one !== undefined) ? known : null;

  return {
    async window(range, repair) {
      const pulled: [Role, RoleSignals][] = [], impossible: AuditRow[] = [];
      const clean = (role: Role, found: RoleSignals, counters: Witnesses) => {
        const { sum, impossible: runs } = powerOf(role, found, limit, repair, counters);
        impossible.push(...runs);
        return sum;
      };
      const [power, charged, discharged, soc] = await Promise.all(
        battery.map((stream) => stream.window(range)),
      );
      if (power) {
        [power, charged!, discharged!, soc!]
          .forEach((found, index) => pulled.push([BATTERY[index]!, found]));
      }
      const found = await Promise.all(consumers.map(async ({ name, power, counters }) => {
        const [watts, counted] = [await power.window(range), await counters.window(range)];
        pulled.push(["consumer_power", watts], ["consumer_energy", counted]);
        return { name, watts, counted };
      }));
      return {
        battery: power
          ? {
            coupling: batteryCoupling,
            power: clean("battery_power", power, {
              positive: discharged!.signals,
              negative: charged!.signals,
            }),
            hasPower: bindings.battery_power.length > 0,
            charged: charged!.signals,
            discharged: discharged!.signals,
            soc: soc!.signals,
            capacities,
          }
          : null,
        consumers: found.map(({ name, watts, counted }) => ({
          name,
          power: clean("consumer_power", watts, { positive: counted.signals }),
          counters: counted.signals,
        })),
        impossible,
        pulled,
      };
    },
  };
}

const NONE: Samples = { time: new Float64Array(), value: new Float64Array() };

/**
 * What the panels of a hybrid inverter give, from its AC output and the battery's power: their
 * difference, which lacks the inverter's losses. Never negative. [W]
 */
export function panelPower(output: Samples, battery: Samples): Samples {
  const { time, value } = difference(output, battery);
  return { time, value: value.map((watts) => Math.max(0, watts)) };
}

/** Signals that were sampled at different moments only agree on average. [ms] */
const SLOT = 15 * MINUTE;
/** Less is not taken for sunshine. [W] */
const LEAST = 60;

/**
 * When the panels of a hybrid inverter gave power, in means of a quarter of an hour: a load that was
 * switched on between the samples of inverter and battery is no light. [W]
 */
export function panelLight(output: Samples, battery: Samples): Samples {
  const power = difference(output, battery), start = power.time[0], end = power.time.at(-1);
  if (start === undefined || end === undefined) return NONE;
  const borders = Float64Array.from(
    { length: Math.ceil((end - start) / SLOT) + 1 },
    (_, slot) => start + slot * SLOT,
  );
  const means = meanPerSlot(power, borders, { maxGap: gapCap(output), minCoverage: 0.5 });
  return {
    time: borders.slice(0, -1).map((at) => at + SLOT / 2),
    value: means.map((watts) => watts > LEAST ? watts : 0),
  };
}

function difference(output: Samples, battery: Samples): Samples {
  const { time, value } = battery;
  const sum = addSignals([output, { time, value: value.map((watts) => -watts) }]);
  const isKnown = (_: number, row: number) => !Number.isNaN(sum.value[row]!);
  return { time: sum.time.filter(isKnown), value: sum.value.filter(isKnown) };
}
