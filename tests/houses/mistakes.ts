/**
 * Mistakes that people make in a household file.
 *
 * @module
 */

/** All mistakes. A file has at most one. */
export const MISTAKES = [
  "reversed_sign",
  "kilowatts_for_watts",
  "watts_for_kilowatts",
  "generation_kilowatts_for_watts",
  "generation_watts_for_kilowatts",
  "register_unit",
  "swapped_registers",
  "one_phase",
  "two_meters",
  "meter_twice",
  "two_devices",
  "two_devices_and_a_third",
  "generation_is_grid",
  "yield_is_import",
  "wrong_zone",
  "neighbouring_zone",
  "consumer_as_generation",
] as const;

/** Name of a mistake. */
export type MistakeName = typeof MISTAKES[number];
