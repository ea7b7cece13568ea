/**
 * A server in memory, whose samples come in when the test says.
 *
 * @module
 */

import type { Client } from "../../src/client/client.ts";
import { eachSeries, joinSeries, type LabelledSamples, type Labels } from "../../src/columns.ts";
import { labelTest, parseSelector, type Selector } from "../../src/selector.ts";
import type { TimeRange } from "../../src/time.ts";
import type { SeriesColumns } from "../../src/columns.ts";

/** One request for samples. */
export interface Asked {
  readonly metric: string;
  readonly range: TimeRange;
}

/** The part of a client that a sync needs. */
export interface MemoryClient extends Pick<Client, "samples" | "series" | "description"> {
  /** Every request for samples so far. */
  readonly asked: Asked[];
  /** Number of look-ups of series so far. */
  lookups: number;
  /** What it holds; may be replaced. */
  held: SeriesColumns;
  /** Added to every answer. */
  notices: string[];
}

/** A client of a server that holds these series. Their metric is in `__name__`. */
export function memoryClient(series: SeriesColumns): MemoryClient {
  const find = async (
    selector: Selector,
    { start, end }: TimeRange,
  ): Promise<LabelledSamples[]> => {
    const test = await labelTest(selector);
    return [...eachSeries(client.held)].flatMap(({ labels, time, value }) => {
      if (labels["__name__"] !== selector.metric || !test(labels)) return [];
      const keep = (_: number, row: number) => time[row]! >= start && time[row]! <= end;
      const times = time.filter(keep);
      return times.length > 0 ? [{ labels, time: times, value: value.filter(keep) }] : [];
    });
  };
  const read = (one: Selector | string) => typeof one === "string" ? parseSelector(one) : one;
  const client: MemoryClient = {
    description: "a server in memory",
    asked: [],
    lookups: 0,
    held: series,
    notices: [],
    async samples(selector, range, { signal, onProgress } = {}) {
      signal?.throwIfAborted();
      client.asked.push({ metric: read(selector).metric!, range });
      onProgress?.(1, 1);
      const columns = joinSeries(await find(read(selector), range));
      return { columns, notices: [...client.notices], requests: 1 };
    },
    async series(match, { range } = {}) {
      client.lookups++;
      const all = [match].flat() as (Selector | string)[];
      const found = await Promise.all(all.map((one) => find(read(one), range!)));
      return { items: found.flat().map(({ labels }): Labels => labels), notices: [] };
    },
  };
  return client;
}
