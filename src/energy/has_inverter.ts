import type { Household } from "../household.ts";

/**
 * Whether a house has an inverter, as far as its household file says.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHousehold } from "../household.ts";
 * import { hasInverter } from "./has_inverter.ts";
 *
 * const roles = { generation_power: null, yield_today: null, yield_total: null };
 * assert(!hasInverter(parseHousehold({ zone: "UTC", roles })));
 * ```
 */
export function hasInverter({ bindings }: Pick<Household, "bindings">): boolean {
  const roles = ["yield_today", "yield_total", "generation_power"] as const;
  return roles.some((role) => bindings[role].length > 0);
}
