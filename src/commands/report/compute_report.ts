import { analyseDays, type Analysis } from "../../energy/days.ts";
import { serverSideDays } from "../../server_side/server_side_days.ts";
import { type EnergyTable, rollUp } from "../../energy/table.ts";
import type { PageData } from "../../page/page_data.ts";
import { PAGE_POWER, pageSamples } from "../../page/page_samples.ts";
import type { Effects } from "../../terminal/command.ts";
import type { ReportOptions } from "./options.ts";
import { pickDays } from "../../house/pick_days.ts";
import { pickSource } from "../../house/pick_source.ts";
import { progressLine } from "../../terminal/progress.ts";

/** What a person asked for. */
export interface Report {
  /** The energy table. */
  readonly table: EnergyTable;
  /** Gaps in the samples; none are known of days that the server computed. */
  readonly gaps: Analysis["gaps"];
  /** What a page shows besides; `null` for other formats. */
  readonly page: PageData | null;
}

/**
 * Computes the energy table that a person asked for and, for a page, what stands beside it.
 *
 * @throws {WattbookError} Whatever source and household have to complain about.
 */
export async function computeReport(options: ReportOptions, effects: Effects): Promise<Report> {
  const { stderr, signal, settings } = effects;
  const { includeToday, quiet, period, detail, repair, compute, format } = options;
  const now = effects.now();
  // Without a server there is nobody to compute; the demo would not be what was asked for.
  const asked = compute === "server" ? { ...options, source: SERVER } : options;
  await using picked = await pickSource({ ...asked, signal }, settings);
  const { source, household, client } = picked;
  const { from, to, notices } = await pickDays(source, household.zone, { ...options, now });
  await using progress = progressLine(stderr, { now: effects.now, silent: quiet });
  const { onProgress } = progress, isPage = format === "html";
  const pull = { from, to, includeToday, now, signal, onProgress };
  const analysis = compute === "server" && client ? null : await analyseDays(source, household, {
    ...pull,
    repair,
    strings: detail || isPage,
    power: isPage ? PAGE_POWER : [],
  });
  const found = analysis
    ? withDetail(analysis, detail)
    : await serverSideDays(client!, household, pull);
  signal.throwIfAborted();
  // Of days that an archive does not have, nobody wonders why they are empty.
  const isTold = source.kind === "archive" && notices.length > 0;
  const all = [...notices, ...isTold ? [] : nothingFound(found), ...found.notices];
  const days = { ...found, notices: all };
  const table = rollUp(days, period);
  const gaps = analysis?.gaps ?? NO_GAPS;
  if (!isPage) return { table, gaps, page: null };
  const samples = analysis && pageSamples(analysis);
  return { table, gaps, page: { table, days, household, samples, made: now } };
}

const NO_GAPS: Analysis["gaps"] = { grid: [], generation: [] };

const SERVER = { kind: "server" } as const;

function withDetail({ table, reconciled }: Analysis, detail: boolean): EnergyTable {
  return detail ? { ...table, detail: reconciled } : table;
}

function nothingFound({ rows }: EnergyTable): string[] {
  if (rows.some(({ flags }) => !flags.includes("no_data"))) return [];
  return ["No samples at all; check METER_AIN_REGEX and the roles of the household file"];
}
