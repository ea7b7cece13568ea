/**
 * Error bands: of energies, and of the ratios that follow from them.
 *
 * @module
 */

/** A range that holds the truth, on nearly all days. [kWh, or a ratio 0–1] */
export interface Band {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * The band of the autarky, self-consumed ÷ (self-consumed + import): it rises with the
 * self-consumption and falls with the import, so its low end is that of the least self-consumption
 * and the most import. Where both are integrated, a load that switches between two samples takes
 * from both or gives to both, so that their errors partly cancel in the ratio and the band is wider
 * than it would have to be.
 *
 * @returns Band; `null` if nothing may have been consumed. [0–1]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { autarkyBand } from "./band.ts";
 *
 * const band = autarkyBand({ low: 1, high: 3 }, { low: 1, high: 3 });
 * assert.deepEqual(band, { low: 0.25, high: 0.75 });
 * ```
 */
export function autarkyBand(selfConsumed: Band, imported: Band): Band | null {
  if (selfConsumed.high + imported.high <= 0) return null;
  return {
    low: ratio(selfConsumed.low, selfConsumed.low + imported.high, 0),
    high: ratio(selfConsumed.high, selfConsumed.high + imported.low, 1),
  };
}

/**
 * The band of the self-consumption rate, 1 − export ÷ yield: it rises with the yield and falls with
 * the export, which are measured by different devices.
 *
 * @returns Band; `null` if nothing may have been generated. [0–1]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selfConsumptionBand } from "./band.ts";
 *
 * const band = selfConsumptionBand({ low: 3, high: 5 }, { low: 4, high: 6 });
 * assert.deepEqual(band, { low: 0, high: 0.5 });
 * ```
 */
export function selfConsumptionBand(exported: Band, generated: Band): Band | null {
  if (generated.high <= 0) return null;
  return {
    low: ratio(generated.low - exported.high, generated.low, 0),
    high: ratio(generated.high - exported.low, generated.high, 1),
  };
}

/** A ratio within 0–1; `otherwise` where there is nothing to divide by. */
function ratio(part: number, whole: number, otherwise: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : otherwise;
}
