/**
 * A synthetic year of a house: 4,500 kWh, 8 kWp, and a price that changes each quarter of an hour.
 *
 * @module
 */

import type { Flows, Prices } from "../../src/money/battery_flows.ts";
import { HOUR, localDays, MINUTE, type Period } from "../../src/time.ts";

/** A year at a cadence. */
export interface SyntheticYear {
  readonly flows: Flows;
  readonly prices: Prices;
  readonly days: readonly Period[];
}

/** Makes the year; the same cadence gives the same year. */
export function syntheticYear(minutes: number): SyntheticYear {
  const days = localDays("2025-01-01", "2025-12-31", "Etc/UTC");
  const count = days.length * 1440 / minutes, start = days[0]!.start;
  const chance = generator(19), array = () => new Float64Array(count);
  const flows = {
    time: Float64Array.from({ length: count }, (_, i) => start + i * minutes * MINUTE),
    hours: array().fill(minutes / 60),
    gap: array(),
    imported: array(),
    exported: array(),
    generated: array(),
  };
  const prices = { imported: array(), exported: array().fill(0.08) };
  let cloud = 0.6, appliance = 0;
  for (let i = 0; i < count; i++) {
    const hour = (flows.time[i]! - start) / HOUR, day = Math.floor(hour / 24);
    const season = -Math.cos(2 * Math.PI * day / 365);
    const height = Math.sin(Math.PI * (hour % 24 - 6 + 1.5 * season) / (12 + 3 * season));
    cloud = Math.min(1, Math.max(0.1, cloud + 0.1 * (chance() - 0.5)));
    const sun = Math.max(0, height) * (0.55 + 0.25 * season) * 8 * cloud;
    if (chance() < 0.05) appliance = chance() < 0.4 ? 2.5 * chance() : 0;
    const load = 0.2 + 0.15 * Math.max(0, Math.sin(2 * Math.PI * (hour - 13) / 24)) + appliance;
    const kwh = (load - sun) * minutes / 60, quarter = Math.floor(hour * 4);
    flows.generated[i] = sun * minutes / 60;
    flows.imported[i] = Math.max(0, kwh);
    flows.exported[i] = Math.max(0, -kwh);
    prices.imported[i] = 0.28 - 0.09 * Math.max(0, height) +
      0.05 * Math.sin(2 * Math.PI * (hour % 24) / 6) + 0.04 * (quarter * 7919 % 97) / 97;
  }
  return { flows, prices, days };
}

/** Park and Miller's generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = state * 16_807 % 2_147_483_647) / 2_147_483_647;
}
