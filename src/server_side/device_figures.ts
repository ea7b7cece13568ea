/**
 * PromQL for the energies of battery and consumers.
 *
 * @module
 */

import { formatRange, type LookBack } from "../client/expression.ts";
import { type Binding, consumersOf, hasBattery, type Household } from "../household.ts";
import { HOUR } from "../time.ts";
import { overBindings, sampledEnergy, spelledOut, whereSampled } from "./expressions.ts";

/**
 * The expressions of a day for battery and consumers, without those that a household has no series
 * for.
 *
 * - `charged`, `discharged`: energies of the battery [kWh]
 * - `from_grid`, `to_grid`: what it exchanged with the grid, the lesser of both powers [kWh]
 * - `drawn`: what a hybrid inverter drew from the house to charge [kWh]
 * - `charge_0`, …: state of charge of each battery at the end of the day [0–1]
 * - `consumer_0`, …: energy of each consumer, in the order of the household file [kWh]
 * - each energy of a counter has a `…_reading` at the end of the day, and each device the number of
 *   `…_minutes` at which it has a power, or a reading if no power is bound
 */
export function deviceFigures(household: Household, day: LookBack): Record<string, string> {
  const figures: Record<string, string | null> = {};
  if (hasBattery(household)) Object.assign(figures, batteryFigures(household, day));
  household.bindings.state_of_charge.forEach((binding, index) => {
    const last = (range: string) => `max(last_over_time(${range}))`;
    figures[`charge_${index}`] = overBindings([binding], last, { ...day, window: HOUR });
  });
  consumersOf(household).forEach((name, index) => {
    const { power, counters } = consumerBindings(household, name);
    Object.assign(figures, deviceEnergy(`consumer_${index}`, { power, counters, day }));
    figures[`consumer_${index}_minutes`] = minutes(power.length > 0 ? power : counters, day);
  });
  return Object.fromEntries(
    Object.entries(figures).filter((figure): figure is [string, string] => figure[1] !== null),
  );
}

function batteryFigures(household: Household, day: LookBack): Record<string, string | null> {
  const { bindings, batteryCoupling } = household;
  const { battery_power: power, grid_power, generation_power } = bindings;
  const { battery_charged_energy, battery_discharged_energy } = bindings;
  const battery = spelledOut(household, "battery_power"),
    grid = spelledOut(household, "grid_power");
  const output = spelledOut(household, "generation_power");
  const shared = (a: string | null, b: string | null, sampled: readonly Binding[]) =>
    a && b && whereSampled(sampledEnergy(lesser(a, b), day), sampled, day);
  const reversed = (watts: string | null) => watts && `-(${watts})`;
  const both = [...power, ...grid_power];
  return {
    ...deviceEnergy("charged", {
      power: power.map((one) => ({ ...one, factor: -one.factor })),
      counters: battery_charged_energy,
      day,
    }),
    ...deviceEnergy("discharged", { power, counters: battery_discharged_energy, day }),
    from_grid: shared(grid, reversed(battery), both),
    to_grid: shared(reversed(grid), battery, both),
    drawn: batteryCoupling === "hybrid_output"
      ? shared(reversed(output), reversed(battery), [...power, ...generation_power])
      : null,
    battery_minutes: minutes(power.length > 0 ? power : battery_charged_energy, day),
  };
}

/** The lesser of two powers where both are positive, else zero. */
function lesser(a: string, b: string): string {
  const [first, second] = [`clamp_min(${a}, 0)`, `clamp_min(${b}, 0)`];
  return `(${first} + ${second} - abs(${first} - ${second})) / 2`;
}

/** An energy and its counter's reading, by the counters, else by the power. */
function deviceEnergy(
  name: string,
  { power, counters, day }: {
    readonly power: readonly Binding[];
    readonly counters: readonly Binding[];
    readonly day: LookBack;
  },
): Record<string, string | null> {
  if (counters.length > 0) {
    return {
      [name]: overBindings(counters, (range) => `sum(increase(${range}))`, day),
      [`${name}_reading`]: overBindings(counters, (range) => `max(max_over_time(${range}))`, day),
    };
  }
  const watts = sumOf(power);
  return { [name]: watts && whereSampled(sampledEnergy(watts, day), power, day) };
}

function minutes(bindings: readonly Binding[], day: LookBack): string | null {
  const sum = sumOf(bindings);
  return sum && whereSampled(`count_over_time((${sum})${formatRange(day, "1m")})`, bindings, day);
}

/** Series of any role, added. */
function sumOf(bindings: readonly Binding[]): string | null {
  return spelledOut({ bindings: { consumer_power: bindings } }, "consumer_power");
}

/** The series of a consumer. */
export function consumerBindings({ bindings }: Pick<Household, "bindings">, consumer: string) {
  const own = (all: readonly Binding[]) => all.filter(({ name }) => name === consumer);
  return { power: own(bindings.consumer_power), counters: own(bindings.consumer_energy) };
}
