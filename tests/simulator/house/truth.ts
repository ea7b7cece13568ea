/**
 * The ground truth: energies of a local day, from the power of every second.
 *
 * @module
 */

import { formatInstant, hoursOf, type Period } from "../../../src/time.ts";
import type { Trace } from "./trace.ts";

/** Energies of a local day, as they truly were. [kWh] */
export interface TruthDay extends Period {
  /** Drawn from the grid. */
  readonly import_kwh: number;
  /** Fed into the grid. */
  readonly export_kwh: number;
  /** Generated, AC side. */
  readonly yield_kwh: number;
  /** Generated and used in the house at once. */
  readonly self_consumed_kwh: number;
  /** Used in the house. */
  readonly consumption_kwh: number;
}

/**
 * The ground truth of one day.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../../../src/time.ts";
 * import { demoHouse } from "./demo_house.ts";
 * import { trace } from "./trace.ts";
 * import { truthOf } from "./truth.ts";
 *
 * const [day] = localDays("2025-06-01", "2025-06-01", demoHouse.zone);
 * const truth = truthOf(trace(demoHouse, day!));
 * assert(truth.yield_kwh > truth.export_kwh);
 * ```
 */
export function truthOf({ label, start, end, registers }: Trace): TruthDay {
  const kwh = (register: Float64Array) => (register.at(-1)! - register[0]!) / 1000;
  const imported = kwh(registers.imported), selfConsumed = kwh(registers.selfConsumed);
  return {
    label,
    start,
    end,
    import_kwh: imported,
    export_kwh: kwh(registers.exported),
    yield_kwh: kwh(registers.generated),
    self_consumed_kwh: selfConsumed,
    consumption_kwh: selfConsumed + imported,
  };
}

const ENERGIES = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
] as const;

/**
 * The ground truth as CSV, to a tenth of a watt-hour; the last row is the sum, named by the year.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { truthCsv } from "./truth.ts";
 *
 * assert(truthCsv([], { zone: "Europe/Berlin" }).startsWith("date,start,end,hours"));
 * ```
 */
export function truthCsv(days: readonly TruthDay[], { zone }: { zone: string }): string {
  const rows = days.length === 0 ? [] : [...days, sumOf(days)];
  const lines = rows.map((row) =>
    [
      row.label,
      formatInstant(row.start, zone),
      formatInstant(row.end, zone),
      hoursOf(row),
      ...ENERGIES.map((name) => row[name].toFixed(4)),
    ].join(",")
  );
  return [`date,start,end,hours,${ENERGIES.join(",")}`, ...lines, ""].join("\n");
}

function sumOf(days: readonly TruthDay[]): TruthDay {
  const first = days[0]!, last = days.at(-1)!;
  const sums = ENERGIES.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]);
  return {
    ...Object.fromEntries(sums) as Pick<TruthDay, typeof ENERGIES[number]>,
    label: first.label.slice(0, 4),
    start: first.start,
    end: last.end,
  };
}
