import type { Analysis } from "../../energy/days.ts";
import { type EnergyTable, rollUp } from "../../energy/table.ts";
import type { PageData } from "../../page/page_data.ts";
import { PAGE_POWER, pageSamples } from "../../page/page_samples.ts";
import type { Effects } from "../../terminal/command.ts";
import type { ReportOptions } from "./options.ts";
import { openHousehold } from "../../house/open_household.ts";
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
  const { stderr, signal, settings, now } = effects;
  const { from, to, includeToday, quiet, period, detail, repair, compute, format } = options;
  // Without a server there is nobody to compute; the demo would not be what was asked for.
  const source = compute === "server" ? { server: true } : options.source;
  const { household, zone } = options;
  await using home = await openHousehold(
    { ...source, household, zone, signal },
    // The notice stands below the table.
    { settings, now, asFlags: true, warn: () => {} },
  );
  await using progress = progressLine(stderr, { now, silent: quiet });
  const { onProgress } = progress, isPage = format === "html";
  const days = await home.days({
    ...{ from, to, includeToday, repair, signal, onProgress },
    compute: compute === "server" ? "server" : "raw",
    strings: detail || isPage,
    power: isPage ? PAGE_POWER : [],
  });
  signal.throwIfAborted();
  const { analysis } = days;
  const daily = analysis && detail ? { ...days.table, detail: analysis.reconciled } : days.table;
  const table = rollUp(daily, period), gaps = analysis?.gaps ?? NO_GAPS;
  if (!isPage) return { table, gaps, page: null };
  const samples = analysis && pageSamples(analysis);
  return {
    ...{ table, gaps },
    page: { table, days: daily, household: home.household, samples, made: now() },
  };
}

const NO_GAPS: Analysis["gaps"] = { grid: [], generation: [] };
