import { analyseDays, type Analysis, type AnalysisOptions } from "../energy/analysis.ts";
import type { Household } from "../household.ts";
import type { Source } from "../energy/source.ts";
import { serverSideDays } from "../server_side/server_side_days.ts";
import { rollUp } from "../energy/rollup.ts";
import type { EnergyTable } from "../energy/table.ts";
import type { Effects } from "../command/effects.ts";
import type { ReportOptions } from "./options.ts";
import { pickDays } from "../command/pick_days.ts";
import { pickSource } from "../command/pick_source.ts";
import { progressLine } from "../command/progress.ts";

/** A table, and the gaps behind it. */
export interface ComputedTable {
  /** The table. */
  readonly table: EnergyTable;
  /** Gaps in the samples; none are known of days that the server computed. */
  readonly gaps: Analysis["gaps"];
}

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
 * const { table } = await computeTable(options, processEffects(new AbortController().signal));
 * assert.equal(table.rows.length, 2);
 * ```
 */
export async function computeTable(
  options: ReportOptions,
  effects: Effects,
): Promise<ComputedTable> {
  const { stderr, signal, settings } = effects;
  const { includeToday, quiet, period, detail, repair, compute } = options;
  const now = effects.now();
  // Without a server there is nobody to compute; the demo would not be what was asked for.
  const asked = compute === "server" ? { ...options, source: SERVER } : options;
  await using picked = await pickSource({ ...asked, signal }, settings);
  const { source, household, client } = picked;
  const { from, to, notices } = await pickDays(source, household.zone, { ...options, now });
  await using progress = progressLine(stderr, { now: effects.now, silent: quiet });
  const { onProgress } = progress;
  const pull = { from, to, includeToday, now, signal, onProgress };
  const { table: days, gaps } = compute === "server" && client
    ? { table: await serverSideDays(client, household, pull), gaps: NO_GAPS }
    : await localDays(source, household, { ...pull, repair, strings: detail });
  signal.throwIfAborted();
  // Of days that an archive does not have, nobody wonders why they are empty.
  const isTold = source.kind === "archive" && notices.length > 0;
  const all = [...notices, ...isTold ? [] : nothingFound(days), ...days.notices];
  return { table: rollUp({ ...days, notices: all }, period), gaps };
}

const NO_GAPS: Analysis["gaps"] = { grid: [], generation: [] };

const SERVER = { kind: "server" } as const;

async function localDays(
  source: Source,
  household: Household,
  options: AnalysisOptions,
): Promise<ComputedTable> {
  const { table, gaps, reconciled } = await analyseDays(source, household, options);
  return { table: options.strings ? { ...table, detail: reconciled } : table, gaps };
}

function nothingFound({ rows }: EnergyTable): string[] {
  if (rows.some(({ flags }) => !flags.includes("no_data"))) return [];
  return ["No samples at all; check METER_AIN_REGEX and the roles of the household file"];
}
