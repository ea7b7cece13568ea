/**
 * Meters: one phase for the whole house, or a consumer that is counted twice.
 *
 * @module
 */

import type { Role } from "../../catalogue.ts";
import { gapCap, valuesAt } from "../../frames/samples.ts";
import { slopeOf } from "./directions.ts";
import { type Contradiction, DAYS, type Facts, type Night, stepOf } from "./facts.ts";
import { bindingsText, bindingText, listText } from "./household_lines.ts";

/** Power and register of the nights, when directions do not cancel between phases. */
export function wrongShare(facts: Facts): Contradiction[] {
  const { nights, days, household: { bindings } } = facts;
  const told = nights.filter(({ counted }) => counted >= 0);
  const steps = stepOf(facts.grid, "imports");
  const counted = told.reduce((sum, night) => sum + night.counted, 0);
  const added = told.reduce((sum, night) => sum + night.imported, 0);
  const error = steps * Math.sqrt(told.length) / Math.sqrt(6);
  if (told.length < DAYS || Math.max(counted, added) < 3 + 15 * error) return [];
  const isLess = (night: Night) => night.imported < 0.8 * night.counted;
  const isMore = (night: Night) => night.imported > 1.2 * night.counted;
  const most = 0.7 * told.length;
  const both = `At night grid power adds up to ${added.toFixed(1)} kWh, the register to ${
    counted.toFixed(1)
  } kWh`;
  if (added < 0.75 * counted && told.filter(isLess).length >= most) {
    return [{
      flag: "meter_partial",
      holds: days.map(() => true),
      says: `${both}: the power is only a part of the house, such as one of three phases`,
      mend: bindings.grid_power.length > 1
        ? `"grid_power" needs the series of every phase, or of the whole meter; now it is ${
          bindingsText("grid_power", bindings.grid_power)
        }`
        : `${listText("grid_power", bindings.grid_power)} with the series of every phase, or ` +
          "the one of the whole meter",
    }];
  }
  if (added > 1.35 * counted && told.filter(isMore).length >= most) {
    return [{
      flag: "meter_doubled",
      holds: days.map(() => true),
      says: `${both}: the power contains something twice, or more than the register's meter`,
      mend: bindingsText("grid_power", bindings.grid_power.slice(0, 1)),
    }];
  }
  return [];
}

/** A consumer behind the meter that is added to it. */
export function consumersInList(facts: Facts): Contradiction[] {
  const { signals: { roles }, household: { bindings }, at, days } = facts;
  const parts = roles.get("grid_power")?.signals ?? [];
  // Three series are the three phases, which a big consumer steps alike.
  if (parts.length < 2 || parts.length === 3 || parts.length !== bindings.grid_power.length) {
    return [];
  }
  const values = parts.map((one) => valuesAt(one, at, gapCap(one)));
  const found = values.findIndex((own, index) => {
    let heard = 0, zeros = 0, least = Infinity;
    for (const watts of own) {
      if (Number.isNaN(watts)) continue;
      heard++;
      if (Math.abs(watts) < 5) zeros++;
      least = Math.min(least, watts);
    }
    if (heard < 50 || zeros < heard / 2 || least < -20) return false;
    const others = own.map((_, i) =>
      values.reduce((sum, one, other) => other === index ? sum : sum + one[i]!, 0)
    );
    const { slope, count } = slopeOf(own, others, 300);
    return count >= 4 && slope > 0.7 && slope < 1.3;
  });
  if (found < 0) return [];
  const without = (role: Role) => bindings[role].filter((_, index) => index !== found);
  const isCounted = bindings.import_energy.length === parts.length;
  return [{
    flag: "meter_doubled",
    holds: days.map(() => true),
    says: `Each step of ${
      bindingText("grid_power", bindings.grid_power[found]!)
    } is in the other series of grid_power too: a consumer behind the meter counts twice`,
    mend: [
      bindingsText("grid_power", without("grid_power")),
      ...isCounted ? [bindingsText("import_energy", without("import_energy"))] : [],
    ].join(", "),
  }];
}
