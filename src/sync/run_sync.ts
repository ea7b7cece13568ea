import { connect } from "../client/connect.ts";
import type { Effects } from "../terminal/command.ts";
import { pickHousehold } from "../house/pick_household.ts";
import { findProjectFile } from "../project_files.ts";
import { progressLine } from "../terminal/progress.ts";
import { WattbookError } from "../errors.ts";
import { HOUR, startOfDay } from "../time.ts";
import { archiveSize } from "./archive_size.ts";
import { keepHousehold } from "./keep_household.ts";
import type { SyncCommandOptions } from "./options.ts";
import type { StoredMonth } from "./store_month.ts";
import { summary } from "./summary.ts";
import { syncArchive } from "./sync_archive.ts";

/**
 * Syncs an archive as a person asked for, shows how far it is and what it came to.
 *
 * @throws {WattbookError} Whatever sync, settings, household and server have to complain about;
 * `BAD_ARCHIVE` in the end if files could not be used, all others being up to date.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isWattbookError } from "../errors.ts";
 * import { processEffects } from "../terminal/command.ts";
 * import { parseSyncOptions } from "./options.ts";
 * import { runSync } from "./run_sync.ts";
 *
 * const effects = processEffects(new AbortController().signal), parsed = parseSyncOptions([]);
 * const run = runSync("options" in parsed ? parsed.options : assert.fail(), {
 *   ...effects,
 *   settings: () => ({ route: null }),
 * });
 * await assert.rejects(run, (error) => isWattbookError(error, "NOT_CONFIGURED"));
 * ```
 */
export async function runSync(options: SyncCommandOptions, effects: Effects): Promise<void> {
  const { dir, from, overlap, quiet } = options, { stdout, stderr, signal, now } = effects;
  const started = now(), config = effects.settings();
  await using client = await connect(config, { signal });
  const household = await pickHousehold(findProjectFile("household.json"), { ...options, config });
  const months: StoredMonth[] = [];
  const show = async (rest: { absent?: readonly string[]; ended: boolean }) => {
    if (quiet) return;
    const took = now() - started, size = await archiveSize(dir);
    const { columns: width, colours } = stdout, { zone } = household;
    await stdout.write(summary({ dir, months, zone, took, size, ...rest }, { width, colours }));
  };

  let result;
  try {
    await using progress = progressLine(stderr, { now, silent: quiet });
    result = await syncArchive(client, dir, household, {
      from: from === undefined ? undefined : startOfDay(from, household.zone),
      ...(overlap !== undefined && { overlap: overlap * HOUR }),
      rewrite: options.rewrite,
      sameHousehold: options.sameHousehold,
      signal,
      now,
      onMonth: (month) => void months.push(month),
      onProgress: progress.onProgress,
    });
    await keepHousehold(dir, { ...options, config });
  } catch (error) {
    // What was stored before stays: a person wants to know how much that is.
    if (months.length > 0) await show({ ended: false }).catch(() => {});
    throw error;
  }
  await show({ ...result, ended: true });
  const [first, ...others] = result.damaged;
  for (const notice of quiet ? [] : result.notices) await stderr.write(`notice: ${notice}\n`);
  for (const { message } of others) await stderr.write(`notice: ${message}\n`);
  if (first) throw damaged(first, others.length);
}

function damaged(first: WattbookError, others: number): WattbookError {
  const more = others === 0 ? "" : ` (and ${others} more, see above)`;
  return new WattbookError(first.code, `${first.message}${more}`, {
    hint: `${first.hint} All other files are up to date.`,
    cause: first,
  });
}
