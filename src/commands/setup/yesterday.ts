/**
 * The energies of yesterday as a proof: a person knows whether they look right.
 *
 * @module
 */

import type { Client } from "../../client/client.ts";
import { analyseDays } from "../../energy/days.ts";
import { serverSource } from "../../energy/signals/source.ts";
import type { EnergyRow } from "../../energy/table.ts";
import { parseHousehold } from "../../household.ts";
import { fixed } from "../../text.ts";
import { addDays, localDay } from "../../time.ts";

/** Yesterday, as the household file makes it. */
export interface Yesterday {
  readonly row: EnergyRow;
  /** What a reader should know. */
  readonly notices: readonly string[];
}

/**
 * Computes yesterday.
 *
 * @throws {WattbookError} Whatever the household file or the client throws.
 */
export async function computeYesterday(
  client: Client,
  file: Record<string, unknown>,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<Yesterday> {
  const household = parseHousehold(file);
  const day = addDays(localDay(now, household.zone), -1);
  const { table } = await analyseDays(serverSource(client), household, {
    from: day,
    to: day,
    now,
    signal,
  });
  return { row: table.rows[0]!, notices: table.notices };
}

/** The energies in a sentence. */
export function yesterdayText({ row }: Yesterday): string {
  const parts = [
    ["drawn from the grid", row.import_kwh],
    ["fed in", row.export_kwh],
    ["from the sun", row.yield_kwh],
    ["used in the house", row.consumption_kwh],
  ] as const;
  const known = parts.flatMap(([what, kwh]) =>
    kwh === null ? [] : [`${fixed(kwh, 1)} kWh ${what}`]
  );
  return known.length === 0
    ? `Yesterday (${row.date}): no energies are known.`
    : `Yesterday (${row.date}): ${new Intl.ListFormat("en").format(known)}.`;
}
