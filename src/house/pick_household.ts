import type { Config } from "../config.ts";
import { defaultHousehold, type Household, readHousehold } from "../household.ts";
import { checkZone } from "../time.ts";
import { isFile } from "../files.ts";

/** What a person asked for. */
export interface PickHouseholdOptions {
  /** Household file, if the person named one. */
  readonly household?: string | undefined;
  /** IANA zone, if the person named one. */
  readonly zone?: string | undefined;
  /** Settings of the environment. */
  readonly config: Pick<Config, "zone" | "meterAinRegex">;
}

/**
 * Finds the household of some data: the file that the person named, else `household.json` beside
 * the data, else the specification's house. What is said closer to the data wins: `--zone`, then
 * the household file, then `HOUSEHOLD_ZONE`.
 *
 * @param beside Household file beside the data; it may be absent.
 * @throws {WattbookError} `ZONE_MISSING`, `BAD_HOUSEHOLD` and what else a household file may have.
 */
export async function pickHousehold(
  beside: string | undefined,
  { household: file, zone, config }: PickHouseholdOptions,
): Promise<Household> {
  const defaults = { zone: zone ?? config.zone, meterAinRegex: config.meterAinRegex };
  const isThere = beside !== undefined && await isFile(beside);
  const path = file ?? (isThere ? beside : undefined);
  const household = path === undefined
    ? defaultHousehold(defaults)
    : await readHousehold(path, defaults);
  return zone === undefined ? household : { ...household, zone: checkZone(zone) };
}
