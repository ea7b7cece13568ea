/**
 * What the household draws.
 *
 * @module
 */

import { APPLIANCES } from "./appliances.ts";
import type { House } from "./house.ts";
import { random } from "./random.ts";

/** A local day as the people of the house see it. */
export interface HouseDay {
  /** Local day. */
  readonly day: string;
  /** Length of the day. [s] */
  readonly seconds: number;
  /** Saturday or Sunday. */
  readonly weekend: boolean;
  /** Nobody is at home. */
  readonly away: boolean;
  /** 0 in midsummer, 1 in midwinter. */
  readonly winter: number;
}

/**
 * Load of the household on a local day: every appliance draws its days and times from its own
 * stream of chance and adds what it draws. [W], one value a second.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demand } from "./demand.ts";
 * import { demoHouse } from "./demo_house.ts";
 *
 * const load = demand(demoHouse, "2025-06-01", { seconds: 86_400 });
 * assert(load.every((watts) => watts > 30 && watts < 20_000));
 * ```
 */
export function demand(
  house: Pick<House, "seed" | "away">,
  day: string,
  { seconds }: { seconds: number },
): Float64Array {
  const load = new Float64Array(seconds);
  const noon = new Date(`${day}T12:00:00Z`);
  const dayOfYear = (noon.getTime() - Date.UTC(noon.getUTCFullYear(), 0, 1)) / 86_400_000;
  const houseDay: HouseDay = {
    day,
    seconds,
    weekend: noon.getUTCDay() % 6 === 0,
    away: house.away.from <= day && day <= house.away.to,
    winter: (1 + Math.cos(2 * Math.PI * (dayOfYear + 10) / 365.25)) / 2,
  };
  for (const [name, appliance] of Object.entries(APPLIANCES)) {
    appliance(random(`${house.seed}/${name}/${day}`), houseDay, (from, duration, watts) => {
      const start = Math.max(0, Math.round(from)), end = Math.min(from + duration, seconds);
      for (let i = start; i < end; i++) load[i]! += watts;
    });
  }
  return load;
}
