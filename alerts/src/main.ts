/**
 * `deno task analyzer`: the cluster analyzer as a service.
 *
 * @module
 */

import { readPrompt } from "./llm/prompt.ts";
import { runService } from "./run_service.ts";
import { loadClusterSettings } from "./settings/cluster_settings.ts";
import { startAnalyzer } from "./start_analyzer.ts";
import { takeNoOptions } from "./take_no_options.ts";

const NO_CLUSTER = {
  event: "no_cluster",
  message: "Not running in a cluster: analyses have no pods, events and logs",
};

const COMMAND = {
  task: "analyzer",
  about: "Serves the webhook of Alertmanager for a Kubernetes cluster until it is stopped.\n\n" +
    "It has no options. All settings come from the environment; alerts/docs/analyzer.md\n" +
    "describes them. 'deno task analyzer:doctor' checks them.",
};

if (import.meta.main) {
  takeNoOptions(COMMAND);
  await runService(async () => {
    const settings = loadClusterSettings();
    const prompt = await readPrompt(new URL("../prompts/cluster.md", import.meta.url));
    const isInside = settings.cluster !== null;
    return {
      logLevel: settings.logLevel,
      start: (report) => startAnalyzer(settings, { prompt, report }),
      shortcomings: isInside ? [] : [NO_CLUSTER],
      // A cluster renews the token and the certificate authority of its service accounts.
      keepsReading: isInside,
    };
  });
}
