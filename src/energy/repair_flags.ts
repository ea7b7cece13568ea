/**
 * What repairs mean for the reader of a day.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import type { AuditRule } from "./audit.ts";

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
 * The flags of some repairs, each once. A dip of one step means nothing to a reader.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairFlags } from "./repair_flags.ts";
 *
 * assert.deepEqual(repairFlags([{ rule: "spike" }, { rule: "dip" }]), ["counter_repaired"]);
 * ```
 */
export function repairFlags(repairs: readonly { readonly rule: AuditRule }[]): Flag[] {
  return [...new Set(repairs.flatMap(({ rule }) => FLAGS[rule] ?? []))];
}
