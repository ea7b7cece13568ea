/**
 * A real VictoriaMetrics that holds given samples.
 *
 * @module
 */

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
    const body = ReadableStream.from(victoriaMetricsImport(parts))
      .pipeThrough(new TextEncoderStream());
    await post(new URL("/api/v1/import/prometheus", server.url), body);
    // What was imported can be queried only once it is flushed.
    await post(new URL("/internal/force_flush", server.url));
    await post(new URL("/internal/resetRollupResultCache", server.url));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function post(url: URL, body: ReadableStream<Uint8Array> | null = null): Promise<void> {
  const answer = await fetch(url, { method: "POST", body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}: ${text}`);
}
