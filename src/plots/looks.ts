/**
 * Names and colours of energies and powers.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import type { PowerColumn } from "../energy/power.ts";
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
  // The colour of the load is that of texts, which stand on it.
  consumption_kwh: "muted",
};

/** How a power is shown. */
export interface PowerLook {
  /** What a legend calls it. */
  readonly label: string;
  /** Its colour. */
  readonly colour: Colour;
}

/**
 * Every power of a power table. Grid power is positive for import and negative for export, as
 * everywhere.
 */
export const POWER_LOOKS: Readonly<Record<PowerColumn, PowerLook>> = {
  load_w: { label: "load", colour: "load" },
  generation_w: { label: "generation", colour: "generation" },
  grid_w: { label: "grid (+ import, − export)", colour: "import" },
  import_w: { label: "import", colour: "import" },
  export_w: { label: "export", colour: "export" },
};

/**
 * Power for people: `850 W`, `4.2 kW`.
 *
 * @param watts Power. [W]
 */
export function formatPower(watts: number): string {
  const sign = watts < 0 ? "−" : "", size = Math.abs(watts);
  return size < 999.5 ? `${sign}${size.toFixed(0)} W` : `${sign}${(size / 1000).toFixed(1)} kW`;
}

/**
 * The interval of means for people: `15-min means`.
 *
 * @param step Length of a slot. [ms]
 */
export function meansOf(step: number): string {
  const length = step % 3_600_000 === 0
    ? `${step / 3_600_000}-h`
    : step % 60_000 === 0
    ? `${step / 60_000}-min`
    : `${step / 1000}-s`;
  // No line ends between them.
  return `${length}\u00a0means`;
}
