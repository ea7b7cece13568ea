/**
 * Every repair, and the flags that it gives to a day.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Role } from "../catalogue/roles.ts";
import type { RepairRule } from "../frames/counters.ts";
import { type DayClock, type DayOffset, offsetText } from "../frames/day_counter.ts";
import { type Frame, rowFrame } from "../frames/frame.ts";
import type { ImpossibleRun } from "../frames/impossible.ts";

/**
 * Why something was repaired: the rules of any counter, two of day counters, and one of power.
 * `late_reset`: it still showed the day before. `clock`: it is reset at another hour than midnight
 * every day. `impossible_power`: more than fuse or panels allow, left out.
 */
export type AuditRule = RepairRule | "late_reset" | "clock" | "impossible_power";

/** One repair. */
export interface AuditRow {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** Role of the counter or power. */
  readonly role: Role;
  /** Name of the consumer, if it is one. */
  readonly consumer?: string;
  /** Which rule applied. */
  readonly rule: AuditRule;
  /** Reading before; `null` of a power. [kWh] */
  readonly before: number | null;
  /** Reading at `time`; `null` of a power. [kWh] */
  readonly after: number | null;
  /** What is booked at `time`. [kWh] */
  readonly kwh: number;
  /** For `catch_up`: the earliest time at which it may have been counted. [ms] */
  readonly since?: number;
  /** For `reset` and `glitch`: the most that may have flowed without being booked. [kWh] */
  readonly lost?: number;
  /** For `impossible_power`: time of the last of these samples. [ms] */
  readonly until?: number;
  /** For `impossible_power`: the sample farthest from zero. [W] */
  readonly power?: number;
  /** For `impossible_power`: the energy that it would have added, signed as the power. [kWh] */
  readonly keptOut?: number;
}

/** The most that may have flowed around resets without being booked. [kWh] */
export function lostEnergy(repairs: readonly { readonly lost?: number }[]): number {
  return repairs.reduce((sum, { lost = 0 }) => sum + lost, 0);
}

/**
 * Power samples that were left out, as rows of the audit.
 *
 * @param role Role of the power.
 * @param runs Impossible samples. [W]
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
 * @returns Columns `time` (UTC), `role` (of a consumer with its name), `rule`, `before_kwh`, `after_kwh`, `booked_kwh`, and of
 * power samples `power_w` and `kept_out_kwh`; without repairs they are empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { auditFrame } from "./repairs.ts";
 *
 * assert(auditFrame([]).height === 0 && auditFrame([]).columns[2] === "rule");
 * ```
 */
export function auditFrame(rows: readonly AuditRow[]): Frame {
  return rowFrame(rows, {
    time: "instant",
    role: ["text", ({ role, consumer }) => consumer ? `${role} ${consumer}` : role],
    rule: "text",
    before_kwh: ["number", ({ before }) => before],
    after_kwh: ["number", ({ after }) => after],
    booked_kwh: ["number", ({ kwh }) => kwh],
    power_w: ["number", ({ power }) => power],
    kept_out_kwh: ["number", ({ keptOut }) => keptOut],
  });
}

const FLAGS: Readonly<Partial<Record<AuditRule, Flag>>> = {
  glitch: "counter_repaired",
  spike: "counter_repaired",
  reset: "counter_reset",
  replaced: "counter_replaced",
  catch_up: "recovered",
  late_reset: "late_reset",
  impossible_power: "impossible_power",
};

/**
 * The flags of some repairs, each once. A dip of one step has no flag.
 */
export function repairFlags(repairs: readonly { readonly rule: AuditRule }[]): Flag[] {
  return [...new Set(repairs.flatMap(({ rule }) => FLAGS[rule] ?? []))];
}

/**
 * Tells a person that the inverter's days are not the house's, and what to do about it.
 *
 * @param zone IANA zone of the house.
 */
export function clockNotice(offset: DayOffset, zone: string): string {
  return `The inverter's day counter is reset ${offsetText(offset)} of ${zone}. ` +
    "Either the inverter's clock is wrong: set its time, zone and summer time. " +
    `Or ${zone} is not the zone of the house: correct --zone, HOUSEHOLD_ZONE or the household file`;
}

/**
 * Tells a person that samples share their time, and which of them counts.
 */
export function repeatedNotice(role: Role, count: number): string {
  return `${role}: ${count} ${count === 1 ? "sample has" : "samples have"} the same time as ` +
    "another sample of the series; one value is used for each time, usually the last";
}

/**
 * The same as a row of the audit.
 */
export function clockRow({ first }: DayClock): AuditRow {
  const { at, before, after } = first;
  return { time: at, role: "yield_today", rule: "clock", before, after, kwh: 0 };
}
