import type { Role } from "../catalogue.ts";
import { formatSelector } from "../selector.ts";
import type { RoleSignals } from "./roles.ts";

/**
 * What to tell about series that a household expects and a source does not have. Nothing where it has
 * none of them at all: then the series are not what is wrong.
 *
 * @param pulled What was found per role.
 * @param source The source, for people.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { absentSeries } from "./absent_series.ts";
 *
 * const found = { signals: [], isFallback: false, notices: [], absent: [] };
 * const one = { time: Float64Array.of(0), value: Float64Array.of(1) };
 * const [notice] = absentSeries([
 *   ["grid_power", { ...found, absent: [selector("p1_power")] }],
 *   ["import_energy", { ...found, signals: [one] }],
 * ], "an archive");
 * assert.match(notice!, /^No series for grid_power \(p1_power\) in an archive on these days;/);
 * ```
 */
export function absentSeries(
  pulled: readonly (readonly [Role, RoleSignals])[],
  source: string,
): string[] {
  if (pulled.every(([, { signals }]) => signals.length === 0)) return [];
  const absent = pulled.filter(([role]) => role !== HELPER).flatMap(([role, { absent }]) =>
    absent.map((one) => ({ name: `${role} (${formatSelector(one)})`, one }))
  );
  if (absent.length === 0) return [];
  const ain = absent.some(({ one }) => one.matchers.some(({ label }) => label === "ain"));
  return [
    `No series for ${
      absent.map(({ name }) => name).join(", ")
    } in ${source} on these days; correct ` +
    `${ain ? "METER_AIN_REGEX or " : ""}the roles in the household file, null for what the house ` +
    "does not have",
  ];
}

/** The lifetime counter helps out where the day counter fails; nothing else misses it. */
const HELPER: Role = "yield_total";
