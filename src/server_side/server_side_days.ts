/**
 * The daily table without raw samples: the server computes the days.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Client } from "../client/client.ts";
import type { AnalysisOptions } from "../energy/days.ts";
import { dayRow } from "../energy/day.ts";
import { feedsIn } from "../energy/unheard_inverter.ts";
import { hasInverter, limitsOf } from "../energy/limits.ts";
import type { EnergyTable } from "../energy/table.ts";
import { devicesOf, type Household } from "../household.ts";
import { addDays, MINUTE, SECOND } from "../time.ts";
import { askDays, type DayWindow, localWindows } from "./ask_days.ts";
import { checkDirection, type CheckedYield, checkYields, refuseParallelDevices } from "./checks.ts";
import { deviceDays } from "./device_days.ts";
import { deviceFigures } from "./device_figures.ts";
import { dayFigures, type Figure } from "./expressions.ts";

/** Options of {@linkcode serverSideDays}. */
export type ServerSideOptions = Omit<AnalysisOptions, "repair" | "stretch" | "strings">;

/** Figures that need a sample on the day. */
const SAMPLED: readonly Figure[] = [
  "grid_minutes",
  "import_reading",
  "export_reading",
  "yield",
  "lifetime",
];

/** Longest day, of clocks that are put back. [h] */
const LONGEST_DAY = 25;

/**
 * Computes the daily table of a household on the server, with the specification's daily
 * expressions: some kilobytes for a year instead of all of its samples. The table has the columns
 * of {@linkcode analyseDays}; `method` says that the server computed it.
 *
 * A day is `complete` only if a second number agrees with each energy: the readings of the register
 * at its ends, the lifetime counter, or grid power at every minute. `coverage_grid` is the share of
 * the minutes at which the server has a grid power; `coverage_pv` is 0 on a day without the
 * inverter, else `null`, because the server is not asked how much of the daylight is covered.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the
 * client throws.
 */
export async function serverSideDays(
  client: Pick<Client, "description" | "query" | "queryRange">,
  household: Household,
  options: ServerSideOptions,
): Promise<EnergyTable> {
  const { from, to, now = Date.now(), includeToday = false, completeCoverage = 0.998 } = options;
  const { signal, onProgress } = options;
  const { zone } = household, limits = limitsOf(household);
  // The counters of the days before and after show whether the days are complete.
  const windows = begunWindows(localWindows(addDays(from, -1), addDays(to, 1), zone), now);
  const range = { start: windows[0]?.start ?? 0, end: windows.at(-1)?.end ?? 0 };
  if (windows.length > 0) await refuseParallelDevices(client, household, { ...range, signal });
  const { days: answers, notices } = await askDays(
    client,
    (day) => ({ ...dayFigures(household, day), ...deviceFigures(household, day) }),
    { windows, signal, onProgress },
  );
  const known = (figure: string) => windows.map(({ label }) => answers.get(label)?.[figure] ?? NaN);

  const minutes = windows.map(({ start, end }) => Math.ceil((end - start) / MINUTE));
  const coverage = known("grid_minutes").map((count, d) =>
    Number.isNaN(count) ? 0 : Math.min(1, count / minutes[d]!)
  );
  const isCovered = coverage.map((share) => share >= completeCoverage);
  const direction = (name: "import" | "export") => {
    const isCounted = household.bindings[`${name}_energy`].length > 0;
    const readings = isCounted ? known(`${name}_reading`) : null;
    return checkDirection(known(name), { readings, isCovered, most: limits.grid * LONGEST_DAY });
  };
  const imports = direction("import"), exports = direction("export"), yields = pvYields();
  const isBound = hasInverter(household), devices = devicesOf(household);
  const most = limits.grid * LONGEST_DAY;
  const deviceOf = deviceDays(household, { known, minutes, completeCoverage, most });
  const rowsOf = (hasPv: boolean) =>
    windows.map((day, d) =>
      dayRow(
        { label: day.label, start: day.start, end: day.dayEnd },
        { coverage: coverage[d]!, imports: imports[d]!, exports: exports[d]! },
        yields[d]!,
        {
          now,
          completeCoverage,
          isSilent: SAMPLED.every((figure) => answers.get(day.label)?.[figure] === undefined),
          hasInverter: isBound,
          hasPv,
          isFallback: false,
          hadImpossiblePower: false,
          gaps: { grid: [], generation: [] },
          ...deviceOf[d]!,
          computedBy: "server",
        },
      )
    ).filter(({ date, end }) => date >= from && date <= to && (includeToday || end <= now));
  const rows = rowsOf(true);
  return {
    kind: "day",
    zone,
    source: `${client.description}, which computed the days`,
    rows: isBound || feedsIn(rows) ? rows : rowsOf(false),
    notices,
    isRepaired: false,
    ...(devices && { devices }),
  };

  function pvYields() {
    const { yield_today, yield_total } = household.bindings;
    const counter = known("yield"), lifetime = known("lifetime"), opening = known("opening");
    const isCounted = yield_today.length + yield_total.length > 0;
    const checked = isCounted
      ? checkYields(
        windows.map((_, d) => (
          { counter: counter[d]!, lifetime: lifetime[d]!, opening: opening[d]! }
        )),
        { most: limits.generation * LONGEST_DAY, inverters: yield_today.length },
      )
      : counter.map((kwh): Omit<CheckedYield, "method"> & { method: "integral" | "unknown" } =>
        energy(kwh, "integral", ["yield_integrated"])
      );
    return checked.map((one, d) => {
      const isHeard = !Number.isNaN(counter[d]!) || !Number.isNaN(lifetime[d]!);
      return { ...one, coverage: isHeard ? null : 0 };
    });
  }
}

/** An energy, or that it is unknown. */
function energy<Method extends string>(
  kwh: number,
  method: Method,
  flags: readonly Flag[] = [],
): { kwh: number | null; method: Method | "unknown"; flags: readonly Flag[] } {
  return Number.isNaN(kwh) ? { kwh: null, method: "unknown", flags: [] } : { kwh, method, flags };
}

/** A window that may end before its day does. */
interface BegunWindow extends DayWindow {
  /** End of the day. [ms] */
  readonly dayEnd: number;
}

/** The windows that have begun, that of the running day up to now. */
function begunWindows(windows: readonly DayWindow[], now: number): BegunWindow[] {
  const present = Math.floor(now / SECOND) * SECOND;
  return windows.filter(({ start }) => start < present).map((window) => {
    const end = Math.min(window.end, present);
    return { ...window, end, at: end - 1, dayEnd: window.end };
  });
}
