/**
 * Every repair, on the record.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Role } from "../catalogue.ts";
import type { Frame } from "../frames/frame.ts";
import type { RepairRule } from "../frames/counters.ts";
import type { ImpossibleRun } from "../frames/impossible.ts";

/**
 * What was repaired: the rules of any counter, two of day counters, and one of power. `late_reset`:
 * it still showed the day before. `clock`: it is reset at another hour than midnight, day after
 * day. `impossible_power`: more than the fuse or the panels let through, left out.
 */
export type AuditRule = RepairRule | "late_reset" | "clock" | "impossible_power";

/** One repair. */
export interface AuditRow {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** Whose counter or power. */
  readonly role: Role;
  /** What it was taken for. */
  readonly rule: AuditRule;
  /** Reading before; `null` of a power. [kWh] */
  readonly before: number | null;
  /** Reading at `time`; `null` of a power. [kWh] */
  readonly after: number | null;
  /** What is booked at `time`. [kWh] */
  readonly kwh: number;
  /** Of a `catch_up`: since when that may have been counted. [ms] */
  readonly since?: number;
  /** Of an `impossible_power`: time of the last of these samples. [ms] */
  readonly until?: number;
  /** Of an `impossible_power`: the sample farthest from zero. [W] */
  readonly power?: number;
  /** Of an `impossible_power`: what integration would have made of it, signed as the power. [kWh] */
  readonly keptOut?: number;
}

/**
 * Power samples that were left out, as rows of the audit.
 *
 * @param role Whose power it is.
 * @param runs Samples that cannot be true. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { impossiblePower } from "./audit.ts";
 *
 * const [row] = impossiblePower("grid_power", [{ time: 0, until: 0, value: 1e7, energy: 166_000 }]);
 * assert(row?.power === 1e7 && row.kwh === 0 && row.keptOut === 166);
 * ```
 */
export function impossiblePower(role: Role, runs: readonly ImpossibleRun[]): AuditRow[] {
  return runs.map(({ time, until, value, energy }) => ({
    time,
    until,
    role,
    rule: "impossible_power",
    before: null,
    after: null,
    kwh: 0,
    power: value,
    keptOut: energy / 1000,
  }));
}

/**
 * Repairs as a frame.
 *
 * @returns Columns `time` (UTC), `role`, `rule`, `before_kwh`, `after_kwh`, `booked_kwh`, and of
 * power samples `power_w` and `kept_out_kwh`; without repairs they are empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { auditFrame } from "./audit.ts";
 *
 * assert(auditFrame([]).height === 0 && auditFrame([]).columns[2] === "rule");
 * ```
 */
export function auditFrame(rows: readonly AuditRow[]): Frame {
  const numbers = (name: string, of: (row: AuditRow) => number | null | undefined) =>
    pl.Series(name, rows.map((row) => of(row) ?? null), pl.Float64);
  return pl.DataFrame([
    pl.Series("time", Float64Array.from(rows, (row) => row.time)).cast(pl.Datetime("ms", "UTC")),
    pl.Series("role", rows.map((row) => row.role as string), pl.String),
    pl.Series("rule", rows.map((row) => row.rule as string), pl.String),
    numbers("before_kwh", (row) => row.before),
    numbers("after_kwh", (row) => row.after),
    numbers("booked_kwh", (row) => row.kwh),
    numbers("power_w", (row) => row.power),
    numbers("kept_out_kwh", (row) => row.keptOut),
  ]);
}
