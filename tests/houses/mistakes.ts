/**
 * Mistakes that people make in a household file, and what Wattbook must answer to each.
 *
 * @module
 */

import type { Flag } from "../../src/catalogue/flags.ts";
import type { Role } from "../../src/catalogue/roles.ts";

/** An answer to a mistake: a flag and the line of the household file that would mend it. */
export interface Answer {
  readonly flag: Flag;
  /** Lines that the notice must name; the first role with a line will do. */
  readonly lines: readonly (Role | "zone" | "latitude")[];
  /** Whether the samples tell the line itself, so that it must make the file correct. */
  readonly isExact: boolean;
}

const answer = (flag: Flag, lines: Answer["lines"], isExact = true): Answer => (
  { flag, lines, isExact }
);

/** What must be said of each mistake; of the others, Wattbook must refuse the month. */
export const ANSWERS = {
  reversed_sign: answer("sign_reversed", ["grid_power"]),
  kilowatts_for_watts: answer("unit_wrong", ["grid_power"]),
  watts_for_kilowatts: answer("unit_wrong", ["grid_power"]),
  generation_kilowatts_for_watts: answer("unit_wrong", ["generation_power"]),
  generation_watts_for_kilowatts: answer("unit_wrong", ["generation_power"]),
  register_unit: answer("unit_wrong", ["import_energy"]),
  export_register_unit: answer("unit_wrong", ["export_energy"]),
  yield_unit: answer("unit_wrong", ["yield_today", "yield_total"]),
  swapped_registers: answer("registers_swapped", ["import_energy"]),
  one_phase: answer("meter_partial", ["grid_power"], false),
  two_meters: answer("meter_doubled", ["grid_power"]),
  meter_twice: answer("meter_doubled", ["grid_power"]),
  two_devices: null,
  two_devices_and_a_third: null,
  generation_is_grid: answer("series_repeated", ["generation_power"], false),
  yield_is_import: answer("series_repeated", ["yield_total"], false),
  wrong_zone: answer("zone_wrong", ["zone"], false),
  neighbouring_zone: answer("zone_wrong", ["zone"], false),
  wrong_place: answer("place_wrong", ["latitude"], false),
  consumer_as_generation: answer("generation_wrong", ["generation_power"], false),
  consumer_as_yield: answer("generation_wrong", ["yield_total"], false),
} as const satisfies Record<string, Answer | null>;

/** Name of a mistake. */
export type MistakeName = keyof typeof ANSWERS;

/** All mistakes. A file has at most one. */
export const MISTAKES = Object.keys(ANSWERS) as readonly MistakeName[];
