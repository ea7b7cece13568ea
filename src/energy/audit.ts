/**
 * Every repair of a counter, on the record.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Role } from "../catalogue.ts";
import type { Frame } from "../frames/polars.ts";
import type { RepairRule } from "../frames/counters.ts";

/**
 * What was repaired: the rules of any counter, and two of day counters. `late_reset`: it still
 * showed the day before. `clock`: it is reset at another hour than midnight, day after day.
 */
export type AuditRule = RepairRule | "late_reset" | "clock";

/** One repair. */
export interface AuditRow {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** Whose counter. */
  readonly role: Role;
  /** What it was taken for. */
  readonly rule: AuditRule;
  /** Reading before. [kWh] */
  readonly before: number;
  /** Reading at `time`. [kWh] */
  readonly after: number;
  /** What is booked at `time`. [kWh] */
  readonly kwh: number;
  /** Of a `catch_up`: since when that may have been counted. [ms] */
  readonly since?: number;
}

/**
 * Repairs as a frame.
 *
 * @returns Columns `time` (UTC), `role`, `rule`, `before_kwh`, `after_kwh`, `booked_kwh`; without
 * repairs they are empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { auditFrame } from "./audit.ts";
 *
 * assert(auditFrame([]).height === 0 && auditFrame([]).columns[2] === "rule");
 * ```
 */
export function auditFrame(rows: readonly AuditRow[]): Frame {
  const numbers = (name: string, of: (row: AuditRow) => number) =>
    pl.Series(name, Float64Array.from(rows, of));
  return pl.DataFrame([
    numbers("time", (row) => row.time).cast(pl.Datetime("ms", "UTC")),
    pl.Series("role", rows.map((row) => row.role as string), pl.String),
    pl.Series("rule", rows.map((row) => row.rule as string), pl.String),
    numbers("before_kwh", (row) => row.before),
    numbers("after_kwh", (row) => row.after),
    numbers("booked_kwh", (row) => row.kwh),
  ]);
}
