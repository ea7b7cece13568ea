/**
 * The household: which series has which role, where the house is, what it is rated for. A household file
 * (`household.json`) may contain this; without one, the specification's metrics are used.
 *
 * @module
 */

import { METRICS } from "./catalogue/metrics.ts";
import { type BatteryCoupling, type Role, ROLES } from "./catalogue/roles.ts";
import { WattbookError } from "./errors.ts";
import { problemsOf } from "./file_problems.ts";
import { type BoundSeries, householdSchema, ROLE_NAMES, UNIT_FACTORS } from "./household_schema.ts";
import { readJsonFile } from "./json_file.ts";
import { type Matcher, type MetricSelector, parseMetricSelector, selector } from "./selector.ts";
import { checkZone } from "./time.ts";

/** A series of a role, and the factor that converts its values to W, kWh or a share. */
export interface Binding {
  /** Which series. */
  readonly selector: MetricSelector;
  /**
   * Multiplies the values; the result is in W, kWh, a share or 0/1. Negative where the sign is flipped.
   * Battery power is positive while the battery discharges into the house.
   */
  readonly factor: number;
  /** Name of the consumer. */
  readonly name?: string;
  /** Usable capacity of the battery whose state of charge this is. [kWh] */
  readonly capacityKwh?: number;
  /** Used with the same factor if the selector finds no sample at all. */
  readonly fallback?: MetricSelector;
}

/** One PV string. */
export interface PvString {
  /** Value of the label `string`. */
  readonly name: string;
  /** Nameplate power at standard test conditions. [kWp] */
  readonly kwp: number;
}

/** What the energy code needs to know about a house. */
export interface Household {
  /** IANA zone of the local days. */
  readonly zone: string;
  /** Series per role: several are added; the list is empty if the house has none. */
  readonly bindings: Readonly<Record<Role, readonly Binding[]>>;
  /** Degrees north. [°] */
  readonly latitude?: number;
  /** Degrees east. [°] */
  readonly longitude?: number;
  /** PV strings that are connected. */
  readonly strings?: readonly PvString[];
  /** Rating of the main fuse per phase. [A] */
  readonly fuseAmperes?: number;
  /** Phases of the grid connection. */
  readonly phases?: number;
  /** How the battery is connected; known wherever one is bound. */
  readonly batteryCoupling?: BatteryCoupling;
}

/** Defaults for what the file leaves out, and its name. */
export interface HouseholdDefaults {
  /** Zone, if the file names none. */
  readonly zone?: string | undefined;
  /** Pattern for the meter's label `ain`, if the file names none. */
  readonly meterAinRegex?: string | undefined;
  /** Name of the file, for messages. */
  readonly file?: string | undefined;
}

/**
 * The household of the specification: its metrics have the roles.
 *
 * @throws {WattbookError} `ZONE_MISSING`, `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold } from "./household.ts";
 *
 * const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "11657 0240192(-1)?" });
 * assert(house.bindings.import_energy[0]?.factor === 0.001);
 * ```
 */
export function defaultHousehold(defaults: HouseholdDefaults): Household {
  return parseHousehold({}, defaults);
}

/**
 * Makes a household from the content of a household file.
 *
 * @param json Parsed JSON.
 * @throws {WattbookError} `BAD_HOUSEHOLD` with the path of each wrong value and the value;
 * `ZONE_MISSING` if nothing else is wrong; `BAD_ZONE` for the zone of the defaults.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHousehold } from "./household.ts";
 *
 * const house = parseHousehold({
 *   zone: "Europe/Vienna",
 *   roles: {
 *     grid_power: { selector: "meter_power_kw", unit: "kW", sign: "export_positive" },
 *     export_energy: { selector: "meter_export_kwh", unit: "kWh" },
 *   },
 * });
 * assert(house.bindings.grid_power[0]?.factor === -1000);
 * ```
 */
export function parseHousehold(json: unknown, defaults: HouseholdDefaults = {}): Household {
  const parsed = householdSchema.safeParse(json);
  const lacksZone = isRecord(json) && json["zone"] === undefined && defaults.zone === undefined;
  if (!parsed.success) {
    const problems = problemsOf(parsed.error, json);
    if (lacksZone) problems.push("zone: it is missing here, in the settings and in the options");
    throw badHousehold(problems, defaults.file, parsed.error);
  }
  const file = parsed.data;
  if ((file.latitude === undefined) !== (file.longitude === undefined)) {
    const missing = file.latitude === undefined ? "latitude" : "longitude";
    throw badHousehold(
      [`${missing}: it is missing; latitude and longitude belong together`],
      defaults.file,
    );
  }
  const isBattery = BATTERY_ROLES.some((role) => [file.roles?.[role] ?? []].flat().length > 0);
  if (isBattery && file.battery_coupling === undefined) {
    throw badHousehold([COUPLING_MISSING], defaults.file);
  }
  if (isBattery && file.battery_coupling === "hybrid_output" && !file.roles?.battery_power) {
    throw badHousehold([POWER_MISSING], defaults.file);
  }
  const zone = file.zone ?? defaults.zone;
  if (zone === undefined) throw zoneMissing(defaults.file);
  const ain = file.meter_ain_regex ?? defaults.meterAinRegex;
  const bindings = Object.fromEntries(ROLE_NAMES.map((name) => {
    const bound = file.roles?.[name];
    if (bound === null) return [name, []];
    if (bound === undefined) return [name, specified(name, ain)];
    return [name, [bound].flat().map((one) => custom(one as BoundSeries))];
  })) as unknown as Record<Role, readonly Binding[]>;
  return {
    zone: checkZone(zone),
    bindings,
    ...(file.latitude !== undefined && { latitude: file.latitude }),
    ...(file.longitude !== undefined && { longitude: file.longitude }),
    ...(file.strings && { strings: file.strings }),
    ...(file.fuse_amperes !== undefined && { fuseAmperes: file.fuse_amperes }),
    ...(file.phases !== undefined && { phases: file.phases }),
    ...(file.battery_coupling !== undefined && { batteryCoupling: file.battery_coupling }),
  };
}

/** The roles of a battery's power and energy. */
const BATTERY_ROLES = [
  "battery_power",
  "battery_charged_energy",
  "battery_discharged_energy",
] as const satisfies readonly Role[];

/** The balance of a house depends on it, and nothing else tells. */
const COUPLING_MISSING =
  "battery_coupling: it is missing; write ac for a battery with an inverter " +
  "of its own, hybrid_output or hybrid_panels for one behind the PV inverter whose AC output or " +
  "panels the generation roles count";

const POWER_MISSING = "roles.battery_power: it is missing; with battery_coupling hybrid_output, " +
  "it shows how much of the inverter's output comes from the panels";

/**
 * Whether a household file binds a battery whose energy can be known.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold, hasBattery } from "./household.ts";
 *
 * assert(!hasBattery(defaultHousehold({ zone: "Europe/Berlin" })));
 * ```
 */
export function hasBattery({ bindings }: Pick<Household, "bindings">): boolean {
  return BATTERY_ROLES.some((role) => bindings[role].length > 0);
}

/**
 * The names of the consumers that a household file binds, in its order.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { consumersOf, parseHousehold } from "./household.ts";
 *
 * const wallbox = { name: "wallbox", selector: "wallbox_power", unit: "W" };
 * const house = parseHousehold({ zone: "Europe/Berlin", roles: { consumer_power: wallbox } });
 * assert.deepEqual(consumersOf(house), ["wallbox"]);
 * ```
 */
export function consumersOf({ bindings }: Pick<Household, "bindings">): string[] {
  const all = [...bindings.consumer_power, ...bindings.consumer_energy];
  return [...new Set(all.map(({ name }) => name!))];
}

/**
 * Reads a household file.
 *
 * @throws {WattbookError} As {@linkcode parseHousehold}; `BAD_HOUSEHOLD` if the file cannot be read
 * or is not JSON.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readHousehold } from "./household.ts";
 *
 * const read = () => Promise.resolve('{ "zone": "Europe/Berlin" }');
 * const house = await readHousehold("household.json", {}, read);
 * assert(house.zone === "Europe/Berlin");
 * ```
 */
export async function readHousehold(
  file: string,
  defaults: HouseholdDefaults = {},
  readTextFile?: (path: string) => Promise<string>,
): Promise<Household> {
  const kind = {
    code: "BAD_HOUSEHOLD",
    what: "household",
    page: "docs/household-file.md",
  } as const;
  const json = await readJsonFile(file, kind, readTextFile);
  return parseHousehold(json, { ...defaults, file });
}

/** The specification's binding of a role. */
function specified(name: Role, ain: string | undefined): Binding[] {
  const info = ROLES[name];
  if (info.metric === null) return [];
  const metric = METRICS.find((one) => one.name === info.metric)!;
  const matchers: Matcher[] = metric.identity.includes("ain") && ain !== undefined
    ? [{ label: "ain", op: "=~", value: ain }]
    : [];
  return [{
    selector: selector(metric.name, ...matchers),
    factor: UNIT_FACTORS[metric.unit]!,
    ...(info.fallback && { fallback: selector(info.fallback) }),
  }];
}

/** A binding of the household file. */
function custom(bound: BoundSeries): Binding {
  const isFlipped = bound.sign === "export_positive" || bound.sign === "charge_positive";
  return {
    selector: parseMetricSelector(bound.selector),
    factor: (isFlipped ? -1 : 1) * UNIT_FACTORS[bound.unit]!,
    ...(bound.name !== undefined && { name: bound.name }),
    ...(bound.capacity_kwh !== undefined && { capacityKwh: bound.capacity_kwh }),
  };
}

function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null;
}

function zoneMissing(file: string | undefined): WattbookError {
  const where = file === undefined ? "" : `: '${file}' does not name it either`;
  return new WattbookError("ZONE_MISSING", `The zone of the household is not known${where}`, {
    hint: file === undefined
      ? "Set HOUSEHOLD_ZONE or give --zone, for example Europe/Berlin: local days depend on it."
      : 'Write it into the file, for example "zone": "Europe/Berlin", or give --zone: local days ' +
        "depend on it.",
  });
}

function badHousehold(
  problems: readonly string[],
  file: string | undefined,
  cause?: unknown,
): WattbookError {
  const what = file === undefined ? "The household" : `The household file '${file}'`;
  const message = problems.length === 1
    ? `${what} is not usable: ${problems[0]}`
    : `${what} is not usable, for ${problems.length} reasons:\n  ${problems.join("\n  ")}`;
  return new WattbookError("BAD_HOUSEHOLD", message, {
    hint: "Correct the file; docs/household.schema.json lists every key, and editors can check it.",
    cause,
  });
}

/** What a house has besides meter and inverter. */
export interface HouseDevices {
  /** Whether it has a battery. */
  readonly battery: boolean;
  /** Names of its consumers, in the order of the household file. */
  readonly consumers: readonly string[];
}

/**
 * Battery and consumers of a house; nothing if its file binds neither.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold, devicesOf } from "./household.ts";
 *
 * assert(devicesOf(defaultHousehold({ zone: "Europe/Berlin" })) === undefined);
 * ```
 */
export function devicesOf(household: Pick<Household, "bindings">): HouseDevices | undefined {
  const battery = hasBattery(household), consumers = consumersOf(household);
  return battery || consumers.length > 0 ? { battery, consumers } : undefined;
}
