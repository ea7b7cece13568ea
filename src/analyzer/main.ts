/**
 * `deno task analyzer`: the cluster analyzer as a service.
 *
 * @module
 */

import { isWattbookError } from "../errors.ts";
import { inCluster } from "./context/kubernetes/in_cluster.ts";
import { readPrompt } from "./llm/prompt.ts";
import { logEntry } from "./log_event.ts";
import { openLog } from "./open_log.ts";
import { loadSettings } from "./settings.ts";
import { startAnalyzer } from "./start_analyzer.ts";

/** Runs until the system asks it to stop. */
async function main(): Promise<void> {
  const settings = loadSettings();
  const log = openLog(settings.logLevel);
  const cluster = inCluster(Deno.env);
  const analyzer = await startAnalyzer(settings, {
    prompt: await readPrompt(new URL("../../prompts/cluster.md", import.meta.url)),
    cluster,
    report: (event) => log(logEntry(event)),
  });
  // The store is open: nothing else is ever written.
  await Deno.permissions.revoke({ name: "write" });
  const { url, isDurable } = analyzer;
  log({
    level: "info",
    message: "The analyzer is ready",
    properties: { event: "ready", url: url.href, store: isDurable ? "file" : "memory" },
  });
  const warn = (event: string, message: string) =>
    log({ level: "warning", message, properties: { event } });
  if (!isDurable) {
    warn("not_durable", "STORE_PATH is not set: accepted alerts are lost when the process ends");
  }
  if (!cluster) warn("no_cluster", "Not in a cluster: there are no events, pods and logs");

  const asked = Promise.withResolvers<Deno.Signal>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => asked.resolve(signal));
  }
  const signal = await asked.promise;
  log({ level: "info", message: "Stopping", properties: { event: "stopping", signal } });
  await analyzer.stop();
  log({ level: "info", message: "Stopped", properties: { event: "stopped" } });
}

if (import.meta.main) {
  try {
    await main();
    Deno.exit(0);
  } catch (error) {
    if (!isWattbookError(error)) throw error;
    console.error(`${error.message}\n${error.hint}`);
    Deno.exit(1);
  }
}
