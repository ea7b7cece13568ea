/**
 * The error bands of a period.
 *
 * @module
 */

import type { Banded } from "../catalogue.ts";
import { autarkyBand, type Band, selfConsumptionBand } from "./band.ts";
import type { Estimates } from "./day_estimates.ts";
import { bandOf, type Estimate } from "./estimate.ts";

/** Error bands of a period; `null` where the number is unknown. [kWh, ratios 0–1] */
export type Bands = Readonly<Record<Banded, Band | null>>;

/**
 * Error bands of energies and of the ratios that follow from them.
 *
 * @param estimates Energies of a period.
 * @param balanced Energies of its days that know all of them; the ratios come from these alone.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { bandsOf } from "./bands.ts";
 *
 * const of = (kwh: number) => ({ kwh, below: 0, above: 0, sigma: 0 });
 * const energies = {
 *   import_kwh: of(2), export_kwh: of(6), yield_kwh: of(8),
 *   self_consumed_kwh: of(2), consumption_kwh: of(4),
 * };
 * assert(bandsOf(energies, energies).autarky?.low === 0.5);
 * assert(bandsOf(energies, null).autarky === null);
 * ```
 */
export function bandsOf(estimates: Estimates, balanced: Estimates | null): Bands {
  const of = (one: Estimate | null | undefined) => one ? bandOf(one) : null;
  const imported = of(balanced?.import_kwh), own = of(balanced?.self_consumed_kwh);
  const exported = of(balanced?.export_kwh), generated = of(balanced?.yield_kwh);
  return {
    import_kwh: of(estimates.import_kwh),
    export_kwh: of(estimates.export_kwh),
    yield_kwh: of(estimates.yield_kwh),
    self_consumed_kwh: of(estimates.self_consumed_kwh),
    consumption_kwh: of(estimates.consumption_kwh),
    autarky: own && imported && autarkyBand(own, imported),
    self_consumption_rate: exported && generated && selfConsumptionBand(exported, generated),
  };
}
