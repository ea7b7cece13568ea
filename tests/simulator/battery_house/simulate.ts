/**
 * The second demo household and the server that watches it.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { localDaysOf } from "../../houses/local_days.ts";
import { batteryHouse, FIRMWARE_UPDATE } from "./battery_house.ts";
import { withIncidents } from "./incidents.ts";
import { Instruments } from "./instruments.ts";
import { powersOf } from "./powers.ts";
import { type TrueDay, truthOf } from "./truth.ts";

/** What the simulation gives. */
export interface Simulation {
  /** All that the server stored. Series carry their metric's name as `__name__`. */
  readonly series: readonly LabelledSamples[];
  /** One entry per local day. */
  readonly truth: readonly TrueDay[];
}

/** Samples begin this long before the first local midnight and end this long after the last. [ms] */
const LEAD_IN = 6 * 3_600_000, LEAD_OUT = 50 * 60_000;

/** Lives through the year, or its first days. The same code gives the same result, to the last bit. */
export function simulateBatteryHouse({ to = batteryHouse.days.to } = {}): Simulation {
  const { zone, days: { from } } = batteryHouse;
  const days = localDaysOf(from, to, zone, 1), shown = days.slice(1, -1);
  const { start, end, versions } = FIRMWARE_UPDATE;
  const instruments = new Instruments(
    batteryHouse,
    { start: shown[0]!.start - LEAD_IN, end: shown.at(-1)!.end + LEAD_OUT },
    (time) => versions[time < start ? 0 : 1],
  );
  const truth: TrueDay[] = [];
  let before = 0;
  const isOff = (time: number) => time >= start && time < end;
  for (const powers of powersOf(batteryHouse, days, isOff)) {
    instruments.record(powers);
    if (shown.includes(powers.day)) truth.push(truthOf(batteryHouse, powers, before));
    before = powers.stored[powers.seconds - 1]!;
  }
  return { series: withIncidents(instruments.series()), truth };
}
