/** A house whose days can be computed by head, for pictures that never change. */
import { joinSeries } from "../../src/columns.ts";
import { analyseDays, type Analysis } from "../../src/energy/days.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import { defaultHousehold } from "../../src/household.ts";
import { HOUR, localDays, MINUTE, offsetAt, type TimeRange } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

export const ZONE = "Europe/Berlin";
const house = { ...defaultHousehold({ zone: ZONE }), latitude: 50.5, longitude: 9.7 };

/** Sun on the roof, by the hour of solar time: a parabola from 6 to 18. [W] */
function generationAt(time: number): number {
  const hour = (time / HOUR + 0.65) % 24;
  return hour > 6 && hour < 18 ? 110 * (hour - 6) * (18 - hour) : NaN;
}

/** A kettle at breakfast, a stove in the evening, by the clock on the wall. [W] */
function loadAt(time: number): number {
  const hour = (time + offsetAt(time, ZONE)) / HOUR % 24;
  return hour >= 7 && hour < 7.25 ? 2000 : hour >= 18 && hour < 19 ? 1500 : 200;
}

/** When nobody looked at the meter, and when nobody looked at the inverter. */
export interface Blind {
  readonly grid?: TimeRange;
  readonly inverter?: TimeRange;
}

function sourceOf({ from, to }: Days, { grid, inverter }: Blind): Source {
  const days = localDays(from, to, ZONE);
  const power: number[] = [], imported: number[] = [], yielded: number[] = [], time: number[] = [];
  let meter = 0, total = 0;
  for (let at = days[0]!.start - HOUR; at <= days.at(-1)!.end + HOUR; at += MINUTE) {
    const generation = generationAt(at), drawn = loadAt(at) - (generation || 0);
    time.push(at);
    power.push(drawn);
    imported.push(meter += Math.max(drawn, 0) / 60);
    yielded.push(Number.isNaN(generation) ? NaN : total += generation / 60_000);
  }
  const morning = (at: number) => (at / HOUR + 0.65) % 24 < 12 ? 0.7 : 0.3;
  const series = (
    __name__: string,
    values: readonly number[],
    { blind, string }: { blind?: TimeRange | undefined; string?: string },
  ) => {
    const isSeen = (at: number, i: number) =>
      !Number.isNaN(values[i]!) && !(blind && at > blind.start && at < blind.end);
    return {
      labels: { __name__, ...(string && { string }) },
      time: Float64Array.from(time.filter(isSeen)),
      value: Float64Array.from(values.filter((_, i) => isSeen(time[i]!, i))),
    };
  };
  const string = (share: (at: number) => number) =>
    time.map((at) => generationAt(at) * share(at) * 1.04);
  return memorySource(joinSeries([
    series("gridbox_ha_multimeter_power_W", power, { blind: grid }),
    series("gridbox_ha_multimeter_energy_Wh", imported, { blind: grid }),
    series("inverter_ac_active_power_watts", time.map(generationAt), { blind: inverter }),
    series("inverter_production_total_kwh", yielded, { blind: inverter }),
    series("inverter_dc_power_watts", string(morning), { blind: inverter, string: "pv1" }),
    series("inverter_dc_power_watts", string((at) => 1 - morning(at)), {
      blind: inverter,
      string: "pv2",
    }),
    series("inverter_dc_power_watts", string(() => 0), { blind: inverter, string: "pv3" }),
  ]));
}

/** Which days, in which slots. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** @default {3_600_000} */
  readonly step?: number;
}

export async function powerOf(days: Days, blind: Blind = {}): Promise<PowerTable> {
  const { step = HOUR, ...range } = days, source = sourceOf(days, blind);
  const { power } = await analyseDays(source, house, {
    ...{ ...range, now: Infinity, strings: true },
    power: [{ step }],
  });
  return power[0]!;
}

export function analysisOf(days: Days, blind: Blind = {}): Promise<Analysis> {
  const source = sourceOf(days, blind);
  return analyseDays(source, house, { now: Infinity, ...days });
}

/** A stretch of a day by the clock in UTC. */
export function stretch(day: string, from: string, to: string): TimeRange {
  return { start: Date.parse(`${day}T${from}:00Z`), end: Date.parse(`${day}T${to}:00Z`) };
}
