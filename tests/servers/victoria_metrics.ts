/**
 * A real VictoriaMetrics that holds given samples.
 *
 * @module
 */

import { eachSeries, type SeriesColumns } from "../../src/columns.ts";
import { type Parts, victoriaMetricsImport } from "./exposition.ts";
import { launch, type RunningServer, temporaryDirectory } from "./running_server.ts";

/** The program; Debian ships it as `victoria-metrics`. */
export const VICTORIA_METRICS = "victoria-metrics";

/** Starts a VictoriaMetrics and imports the samples. */
export async function startVictoriaMetrics(parts: Parts): Promise<RunningServer> {
  const directory = await temporaryDirectory(VICTORIA_METRICS);
  const server = await launch({
    program: VICTORIA_METRICS,
    directory,
    ready: "/health",
    args: (listen) => [
      `-httpListenAddr=${listen}`,
      `-storageDataPath=${directory}/data`,
      "-retentionPeriod=100y",
      "-loggerLevel=WARN",
    ],
  });
  try {
    const written = { first: Infinity, last: -Infinity };
    const body = ReadableStream.from(victoriaMetricsImport(spanOf(parts, written)))
      .pipeThrough(new TextEncoderStream());
    await post(new URL("/api/v1/import/prometheus", server.url), body);
    if (written.first <= written.last) await untilShown(server.url, written);
    await post(new URL("/internal/resetRollupResultCache", server.url));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Passes parts on, and notes their first and last time. [ms] */
async function* spanOf(
  parts: Parts,
  span: { first: number; last: number },
): AsyncGenerator<SeriesColumns> {
  for await (const columns of parts) {
    for (const { time } of eachSeries(columns)) {
      if (time.length === 0) continue;
      span.first = Math.min(span.first, time[0]!);
      span.last = Math.max(span.last, time.at(-1)!);
    }
    yield columns;
  }
}

/**
 * Waits until the server shows what was imported. A flush makes it searchable, but on a busy machine some
 * of it arrives in the store after the flush: a query then finds nothing.
 */
async function untilShown(
  url: URL,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const query = new URL("/api/v1/query", url), window = last - first + 1;
  query.searchParams.set("query", `sum(count_over_time({__name__!=""}[${window}ms]))`);
  query.searchParams.set("time", String(last / 1000));
  query.searchParams.set("nocache", "1");
  let before = 0;
  for (let turn = 0; turn < 100; turn++) {
    await post(new URL("/internal/force_flush", url));
    const { data } = await (await fetch(query)).json();
    const samples = Number(data.result[0]?.value[1] ?? 0);
    // As many as with the flush before: all have arrived.
    if (samples > 0 && samples === before) return;
    before = samples;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`After 100 flushes the server still shows another number of samples: ${before}`);
}

async function post(url: URL, body: ReadableStream<Uint8Array> | null = null): Promise<void> {
  const answer = await fetch(url, { method: "POST", body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}: ${text}`);
}
