/**
 * The lines of the household file that would mend it.
 *
 * @module
 */

import type { Unit } from "../../catalogue/metrics.ts";
import { type Role, ROLES } from "../../catalogue/roles.ts";
import type { Binding } from "../../household.ts";
import { UNIT_FACTORS, UNITS } from "../../household_schema.ts";
import { formatSelector } from "../../selector.ts";

export function bindingsText(
  role: Role,
  bindings: readonly Binding[],
  change: (binding: Binding) => Partial<Binding> = () => ({}),
): string {
  const texts = bindings.map((one) => bindingText(role, { ...one, ...change(one) }));
  return `"${role}": ${
    texts.length === 0 ? "null" : texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`
  }`;
}

/** A binding as the household file has it. Its factor tells the unit. */
export function bindingText(role: Role, binding: Binding): string {
  const { selector, factor, name, capacityKwh } = binding;
  const units: readonly Unit[] = UNITS[ROLES[role].dimension];
  const isNear = (unit: Unit) => Math.abs(UNIT_FACTORS[unit]! / Math.abs(factor) - 1) < 1e-6;
  const parts = [
    ...name === undefined ? [] : [`"name": "${name}"`],
    `"selector": ${JSON.stringify(formatSelector(selector))}`,
    `"unit": "${units.find(isNear) ?? "…"}"`,
    ...signText(role, factor),
    ...capacityKwh === undefined ? [] : [`"capacity_kwh": ${capacityKwh}`],
  ];
  return `{ ${parts.join(", ")} }`;
}

function signText(role: Role, factor: number): string[] {
  if (role === "battery_power") {
    return [`"sign": "${factor < 0 ? "charge" : "discharge"}_positive"`];
  }
  return factor < 0 ? ['"sign": "export_positive"'] : [];
}

export function listText(role: Role, bindings: readonly Binding[]): string {
  return `"${role}": [${bindings.map((one) => bindingText(role, one)).join(", ")}, …]`;
}
