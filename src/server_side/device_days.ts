/**
 * What a server's answers say of battery and consumers, day by day.
 *
 * @module
 */

import type { BatteryDay } from "../energy/battery.ts";
import type { ConsumerDay } from "../energy/consumers.ts";
import type { GridDirection } from "../energy/grid.ts";
import { consumersOf, hasBattery, type Household } from "../household.ts";
import { checkDirection, type CheckedDirection } from "./checks.ts";
import { consumerBindings } from "./device_figures.ts";

/** What a server answered of some days, ascending and without gap. */
export interface DeviceAnswers {
  /** A figure of each day; NaN where the server has none. */
  readonly known: (figure: string) => readonly number[];
  /** Minutes of each day. */
  readonly minutes: readonly number[];
  /** Share of the minutes from which on a day is covered. [0–1] */
  readonly completeCoverage: number;
  /** The most that a device can use or give in a day. [kWh] */
  readonly most: number;
}

/** Battery and consumers on a day, as {@linkcode dayRow} takes them. */
export interface DeviceDay {
  readonly battery?: BatteryDay;
  readonly consumers: readonly ConsumerDay[];
}

/** What the answers to {@linkcode deviceFigures} say of each day. */
export function deviceDays(household: Household, answers: DeviceAnswers): DeviceDay[] {
  const { known, minutes } = answers;
  const consumers = consumersOf(household).map((name, index) => {
    const { counters } = consumerBindings(household, name), figure = `consumer_${index}`;
    const coverage = coverageOf(`${figure}_minutes`, answers);
    const used = energiesOf(figure, { isCounted: counters.length > 0, coverage, answers });
    return minutes.map((_, d) => ({ name, coverage: coverage[d]!, used: used[d]! }));
  });
  const battery = hasBattery(household) ? batteryDays(household, answers) : null;
  return minutes.map((_, d) => ({
    ...(battery && { battery: battery[d]! }),
    consumers: consumers.map((days) => days[d]!),
  }));

  function batteryDays({ bindings, batteryCoupling }: Household, answers: DeviceAnswers) {
    const coverage = coverageOf("battery_minutes", answers);
    const of = (figure: "charged" | "discharged") =>
      energiesOf(figure, {
        isCounted: bindings[`battery_${figure}_energy`].length > 0,
        coverage,
        answers,
      });
    const charged = of("charged"), discharged = of("discharged");
    const exchange = (figure: string) =>
      known(figure).map((kwh) =>
        Number.isNaN(kwh) ? null : { kwh, sigma: 0, doubt: 0, covered: 1 }
      );
    const fromGrid = exchange("from_grid"), toGrid = exchange("to_grid");
    const drawn = known("drawn"), soc = stateOfCharge(household, answers);
    const sizes = bindings.state_of_charge.map(({ capacityKwh = NaN }) => capacityKwh);
    const capacity = sizes.reduce((sum, one) => sum + one, 0);
    return minutes.map((_, d): BatteryDay => ({
      coupling: batteryCoupling!,
      coverage: bindings.battery_power.length > 0 ? coverage[d]! : null,
      charged: charged[d]!,
      discharged: discharged[d]!,
      fromGrid: fromGrid[d]!,
      toGrid: toGrid[d]!,
      drawn: Number.isNaN(drawn[d]!) ? 0 : drawn[d]!,
      soc: { start: soc[d - 1] ?? null, end: soc[d]!, step: 0 },
      capacity: capacity > 0 ? capacity : null,
    }));
  }
}

function coverageOf(figure: string, { known, minutes }: DeviceAnswers): number[] {
  return known(figure).map((count, d) =>
    Number.isNaN(count) ? 0 : Math.min(1, count / minutes[d]!)
  );
}

function energiesOf(
  figure: string,
  { isCounted, coverage, answers: { known, completeCoverage, most } }: {
    readonly isCounted: boolean;
    readonly coverage: readonly number[];
    readonly answers: DeviceAnswers;
  },
): GridDirection[] {
  const checked = checkDirection(known(figure), {
    readings: isCounted ? known(`${figure}_reading`) : null,
    isCovered: coverage.map((share) => share >= completeCoverage),
    most,
  });
  return checked.map((one: CheckedDirection) => ({ ...one, integral: one.kwh ?? 0, sigma: 0 }));
}

/** State of charge at the end of each day: the mean of all batteries, weighted by their sizes. */
function stateOfCharge(
  { bindings: { state_of_charge } }: Household,
  { known, minutes }: DeviceAnswers,
): (number | null)[] {
  const hasSizes = state_of_charge.every(({ capacityKwh }) => capacityKwh !== undefined);
  const weights = state_of_charge.map(({ capacityKwh }) => hasSizes ? capacityKwh! : 1);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const each = weights.map((_, index) => known(`charge_${index}`));
  return minutes.map((_, d) => {
    const mean = each.reduce((sum, days, b) => sum + days[d]! * weights[b]! / whole, 0);
    return weights.length === 0 || Number.isNaN(mean) ? null : mean;
  });
}
