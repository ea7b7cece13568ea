/**
 * A source in memory that is fast enough for a month at one sample per second.
 *
 * @module
 */

import { joinSeries, type LabelledSamples, type Labels } from "../../src/columns.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import type { Matcher } from "../../src/selector.ts";

/** Serves series whose label `__name__` holds the metric name. */
export function sourceOf(series: readonly LabelledSamples[]): Source {
  return {
    kind: "archive",
    description: "memory",
    samples({ metric, matchers }, { start, end }) {
      const found = series.flatMap(({ labels: { __name__, ...labels }, time, value }) => {
        if (__name__ !== metric || !matchers.every((one) => matches(labels, one))) return [];
        const from = firstAt(time, start), to = firstAt(time, end + 0.5);
        return from < to
          ? [{ labels, time: time.subarray(from, to), value: value.subarray(from, to) }]
          : [];
      });
      return Promise.resolve({ columns: joinSeries(found), notices: [] });
    },
  };
}

function matches(labels: Labels, { label, op, value }: Matcher): boolean {
  const is = labels[label] ?? "";
  if (op === "=" || op === "!=") return (is === value) === (op === "=");
  return new RegExp(`^(?:${value})$`, "s").test(is) === (op === "=~");
}

function firstAt(time: Float64Array, instant: number): number {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
