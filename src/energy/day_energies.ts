/**
 * The energies of each day, from the signals of a household.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import type { Samples } from "../columns.ts";
import { gapCap, integrate } from "../frames/integrate.ts";
import { exportOf, importOf } from "../frames/signed.ts";
import { slotIndexes } from "../frames/slots.ts";
import type { Household } from "../household.ts";
import { hoursOf, type Period } from "../time.ts";
import { dayBalance } from "./day_balance.ts";
import { pvCoverage } from "./pv_coverage.ts";
import { type DayYield, dayYields } from "./pv_yield.ts";
import { registerEnergy } from "./register.ts";
import type { HouseholdSignals } from "./signals.ts";
import { type EnergyRow, ratiosOf } from "./table.ts";

/** Options of {@linkcode dayEnergies}. */
export interface DayEnergiesOptions {
  /** Share of a day that grid power must cover for its export to be complete. [0–1] */
  readonly completeCoverage: number;
  /** The present. [ms] */
  readonly now: number;
}

/** One direction of the grid on one day. */
interface GridEnergy {
  readonly kwh: number | null;
  readonly method: "counter" | "integral" | "unknown";
  readonly flags: readonly Flag[];
}

/**
 * One row per day.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold } from "../household.ts";
 * import { localDays } from "../time.ts";
 * import { dayEnergies } from "./day_energies.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * const start = days[0]!.start, end = days[0]!.end;
 * const time = Float64Array.from({ length: 1441 }, (_, i) => start + i * 60_000);
 * const none = { time: new Float64Array(), value: new Float64Array() };
 * const [row] = dayEnergies(days, {
 *   grid: { time, value: time.map(() => -500) },
 *   imports: [{ time: Float64Array.of(start, end - 1, end), value: Float64Array.of(7, 7, 7) }],
 *   exports: [], generation: none, today: [], total: [], daylight: [], fallbacks: [], notices: [],
 * }, defaultHousehold({ zone: "UTC" }), { completeCoverage: 0.998, now: end });
 * assert(row?.import_kwh === 0 && Math.abs(row.export_kwh! - 12) < 1e-9);
 * ```
 */
export function dayEnergies(
  days: readonly Period[],
  signals: HouseholdSignals,
  household: Household,
  options: DayEnergiesOptions,
): EnergyRow[] {
  const { completeCoverage, now } = options;
  const borders = [...days.map(({ start }) => start), days.at(-1)!.end];
  const { grid } = signals;
  const maxGap = gapCap(grid);
  const imported = integrate({ time: grid.time, value: importOf(grid.value) }, borders, { maxGap });
  const exported = integrate({ time: grid.time, value: exportOf(grid.value) }, borders, { maxGap });
  const byImport = registers(signals.imports, borders);
  const byExport = registers(signals.exports, borders);
  const sleepy = sleepyPower(household);
  const pv = pvCoverage(days, signals.generation, signals.daylight, { sleepy });
  const yields = summedYields(days, signals, pv.map(({ missesEnd }) => missesEnd));
  const generated = integrate(signals.generation, borders);
  const heard = [grid, ...signals.imports, ...signals.exports, signals.generation, ...signals.today]
    .map((samples) => slotIndexes(samples, borders));
  const hasInverter = household.bindings.yield_today.length > 0 ||
    household.bindings.yield_total.length > 0 || household.bindings.generation_power.length > 0;

  return days.map((day, d) => {
    const isOver = day.end <= now;
    const coverage = imported.covered[d]! / (Math.min(day.end, now) - day.start);
    const isCovered = coverage >= completeCoverage;
    const imports = direction(byImport[d], imported.energy[d]! / 1000, coverage);
    const exports = direction(byExport[d], exported.energy[d]! / 1000, coverage);
    const pvYield = yields[d] ?? byIntegral(generated.energy[d]! / 1000, generated.covered[d]!);
    const balance = dayBalance(imports.kwh, exports.kwh, pvYield.kwh, exports.method);
    const coverage_pv = pv[d]!.coverage;
    const isSilent = heard.every((index) => index[d] === index[d + 1]);
    const flags = new Set<Flag>([
      ...(isSilent ? ["no_data" as const] : []),
      ...(isOver ? [] : ["running" as const]),
      ...(!isSilent && !isCovered ? ["grid_gap" as const] : []),
      ...(!isSilent && hasInverter && coverage_pv !== null && coverage_pv < completeCoverage
        ? ["pv_gap" as const]
        : []),
      ...(isSilent ? [] : [...imports.flags, ...exports.flags, ...pvYield.flags]),
      ...balance.flags,
      ...(imports.method === "integral" ? ["import_integrated" as const] : []),
      ...(signals.fallbacks.length > 0 && !isSilent ? ["rule_fallback" as const] : []),
    ]);
    return {
      date: day.label,
      start: day.start,
      end: day.end,
      hours: hoursOf(day),
      ...balance.energies,
      ...ratiosOf(balance.energies),
      coverage_grid: coverage,
      coverage_pv: hasInverter ? coverage_pv : null,
      complete: isOver && imports.kwh !== null && exports.kwh !== null &&
        (exports.method === "counter" || isCovered) &&
        (imports.method === "counter" || isCovered) &&
        (!hasInverter || balance.energies.consumption_kwh !== null) &&
        !UNTRUSTED.some((flag) => flags.has(flag)),
      method: `import:${imports.method} export:${exports.method} yield:${pvYield.method}`,
      flags: [...flags],
    };
  });
}

/** Flags of a number that is there but lacks something. */
const UNTRUSTED: readonly Flag[] = [
  "register_interpolated",
  "register_partial",
  "yield_partial",
  "yield_mismatch",
  "export_exceeds_yield",
];

/** A direction by its register where it has one, else by integration. */
function direction(
  register: GridEnergy | undefined,
  integral: number,
  coverage: number,
): GridEnergy {
  if (register && register.kwh !== null) return register;
  if (coverage > 0) return { kwh: integral, method: "integral", flags: register?.flags ?? [] };
  return { kwh: null, method: "unknown", flags: [] };
}

/** Registers added up, per day; `undefined` entries if there are none. */
function registers(
  counters: readonly Samples[],
  borders: readonly number[],
): (GridEnergy | undefined)[] {
  const each = counters.map((counter) => registerEnergy(counter, borders));
  return borders.slice(1).map((_, d) => {
    const parts = each.map((energies) => energies[d]!);
    if (parts.length === 0) return undefined;
    const flags: Flag[] = [];
    if (parts.some((part) => part.isInterpolated)) flags.push("register_interpolated");
    if (parts.some((part) => part.isPartial)) flags.push("register_partial");
    if (parts.some((part) => part.hasReset)) flags.push("counter_reset");
    const kwh = parts.some((part) => part.kwh === null)
      ? null
      : parts.reduce((sum, part) => sum + part.kwh!, 0);
    return { kwh, method: "counter", flags };
  });
}

/** Yields of all inverters, added; `undefined` where no counter knows them. */
function summedYields(
  days: readonly Period[],
  { today, total }: HouseholdSignals,
  missesEnd: readonly boolean[],
): (DayYield | undefined)[] {
  const none: Samples = { time: new Float64Array(), value: new Float64Array() };
  const inverters = Math.max(today.length, total.length);
  const each = Array.from(
    { length: inverters },
    (_, i) => dayYields(days, { today: today[i] ?? none, total: total[i] ?? none }, missesEnd),
  );
  return days.map((_, d) => {
    const parts = each.map((yields) => yields[d]!);
    if (parts.length === 0 || parts.some(({ kwh }) => kwh === null)) return undefined;
    return {
      kwh: parts.reduce((sum, { kwh }) => sum + kwh!, 0),
      method: parts.some(({ method }) => method === "lifetime_counter")
        ? "lifetime_counter"
        : "day_counter",
      flags: parts.flatMap(({ flags }) => flags),
    };
  });
}

function byIntegral(kwh: number, covered: number) {
  return covered > 0
    ? { kwh, method: "integral" as const, flags: ["yield_partial" as const] }
    : { kwh: null, method: "unknown" as const, flags: [] };
}

/** An inverter that gives less than 2 % of its rating is about to sleep or has just woken up. */
function sleepyPower({ strings }: Household): number {
  return strings ? 20 * strings.reduce((sum, { kwp }) => sum + kwp, 0) : 100;
}
