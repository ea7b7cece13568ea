/**
 * Writes what was recognised as the content of a household file.
 *
 * @module
 */

import { ROLE_NAMES } from "../household_schema.ts";
import { formatSelector } from "../selector.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import type { SetupRole } from "./roles.ts";

/** What a person knows about the house. */
export interface HouseFacts {
  /** IANA zone. */
  readonly zone: string;
  /** Degrees north and east. */
  readonly place?: { readonly latitude: number; readonly longitude: number };
  /** Main fuse per phase. [A] */
  readonly fuseAmperes?: number;
  /** Phases of the grid connection. */
  readonly phases?: number;
  /** How the battery is connected. */
  readonly batteryCoupling?: string;
  /** Nameplate power of the strings, by name. [kWp] */
  readonly strings?: readonly { readonly name: string; readonly kwp: number }[];
}

/** A role that the household file binds by default: without a series it must say `null`. */
const DEFAULT_ROLES: readonly string[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
  "string_power",
  "logger_online",
];

/**
 * The content of a household file.
 *
 * @param proposals The roles that were accepted.
 */
export function householdFileOf(
  proposals: readonly Proposal[],
  { zone, place, fuseAmperes, phases, batteryCoupling, strings }: HouseFacts,
): Record<string, unknown> {
  const bound = new Map(proposals.map(({ role, series }) => [role as string, series]));
  const roles = ROLE_NAMES.flatMap((role): [string, unknown][] => {
    const series = bound.get(role) ?? [];
    if (series.length === 0) return DEFAULT_ROLES.includes(role) ? [[role, null]] : [];
    const written = series.map((one) => binding(role as SetupRole, one));
    return [[role, written.length === 1 ? written[0] : written]];
  });
  return {
    zone,
    ...place,
    ...(strings && strings.length > 0 && { strings }),
    ...(fuseAmperes !== undefined && { fuse_amperes: fuseAmperes }),
    ...(phases !== undefined && { phases }),
    ...(batteryCoupling !== undefined && { battery_coupling: batteryCoupling }),
    roles: Object.fromEntries(roles),
  };
}

function binding(role: SetupRole, { candidate, unit, sign, name, capacity }: ProposedSeries) {
  const isSigned = role === "grid_power" || role === "battery_power";
  return {
    ...(name !== undefined && { name }),
    selector: formatSelector(candidate.selector),
    unit,
    ...(isSigned && sign && { sign }),
    ...(capacity !== undefined && { capacity_kwh: capacity }),
  };
}
