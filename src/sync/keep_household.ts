import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { isFile } from "../files.ts";
import { openWhole } from "../files.ts";
import { findProjectFile } from "../project_files.ts";

/** Where the household comes from. */
export interface KeepHouseholdOptions {
  /** Household file, if the person named one. */
  readonly household?: string | undefined;
  /** IANA zone, if the person named one. */
  readonly zone?: string | undefined;
  /** Settings of the environment. */
  readonly config: Pick<Config, "zone" | "meterAinRegex">;
}

/**
 * Puts a household file into an archive that has none, so that it can be read where the settings of
 * the server are not: zone, coordinates, roles. It holds no address and no secret. One that is there
 * is never changed.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keepHousehold } from "./keep_household.ts";
 *
 * const dir = await Deno.makeTempDir();
 * await keepHousehold(dir, { config: { zone: "Asia/Kolkata" } });
 * assert(JSON.parse(await Deno.readTextFile(`${dir}/household.json`)).zone === "Asia/Kolkata");
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function keepHousehold(
  dir: string,
  { household, zone, config }: KeepHouseholdOptions,
): Promise<void> {
  const kept = join(dir, "household.json");
  if (await isFile(kept)) return;
  const path = household ?? findProjectFile("household.json");
  // It was read before, so it is JSON; the path of its schema would lead nowhere from here.
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
