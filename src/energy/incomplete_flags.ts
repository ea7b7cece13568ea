/**
 * Flags that tell why a period is not complete.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";

/** Flags of a number that is there but lacks something. */
export const UNTRUSTED_FLAGS: readonly Flag[] = [
  "register_interpolated",
  "register_partial",
  "register_mismatch",
  "counter_replaced",
  "yield_integrated",
  "yield_partial",
  "yield_mismatch",
  "export_exceeds_yield",
  "unchecked",
];

/** Every flag that may be the reason why a period is not complete, the broadest first. */
export const INCOMPLETE_FLAGS: readonly Flag[] = [
  "no_data",
  "running",
  "period_cut",
  "days_missing",
  "grid_gap",
  ...UNTRUSTED_FLAGS,
  "pv_gap",
];
