/**
 * Houses without a sample of an inverter: without PV, or with an inverter that is gone or not bound.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import type { Samples } from "../columns.ts";
import type { Household } from "../household.ts";
import type { FoundDay } from "./findings.ts";
import { INVERTER_ROLES } from "./limits.ts";
import type { RoleSignals } from "./signals/roles.ts";
import type { EnergyRow } from "./table.ts";

/** Whether none of the series that the household file binds to the inverter has a sample. */
export function isInverterUnheard(
  { bindings }: Pick<Household, "bindings">,
  roles: ReadonlyMap<Role, RoleSignals>,
): boolean {
  return INVERTER_ROLES.every((role) =>
    (roles.get(role)?.absent.length ?? 0) === bindings[role].length
  );
}

/**
 * Whether a house feeds in on any of some days. Then it generates, even if its file binds no inverter.
 */
export function feedsIn(rows: readonly Pick<EnergyRow, "export_kwh">[]): boolean {
  return rows.some(({ export_kwh }) => export_kwh !== null && export_kwh > NOISE);
}

/** An export register that never counted shows less. [kWh] */
const EVER = 10;

/**
 * Whether the house has fed in before, by the readings of its export registers. Then it generates, even
 * if it feeds in on none of the days that are asked for.
 */
export function hasFedIn(exports: readonly Samples[]): boolean {
  return exports.some(({ value }) => (value.at(-1) ?? 0) > EVER);
}

/** Days of grid power that say whether the house feeds in. */
const ENOUGH_DAYS = 3;
/** Energy that noise around zero does not reach on a day. [kWh] */
const NOISE = 0.02;

/**
 * Says whether such a house seems to have no PV, or an inverter that is gone: only a house that
 * generates can feed in.
 *
 * @param fedIn Whether it has fed in before these days.
 * @returns At most one notice; none if grid power is not known on enough days.
 */
export function inverterNotice(days: readonly Pick<FoundDay, "grid">[], fedIn: boolean): string[] {
  const known = days.filter(({ grid }) => grid.coverage > 0.9);
  if (known.length < ENOUGH_DAYS) return [];
  const feeding = known.filter(({ grid: { exports } }) =>
    Math.max(exports.integral, exports.method === "counter" ? exports.kwh! : 0) > NOISE
  );
  if (feeding.length > 0) {
    return [
      `No sample of an inverter, but the house fed in on ${feeding.length} of ${known.length} days: ` +
      "it generates, and the inverter's series are gone or have other names. Correct their names " +
      "in the household file, or look at the inverter's exporter",
    ];
  }
  if (fedIn) {
    return [
      "No sample of an inverter, but the export register shows that the house has fed in before: the " +
      "inverter's series are gone or have other names. Correct their names in the household file, or " +
      "look at the inverter's exporter",
    ];
  }
  const nulls = INVERTER_ROLES.map((role) => `"${role}": null`).join(", ");
  return [
    `No sample of an inverter, and the house fed in nothing on ${known.length} days: it seems to ` +
    `have no PV. If so, write into the household file: "roles": { ${nulls}, ` +
    `"string_power": null, "logger_online": null }. Then its consumption is known`,
  ];
}
