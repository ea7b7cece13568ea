/**
 * `deno task analyzer`: the cluster analyzer as a service.
 *
 * @module
 */

import { readPrompt } from "./llm/prompt.ts";
import { runService } from "./run_service.ts";
import { loadClusterSettings } from "./settings/cluster_settings.ts";
import { startAnalyzer } from "./start_analyzer.ts";

const NO_CLUSTER = {
  event: "no_cluster",
  message: "Not in a cluster: there are no events, pods and logs",
};

if (import.meta.main) {
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
