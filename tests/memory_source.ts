/**
 * A source that holds its series in memory.
 *
 * @module
 */

import { eachSeries, joinSeries, type SeriesColumns } from "../src/columns.ts";
import type { Source } from "../src/energy/signals/source.ts";
import { labelTest } from "../src/selector.ts";

/** Answers from series whose metric is in their label `__name__`. */
export function memorySource(all: SeriesColumns, notices: string[] = []): Source {
  return {
    kind: "archive",
    description: "memory",
    async samples(selector, { start, end }) {
      const isWanted = await labelTest(selector);
      const series = [...eachSeries(all)].flatMap(
        ({ labels: { __name__, ...labels }, ...samples }) => {
          if (selector.metric !== null && __name__ !== selector.metric) return [];
          if (!isWanted({ ...labels, __name__: __name__ ?? "" })) return [];
          const keep = (_: number, i: number) =>
            samples.time[i]! >= start && samples.time[i]! <= end;
          const time = samples.time.filter(keep), value = samples.value.filter(keep);
          return time.length > 0 ? [{ labels, time, value }] : [];
        },
      );
      return { columns: joinSeries(series), notices };
    },
  };
}
