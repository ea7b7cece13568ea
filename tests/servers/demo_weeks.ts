/**
 * The weeks of the demo household that the servers hold.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { openArchive } from "../../src/archive/open_archive.ts";
import { METRICS } from "../../src/catalogue.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
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

/** All metrics of the demo in a range, metric by metric, then `up`. */
export async function* demoWeeks(range: TimeRange = LOADED): AsyncGenerator<SeriesColumns> {
  const archive = await openArchive(DEMO);
  for (const { name } of METRICS) {
    const { columns } = await archive.samples(selector(name), range);
    yield columns;
    if (name === "inverter_logger_online" || name === "gridbox_ha_device_present") {
      yield up(columns);
    }
  }
}

/** What a server itself writes at each scrape; the archive does not hold it. */
function up(scraped: SeriesColumns): SeriesColumns {
  const targets = new Map([...eachSeries(scraped)].map((series) => {
    const { job = "", instance = "", pod = "" } = series.labels;
    return [instance, { ...series, labels: { __name__: "up", instance, job, pod } }];
  }));
  return joinSeries([...targets.values()].map((one) => ({ ...one, value: one.time.map(() => 1) })));
}
