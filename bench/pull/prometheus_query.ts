/**
 * Samples from a server to a frame, as one would get them in TypeScript without Wattbook. As a program
 * of its own: `prometheus_query.ts ADDRESS HOURS`.
 *
 * @module
 */

import pl from "nodejs-polars";
import { PrometheusDriver, type RangeVector } from "prometheus-query";
import { END } from "../month.ts";

/** Pulls the last hours of the month; returns the number of rows. */
export async function pull(url: URL, hours: number): Promise<number> {
  const driver = new PrometheusDriver({ endpoint: url.origin, timeout: 60_000 });
  const { result } = await driver.instantQuery(`power_w[${hours}h]`, new Date(END));
  const rows = (result as RangeVector[]).flatMap(({ metric, values }) =>
    values.map(({ time, value }) => ({ ...metric.labels, time, value }))
  );
  return pl.readRecords(rows).height;
}

if (import.meta.main) console.log(await pull(new URL(Deno.args[0]!), Number(Deno.args[1])));
