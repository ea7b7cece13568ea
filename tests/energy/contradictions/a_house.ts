/**
 * Twelve days of a house, a sample a minute, in UTC: what meter, inverter and wallbox say.
 *
 * @module
 */

import type { Flag } from "../../../src/catalogue/flags.ts";
import { joinSeries, type LabelledSamples } from "../../../src/columns.ts";
import { analyseDays } from "../../../src/energy/days.ts";
import { CONTRADICTION_FLAGS } from "../../../src/energy/table.ts";
import { parseHousehold } from "../../../src/household.ts";
import { HOUR, MINUTE } from "../../../src/time.ts";
import { memorySource } from "../../memory_source.ts";

const FROM = Date.UTC(2025, 4, 31), DAYS = 12;
/** [ms] */
export const time = Float64Array.from({ length: DAYS * 24 * 60 }, (_, i) => FROM + i * MINUTE);
/** The hour of the day, UTC. [h] */
export const hourOf = (at: number): number => at % (24 * HOUR) / HOUR;

/** Sun from 5 to 19 o'clock; clouds move it by up to a third. [W] */
export const generation = time.map((at) =>
  Math.max(0, 4000 * Math.sin((hourOf(at) - 5) / 14 * Math.PI) * (1 - Math.sin(at / 6e5) / 3))
);
/** [W] */
export const wallbox = time.map((at) => hourOf(at) >= 18 && hourOf(at) < 21 ? 3700 : 0);
/** Everything but the wallbox. [W] */
export const base = time.map((at) =>
  300 + 200 * Math.sin(at / 9.1e5) + (at / (47 * MINUTE) % 5 < 1 ? 1800 : 0)
);
/** [W] */
export const load = base.map((watts, i) => watts + wallbox[i]!);
/** [W] */
export const grid = load.map((watts, i) => watts - generation[i]!);

/** Energy since the start, from an opening reading. [kWh] */
export function counter(power: Float64Array, opening = 100, isDaily = false): Float64Array {
  let kwh = opening;
  return power.map((watts, i) => {
    if (isDaily && time[i]! % (24 * HOUR) === 0) kwh = 0;
    return kwh += Math.max(0, watts) / 60_000;
  });
}

/** The other direction. */
export const negative = (power: Float64Array): Float64Array => power.map((watts) => -watts);

/** The series of a house that imports `power`. */
export function seriesOf(power: Float64Array): Record<string, Float64Array> {
  return {
    meter_power: power,
    meter_import: counter(power, 4000),
    meter_export: counter(negative(power), 9000),
    inverter_power: generation,
    inverter_today: counter(generation, 0, true),
    inverter_total: counter(generation, 15_000),
    wallbox_power: wallbox,
    wallbox_energy: counter(wallbox, 300),
  };
}

/** A binding of the household file. */
export const bound = (selector: string, unit: string, sign?: string) => (
  { selector, unit, ...sign && { sign } }
);

/** The roles of the house: an import register, and all that an inverter has. */
export const ROLES = {
  grid_power: bound("meter_power", "W"),
  import_energy: bound("meter_import", "kWh"),
  export_energy: null,
  generation_power: bound("inverter_power", "W"),
  yield_today: bound("inverter_today", "kWh"),
  yield_total: bound("inverter_total", "kWh"),
  string_power: null,
  logger_online: null,
};
/** A meter without registers. */
export const NO_REGISTER = { import_energy: null };
/** An inverter without power. */
export const COUNTERS_ONLY = { generation_power: null };

/** What Wattbook says of a house. */
export interface Said {
  /** Flags of contradictions, on any day. */
  readonly flags: readonly Flag[];
  /** Notices that name a line of the household file. */
  readonly notices: readonly string[];
  readonly complete: number;
  readonly days: number;
}

/** A device that writes only changes of more than a deadband. */
export function onChange(value: Float64Array, deadband: number): LabelledSamples {
  const rows: number[] = [];
  value.forEach((one, row) => {
    if (rows.length === 0 || Math.abs(one - value[rows.at(-1)!]!) > deadband) rows.push(row);
  });
  return {
    labels: {},
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => value[row]!),
  };
}

/** Analyses ten days of a house. */
export async function analyse(
  series: Record<string, Float64Array | LabelledSamples>,
  file: { readonly roles?: object; readonly [setting: string]: unknown } = {},
): Promise<Said> {
  const samples = Object.entries(series).map(([name, one]): LabelledSamples => ({
    time,
    ...one instanceof Float64Array ? { value: one } : one,
    labels: { __name__: name },
  }));
  const household = parseHousehold({ zone: "UTC", ...file, roles: { ...ROLES, ...file.roles } });
  const range = { from: "2025-06-01", to: "2025-06-10" };
  const { table: { rows, notices } } = await analyseDays(
    memorySource(joinSeries(samples)),
    household,
    range,
  );
  return {
    flags: [
      ...new Set(
        rows.flatMap(({ flags }) => flags.filter((one) => CONTRADICTION_FLAGS.includes(one))),
      ),
    ],
    notices: notices.filter((notice) => notice.includes("Correct the household file")),
    complete: rows.filter(({ complete }) => complete).length,
    days: rows.length,
  };
}

/** A house that nothing is wrong with, as far as Wattbook says. */
export const SOUND = { flags: [], notices: [], complete: 10, days: 10 };
