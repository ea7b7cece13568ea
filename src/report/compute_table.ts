import { analyseDays } from "../energy/analysis.ts";
import { rollUp } from "../energy/rollup.ts";
import type { EnergyTable } from "../energy/table.ts";
import type { Effects } from "../command/effects.ts";
import type { ReportOptions } from "./options.ts";
import { pickDays } from "../command/pick_days.ts";
import { pickSource } from "../command/pick_source.ts";
import { progressLine } from "../command/progress.ts";

/**
 * Computes the energy table that a person asked for.
 *
 * @throws {WattbookError} Whatever source and household have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { computeTable } from "./compute_table.ts";
 * import { processEffects } from "../command/effects.ts";
 * import type { ReportOptions } from "./options.ts";
 *
 * const options: ReportOptions = {
 *   source: { kind: "demo" }, from: "2025-06-01", to: "2025-06-02", period: "day",
 *   format: "csv", out: "-", includeToday: false, quiet: true, debug: false,
 * };
 * const table = await computeTable(options, processEffects(new AbortController().signal));
 * assert.equal(table.rows.length, 2);
 * ```
 */
export async function computeTable(options: ReportOptions, effects: Effects): Promise<EnergyTable> {
  const { stderr, signal, settings } = effects;
  const { includeToday, quiet, period, detail, repair } = options;
  const now = effects.now();
  await using picked = await pickSource({ ...options, signal }, settings);
  const { source, household } = picked;
  const { from, to, notices } = await pickDays(source, household.zone, { ...options, now });
  await using progress = progressLine(stderr, { now: effects.now, silent: quiet });
  const { onProgress } = progress;
  const pull = { from, to, includeToday, repair, strings: detail, now, signal, onProgress };
  const { table: days, reconciled } = await analyseDays(source, household, pull);
  signal.throwIfAborted();
  // Of days that an archive does not have, nobody wonders why they are empty.
  const isTold = source.kind === "archive" && notices.length > 0;
  const all = [...notices, ...isTold ? [] : nothingFound(days), ...days.notices];
  const table = { ...days, notices: all, ...(detail && { detail: reconciled }) };
  return rollUp(table, period);
}

function nothingFound({ rows }: EnergyTable): string[] {
  if (rows.some(({ flags }) => !flags.includes("no_data"))) return [];
  return ["No samples at all; check METER_AIN_REGEX and the roles of the household file"];
}
