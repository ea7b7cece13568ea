/**
 * The powers of a house as pictures show them: name, colour and sign.
 *
 * @module
 */

import type { PowerColumn } from "../energy/power_table.ts";
import type { Colour } from "./theme.ts";

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
  grid_w: { label: "grid: + import, − export", colour: "import" },
  import_w: { label: "import", colour: "import" },
  export_w: { label: "export", colour: "export" },
};

/**
 * Power for people: `850 W`, `4.2 kW`.
 *
 * @param watts Power. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatPower } from "./powers.ts";
 *
 * assert(formatPower(849.6) === "850 W" && formatPower(-4210) === "−4.2 kW");
 * ```
 */
export function formatPower(watts: number): string {
  const sign = watts < 0 ? "−" : "", size = Math.abs(watts);
  return size < 999.5 ? `${sign}${size.toFixed(0)} W` : `${sign}${(size / 1000).toFixed(1)} kW`;
}

/**
 * The interval of means for people: `15-min means`.
 *
 * @param step Length of a slot. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { meansOf } from "./powers.ts";
 *
 * assert(meansOf(900_000) === "15-min means" && meansOf(3_600_000) === "1-h means");
 * ```
 */
export function meansOf(step: number): string {
  if (step % 3_600_000 === 0) return `${step / 3_600_000}-h means`;
  return step % 60_000 === 0 ? `${step / 60_000}-min means` : `${step / 1000}-s means`;
}
