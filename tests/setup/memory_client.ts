/**
 * The part of a client that setup uses, over samples in memory: fast enough for hundreds of houses.
 * `tests/servers/setup.test.ts` asks real servers the same.
 *
 * @module
 */

import type { Client, RangeResult } from "../../src/client/client.ts";
import { joinSeries, type LabelledSamples, rowAfter, rowAt } from "../../src/columns.ts";
import { labelTest, parseSelector, type Selector } from "../../src/selector.ts";
import { HOUR } from "../../src/time.ts";

/** Makes a client. */
export function memoryClient(
  series: readonly LabelledSamples[],
): Pick<Client, "series" | "queryRange" | "samples"> {
  const within = ({ time, value, labels }: LabelledSamples, start: number, end: number) => ({
    labels,
    time: time.subarray(rowAt(time, start), rowAfter(time, end)),
    value: value.subarray(rowAt(time, start), rowAfter(time, end)),
  });
  const matching = async (selector: Selector | string) => {
    const { metric, matchers } = typeof selector === "string" ? parseSelector(selector) : selector;
    const test = await labelTest({ matchers });
    return series.filter(({ labels }) =>
      (metric === null || labels["__name__"] === metric) && test(labels)
    );
  };
  const result = (found: readonly LabelledSamples[]): RangeResult => ({
    columns: joinSeries(found.filter(({ time }) => time.length > 0)),
    notices: [],
    requests: 1,
  });
  return {
    async series(match, { range } = {}) {
      const found = (await Promise.all([match].flat().map(matching))).flat();
      const seen = range
        ? found.filter((one) => within(one, range.start, range.end).time.length > 0)
        : found;
      return { items: seen.map(({ labels }) => labels), notices: [] };
    },
    async queryRange(expression, { start, end, step }) {
      const [, how, selector, unit] = /^(last|max)_over_time\((.*)\[1([hd])\]\)$/s.exec(
        expression,
      )!;
      const window = unit === "h" ? HOUR : 24 * HOUR;
      const found = (await matching(selector!)).map(({ labels, time, value }) => {
        const times: number[] = [], values: number[] = [];
        for (let at = start; at <= end; at += step) {
          const row = rowAfter(time, at) - 1;
          if (row < 0 || time[row]! <= at - window) continue;
          times.push(at);
          const seen = value.subarray(rowAfter(time, at - window), row + 1);
          values.push(how === "last" ? value[row]! : seen.reduce((a, b) => b > a ? b : a));
        }
        return { labels, time: Float64Array.from(times), value: Float64Array.from(values) };
      });
      return result(found);
    },
    async samples(selector, { start, end }) {
      return result((await matching(selector)).map((one) => within(one, start, end)));
    },
  };
}
