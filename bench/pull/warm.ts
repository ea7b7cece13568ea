/**
 * Pulling in a process that has pulled before, as the cells of a notebook do.
 *
 * @module
 */

import { strictEqual } from "node:assert";
import { type Row, toRow } from "../benchmark.ts";
import { type Contender, interleave, timed } from "../interleave.ts";
import { download } from "./curl.ts";
import { drain, openDrain } from "./drain.ts";
import { open, pull } from "./ours.ts";
import { startPandas } from "./pandas.ts";
import { pull as pullWithPrometheusQuery } from "./prometheus_query.ts";
import type { Target } from "./target.ts";

/** Smallest times [ms], and all of them as rows. */
export interface WarmTimes {
  /** Ours. */
  readonly ours: number;
  /** curl's. */
  readonly curl: number;
  /** prometheus-query's. */
  readonly peer: number;
  /** One per contender. */
  readonly rows: Row[];
}

const OURS = "ours", CURL = "curl to nowhere", PEER = "prometheus-query into Polars";

/** Measures all contenders. */
export async function measureWarm({ url, hours, rows, python }: Target): Promise<WarmTimes> {
  await using client = await open(url);
  await using whole = await open(url, { window: hours * 3_600_000 + 1 });
  await using compressed = await open(url, { compression: true });
  const transport = await openDrain(url);
  await using pandas = python === null ? undefined : startPandas(python, url, hours);
  const { size } = await download(url, hours);
  const pullAll = (one: typeof client) =>
    timed(async () => strictEqual(await pull(one, hours), rows));
  const contenders: Record<string, Contender> = {
    [OURS]: pullAll(client),
    "ours, in one request": pullAll(whole),
    "that, thrown away undecoded": timed(async () =>
      strictEqual(await drain(transport, url, hours), size)
    ),
    "ours, compressed": pullAll(compressed),
    [CURL]: async () => (await download(url, hours)).total,
    [PEER]: timed(async () => strictEqual(await pullWithPrometheusQuery(url, hours), rows)),
    ...(pandas && { "requests into pandas": () => pandas.pull() }),
  };
  try {
    const times = await interleave(contenders);
    const least = (contender: string) => Math.min(...times[contender]!);
    return {
      ours: least(OURS),
      curl: least(CURL),
      peer: least(PEER),
      rows: Object.entries(times).map(([contender, figures]) => toRow(contender, figures)),
    };
  } finally {
    await transport.close();
  }
}
