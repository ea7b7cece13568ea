import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { archiveSize } from "../../archive/contents.ts";
import type { StoredMonth } from "../../archive/store_month.ts";
import { syncArchive } from "../../archive/sync_archive.ts";
import { connect } from "../../client/connect.ts";
import type { Config } from "../../config.ts";
import { WattbookError } from "../../errors.ts";
import { isFile, openWhole } from "../../files.ts";
import { pickHousehold } from "../../house/pick_household.ts";
import { findProjectFile } from "../../project_files.ts";
import type { Effects } from "../../terminal/command.ts";
import { progressLine } from "../../terminal/progress.ts";
import { HOUR, startOfDay } from "../../time.ts";
import type { SyncCommandOptions } from "./options.ts";
import { summary } from "./summary.ts";
import { writeNotices } from "../../terminal/labelled.ts";

/**
 * Syncs an archive as the command line says, shows the progress and a summary.
 *
 * @throws {WattbookError} Any error of the sync, settings, household or server; `BAD_ARCHIVE` at the
 * end if some files could not be used (all others are up to date).
 */
export async function runSync(options: SyncCommandOptions, effects: Effects): Promise<void> {
  const { dir, from, overlap, quiet, wire } = options, { stdout, stderr, signal, now } = effects;
  const started = now(), config = effects.settings();
  await using client = await connect(config, { signal, ...wire && { wire } });
  const household = await pickHousehold(findProjectFile("household.json"), { ...options, config });
  const months: StoredMonth[] = [];
  const show = async (rest: { absent?: readonly string[]; ended: boolean }) => {
    if (quiet) return;
    const took = now() - started, size = await archiveSize(dir);
    const { columns: width, colours } = stdout, { zone } = household;
    await stdout.write(
      summary({ dir, months, zone, took, size, wire: client.wire, ...rest }, { width, colours }),
    );
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
    // What was stored before stays; show how much that is.
    if (months.length > 0) await show({ ended: false }).catch(() => {});
    throw error;
  }
  await show({ ...result, ended: true });
  const [first, ...others] = result.damaged;
  await writeNotices(quiet ? [] : result.notices, stderr);
  await writeNotices(others.map(({ message }) => message), stderr);
  if (first) throw damaged(first, others.length);
}

function damaged(first: WattbookError, others: number): WattbookError {
  const more = others === 0 ? "" : ` (and ${others} more, see above)`;
  return new WattbookError(first.code, `${first.message}${more}`, {
    hint: `${first.hint} All other files are up to date.`,
    cause: first,
  });
}

/** Options of {@linkcode keepHousehold}. */
export interface KeepHouseholdOptions {
  readonly household?: string | undefined;
  readonly zone?: string | undefined;
  readonly config: Pick<Config, "zone" | "meterAinRegex">;
}

/**
 * Adds a household file (zone, coordinates, roles) to an archive that has none, so that the archive can
 * be read without the settings of the server. It contains no address and no secret. An existing file is
 * never changed.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`
 */
export async function keepHousehold(
  dir: string,
  { household, zone, config }: KeepHouseholdOptions,
): Promise<void> {
  const kept = join(dir, "household.json");
  if (await isFile(kept)) return;
  const path = household ?? findProjectFile("household.json");
  // It was read before, so it is JSON. The path of its schema would be wrong here.
  const { $schema: _, ...given } = path === undefined
    ? {}
    : JSON.parse(await readFile(path, "utf8"));
  const { zone: fallback, meterAinRegex } = config;
  const whole = {
    ...(fallback && { zone: fallback }),
    ...(meterAinRegex && { meter_ain_regex: meterAinRegex }),
    ...given,
    ...(zone && { zone }),
  };
  await using file = await openWhole(kept);
  await file.commit(`${JSON.stringify(whole, null, 2)}\n`);
}
