/**
 * The form of a household file.
 *
 * @module
 */

import { z } from "zod";
import type { Unit } from "./catalogue/metrics.ts";
import { BATTERY_COUPLINGS, type Role, ROLES } from "./catalogue/roles.ts";
import { patternFault } from "./pattern.ts";
import { readBy } from "./read_by.ts";
import { parseMetricSelector } from "./selector.ts";
import { checkZone } from "./time.ts";

/** Units in which the values of a role may be. */
export const UNITS = {
  power: ["W", "kW", "mW"],
  energy: ["Wh", "kWh", "mWh", "J"],
  ratio: ["%", "1"],
  flag: ["1"],
} as const satisfies Record<string, readonly Unit[]>;

/** What makes W, kWh, a share or 0/1 of a value in a unit. */
export const UNIT_FACTORS: Readonly<Partial<Record<Unit, number>>> = {
  W: 1,
  kW: 1000,
  mW: 1 / 1000,
  kWh: 1,
  Wh: 1 / 1000,
  mWh: 1 / 1_000_000,
  J: 1 / 3_600_000,
  "%": 1 / 100,
  "1": 1,
};

function checkPattern(text: string): void {
  const fault = patternFault(text);
  if (fault !== null) throw new SyntaxError(`'${text}' is not a pattern: ${fault}`);
}

function binding(role: Role) {
  return z.strictObject({
    selector: readBy(parseMetricSelector)
      .describe('PromQL series selector, e.g. p1_power_kw{site="home"}'),
    unit: z.enum(UNITS[ROLES[role].dimension]).describe("Unit of the values"),
    ...(role === "grid_power" && {
      sign: z.enum(["import_positive", "export_positive"]).optional()
        .describe("Which direction is positive (default import_positive)"),
    }),
    ...(role === "battery_power" && {
      // Half of the devices count the other way, so there is no default.
      sign: z.enum(["charge_positive", "discharge_positive"])
        .describe("Which direction is positive"),
    }),
    ...(role === "state_of_charge" && {
      capacity_kwh: z.number().positive().optional()
        .describe("Usable capacity of this battery in kWh"),
    }),
    ...(isConsumer(role) && {
      name: readBy(checkConsumer)
        .describe("Name of the consumer, e.g. wallbox; its columns are named after it"),
    }),
  });
}

/** Whether the bindings of a role have names. */
function isConsumer(role: Role): boolean {
  return role === "consumer_power" || role === "consumer_energy";
}

/** Names whose columns would be others' columns. */
const TAKEN: readonly string[] = [
  ...["import", "export", "yield", "self_consumed", "consumption", "other", "direct_use"],
  ...["stored_use", "grid", "generation", "load", "battery", "dc"],
];

/** Beginnings of the names of others' columns. */
const TAKEN_PREFIX = /^(battery|import|export|yield|dc|autarky|soc|coverage)_/;

function checkConsumer(name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new SyntaxError(
      `'${name}' is not a valid name of a consumer: use a-z, 0-9 and _, such as heat_pump`,
    );
  }
  if (TAKEN.includes(name) || TAKEN_PREFIX.test(name)) {
    throw new SyntaxError(
      `'${name}' is not a valid name of a consumer: another column is named like it`,
    );
  }
}

function series(role: Role) {
  const one = binding(role);
  const several = role === "state_of_charge"
    ? "one per battery"
    : isConsumer(role)
    ? "several of which those with the same name are added"
    : "several that are added";
  return z.union([one, z.array(one).min(1), z.null()]).optional().describe(
    `${ROLES[role].meaning}: a series, ${several}, or null where the house has none`,
  );
}

/** The roles, by their names. */
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];
const roles = Object.fromEntries(ROLE_NAMES.map((name) => [name, series(name)])) as {
  [Name in Role]: ReturnType<typeof series>;
};

/** The household file. Every key is optional; unknown keys are errors. */
export const householdSchema = z.strictObject({
  $schema: z.string().optional(),
  zone: readBy(checkZone).optional().describe("IANA zone of the local days, e.g. Europe/Berlin"),
  latitude: z.number().min(-90).max(90).optional().describe("Degrees north"),
  longitude: z.number().min(-180).max(180).optional().describe("Degrees east"),
  strings: z.array(z.strictObject({ name: z.string().min(1), kwp: z.number().positive() }))
    .optional().describe("PV strings that are connected, with their nameplate power in kWp"),
  fuse_amperes: z.number().positive().optional().describe("Main fuse per phase in A"),
  phases: z.int().min(1).max(3).optional().describe("Phases of the grid connection"),
  meter_ain_regex: readBy(checkPattern).optional()
    .describe("Matches both forms of the meter's identifier"),
  battery_coupling: z.enum(BATTERY_COUPLINGS).optional().describe(
    "How the battery is connected: ac, with an inverter of its own; hybrid_output or hybrid_panels, " +
      "behind the PV inverter, where the generation roles count the inverter's AC output or the panels",
  ),
  roles: z.strictObject(roles).optional().describe("Series per role"),
});

/** A series of a role in the file. Which keys it has depends on the role. */
export interface BoundSeries {
  readonly selector: string;
  readonly unit: Unit;
  readonly sign?: `${"import" | "export" | "charge" | "discharge"}_positive`;
  readonly name?: string;
  readonly capacity_kwh?: number;
}
