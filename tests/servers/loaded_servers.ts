/**
 * One Prometheus and one VictoriaMetrics for all tests of this folder, each with the same weeks of
 * the demo household. Vitest starts them once per run.
 *
 * @module
 */

import type { TestProject } from "vitest/node";
import { demoWeeks } from "./demo_weeks.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

/** A server, as tests get it. */
export interface LoadedServer {
  /** Where it answers. */
  readonly url: string;
  /** Everything that it has printed. */
  readonly logFile: string;
}

declare module "vitest" {
  /** `null` where the program is not installed. */
  export interface ProvidedContext {
    prometheus: LoadedServer | null;
    victoriaMetrics: LoadedServer | null;
  }
}

/** Starts the servers; what it returns stops them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const running: RunningServer[] = [];
  const stop = async () => void await Promise.all(running.map((server) => server.stop()));
  const start = async (program: string, startServer: () => Promise<RunningServer>) => {
    if (!await installed(program)) return null;
    const server = await startServer();
    running.push(server);
    return { url: server.url.href, logFile: server.logFile };
  };
  const started = await Promise.allSettled([
    start(PROMETHEUS, () => startPrometheus(demoWeeks())),
    start(VICTORIA_METRICS, () => startVictoriaMetrics(demoWeeks())),
  ]);
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [prometheus, victoriaMetrics] = started.map((one) =>
    (one as PromiseFulfilledResult<LoadedServer | null>).value
  );
  provide("prometheus", prometheus!);
  provide("victoriaMetrics", victoriaMetrics!);
  return stop;
}
