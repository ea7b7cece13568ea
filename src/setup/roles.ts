/**
 * What setup looks for.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";

/** A role that setup can bind: all but the state of the logger. */
export type SetupRole = Exclude<Role, "logger_online">;

/** Which direction of a power counts as positive. */
export type Sign = "import_positive" | "export_positive" | "charge_positive" | "discharge_positive";

/** Units of powers, with what makes W of a value. */
export const POWER_UNITS = { W: 1, kW: 1000, mW: 0.001 } as const;

/** Units of energies, with what makes Wh of a value. */
export const ENERGY_UNITS = { Wh: 1, kWh: 1000, mWh: 0.001, J: 1 / 3600 } as const;

/** A unit that a series may have. */
export type SetupUnit = keyof typeof POWER_UNITS | keyof typeof ENERGY_UNITS | "%" | "1";

/** Each role in the words of a home owner. */
export const ROLE_WORDS: Readonly<Record<SetupRole, string>> = {
  grid_power: "Power at the grid connection",
  import_energy: "Meter reading: energy from the grid",
  export_energy: "Meter reading: energy fed into the grid",
  generation_power: "Power of the solar inverter",
  yield_today: "Solar energy of the day",
  yield_total: "Solar energy since installation",
  string_power: "Power of single panel strings",
  battery_power: "Power of the battery",
  battery_charged_energy: "Energy charged into the battery",
  battery_discharged_energy: "Energy discharged from the battery",
  state_of_charge: "Charge level of the battery",
  consumer_power: "Power of a large consumer",
  consumer_energy: "Energy of a large consumer",
};
