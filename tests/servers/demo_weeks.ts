/**
 * The weeks of the demo household that the servers hold.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { SeriesColumns } from "../../src/columns.ts";
import { selector } from "../../src/selector.ts";
import { addDays, startOfDay, type TimeRange } from "../../src/time.ts";

/** Folder of the demo household. */
export const DEMO = fileURLToPath(new URL("../../data/fixtures/demo", import.meta.url));

/** Zone of the demo household. */
export const ZONE = "Europe/Berlin";

/**
 * The days that tests ask for, both inclusive: 67 of them, with the day of 25 hours, restarts of
 * both exporters, and the day on which the recording rules begin.
 */
export const WEEKS = { from: "2025-09-20", to: "2025-11-25" };

/** What is loaded: two days more at both ends, so that no reading beyond a border is missing. */
export const LOADED: TimeRange = {
  start: startOfDay(addDays(WEEKS.from, -2), ZONE),
  end: startOfDay(addDays(WEEKS.to, 3), ZONE),
};

/** All metrics of a demo household in a range, one after the other. */
export async function* demoWeeks(
  range: TimeRange = LOADED,
  folder: string = DEMO,
): AsyncGenerator<SeriesColumns> {
  const archive = await openArchive(folder);
  for (const metric of await archive.metrics()) {
    yield (await archive.samples(selector(metric), range)).columns;
  }
}
