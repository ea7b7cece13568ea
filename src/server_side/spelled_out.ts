import type { Role } from "../catalogue.ts";
import type { Household } from "../household.ts";
import { formatSelector } from "../selector.ts";

/** Options of {@linkcode spelledOut}. */
export interface SpelledOutOptions {
  /** Label that tells several series of the role apart. */
  readonly by?: string;
  /** Takes the last value within this window, as PromQL writes it, instead of the present one. */
  readonly lastWithin?: string;
}

/**
 * A role's present value in W, kWh or 0/1, spelled out from its raw series: series that restarts
 * split are merged by `max`, several bindings are added. For the specification's house, these are
 * the query shapes of the specification.
 *
 * @returns PromQL, `null` if the household has no series for the role.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { stringPower } from "../client/promql.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { spelledOut } from "./spelled_out.ts";
 *
 * const house = defaultHousehold({ zone: "Europe/Berlin" });
 * assert.equal(spelledOut(house, "grid_power"), "max(gridbox_ha_multimeter_power_W)");
 * assert.equal(spelledOut(house, "string_power", { by: "string" }), stringPower());
 * assert.equal(spelledOut(house, "export_energy"), null);
 * ```
 */
export function spelledOut(
  { bindings }: Pick<Household, "bindings">,
  role: Role,
  { by, lastWithin }: SpelledOutOptions = {},
): string | null {
  const merge = by === undefined ? "max" : `max by (${by}) `;
  const parts = bindings[role].map(({ selector, factor }) => {
    const series = formatSelector(selector);
    const merged = `${merge}(${lastWithin ? `last_over_time(${series}[${lastWithin}])` : series})`;
    return factor === 1 ? merged : `${merged} * ${factor}`;
  });
  return parts.length === 0 ? null : parts.join(" + ");
}
