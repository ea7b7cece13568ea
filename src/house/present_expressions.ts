/**
 * How to ask a server what a house does now.
 *
 * @module
 */

import {
  currentExport,
  currentGeneration,
  currentGrid,
  currentLoad,
  exportedSinceMidnight,
  selfSufficiency,
} from "../client/promql.ts";
import { hasInverter } from "../energy/limits.ts";
import { hasBattery, type Household } from "../household.ts";
import { spelledOut } from "../server_side/expressions.ts";
import { localDay, SECOND, startOfDay } from "../time.ts";
import type { PresentQuantity } from "./present_quantities.ts";

/** A silent inverter sleeps, or lies under snow, if it was heard within this time. */
const HEARD_WITHIN = "7d";

/** A way to ask for a quantity. */
export interface Candidate {
  /** PromQL. */
  readonly expression: string;
  /** What to say when this way was taken. */
  readonly remark?: string;
}

/**
 * The ways to ask for each quantity, the preferred one first: the recording rule, then its
 * expression spelled out from raw series. A rule has no past before its creation, so that what was
 * exported since midnight is asked the other way round.
 *
 * @param now The present, Unix time. [ms]
 */
export function candidates(
  household: Household,
  now: number,
): Readonly<Record<PresentQuantity, readonly Candidate[]>> {
  const { grid_power, generation_power } = household.bindings;
  // The rules speak of the specification's series; other bindings have none.
  const gridRule = grid_power.some(({ fallback }) => fallback !== undefined);
  const generationRule = generation_power.some(({ fallback }) => fallback !== undefined);

  const grid = spelledOut(household, "grid_power");
  const inverters = spelledOut(household, "generation_power");
  // An inverter that was never heard may have another name here: it does not generate zero.
  const assumed = spelledOut(household, "generation_power", { zeroWithin: HEARD_WITHIN });
  const isBattery = hasBattery(household), isHybrid = household.batteryCoupling === "hybrid_output";
  const battery = spelledOut(household, "battery_power");
  // The AC output of an inverter that panels and battery share contains the battery's power.
  const panels = (output: string | null) =>
    isBattery && isHybrid ? battery && output && `clamp_min(${output} - (${battery}), 0)` : output;
  const power = panels(inverters);
  const generation = hasInverter(household) ? panels(assumed) : "vector(0)";
  const supply = !isBattery || isHybrid
    ? hasInverter(household) ? assumed : "vector(0)"
    : generation && battery && `${generation} + ${battery}`;
  const load = grid && supply && `(${grid} + ${supply})`;
  const exported = grid && `clamp_min(-(${grid}), 0)`;
  const autarky = isBattery
    ? `clamp_min(1 - clamp_min(${grid}, 0) / ${load}, 0) * 100`
    : `clamp_max(${generation} / ${load}, 1) * 100`;
  // The rule of the load knows no battery.
  const loadRule = gridRule && generationRule && !isBattery;

  const midnight = startOfDay(localDay(now, household.zone), household.zone);
  const today = `${Math.max(1, Math.floor((now - midnight) / SECOND))}s`;
  return {
    generation: [
      ...rule(generationRule && !isHybrid, currentGeneration()),
      ...raw(power, spelled(generationRule)),
      ...raw(generation, {
        remark: hasInverter(household)
          ? "an inverter is silent, so zero is assumed"
          : "this house has no PV",
      }),
    ],
    grid: [...rule(gridRule, currentGrid()), ...raw(grid, spelled(gridRule))],
    load: [...rule(loadRule, currentLoad()), ...raw(load, spelled(loadRule))],
    export: [...rule(gridRule, currentExport()), ...raw(exported, spelled(gridRule))],
    autarky: [...rule(loadRule, selfSufficiency()), ...raw(load && autarky, spelled(loadRule))],
    yield_today: [
      ...raw(spelledOut(household, "yield_today")),
      // The series vanish at night; the day's last reading stays true until midnight.
      ...raw(spelledOut(household, "yield_today", { lastWithin: today }), {
        remark: "last reading of today",
      }),
    ],
    exported_today: [
      ...raw(exported && `sum_over_time(${exported}[${today}:1m]) / 60 / 1000`),
      ...rule(gridRule, exportedSinceMidnight(now, household.zone)).map((one) => ({
        ...one,
        remark: "from the recording rule, since it exists",
      })),
    ],
  };
}

function rule(exists: boolean, expression: string): Candidate[] {
  return exists ? [{ expression }] : [];
}

/** What to say of a computation in the place of a rule; a house of its own series has no rules. */
function spelled(hasRule: boolean): Partial<Candidate> {
  return hasRule ? { remark: "no recording rule, computed from raw samples" } : {};
}

function raw(expression: string | null, rest: Partial<Candidate> = {}): Candidate[] {
  return expression === null ? [] : [{ expression, ...rest }];
}

/** The ways to ask for the battery's power [W] and its state of charge [%]. */
export function batteryExpressions(
  household: Household,
): { readonly power: Candidate[]; readonly stateOfCharge: Candidate[] } {
  const charges = household.bindings.state_of_charge;
  const hasSizes = charges.every(({ capacityKwh }) => capacityKwh !== undefined);
  const weights = charges.map(({ capacityKwh }) => hasSizes ? capacityKwh! : 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const weighted = charges.map((binding, index) => ({
    ...binding,
    factor: Number((100 * binding.factor * weights[index]! / total).toPrecision(12)),
  }));
  const bindings = { ...household.bindings, state_of_charge: weighted };
  return {
    power: raw(spelledOut(household, "battery_power")),
    stateOfCharge: raw(spelledOut({ bindings }, "state_of_charge")),
  };
}

/** The way to ask for the power of a consumer. [W] */
export function consumerExpression({ bindings }: Household, consumer: string): Candidate[] {
  const own = bindings.consumer_power.filter(({ name }) => name === consumer);
  return raw(spelledOut({ bindings: { ...bindings, consumer_power: own } }, "consumer_power"));
}
