/**
 * The energies of a period as pictures show them.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import type { Colour } from "./theme.ts";

/** What a title calls an energy. */
export const ENERGY_NAMES: Readonly<Record<keyof Energies, string>> = {
  import_kwh: "Import",
  export_kwh: "Export",
  yield_kwh: "PV yield",
  self_consumed_kwh: "Self-consumed",
  consumption_kwh: "Consumption",
};

/** Its colour. */
export const ENERGY_COLOURS: Readonly<Record<keyof Energies, Colour>> = {
  import_kwh: "import",
  export_kwh: "export",
  yield_kwh: "generation",
  self_consumed_kwh: "self_consumed",
  consumption_kwh: "load",
};
