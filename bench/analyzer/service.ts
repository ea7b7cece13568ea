/**
 * `deno task analyzer`, but for the places in its queue: as many as its argument says, or `Infinity`.
 *
 * @module
 */

import { readPrompt } from "../../src/analyzer/llm/prompt.ts";
import { runService } from "../../src/analyzer/run_service.ts";
import { loadClusterSettings } from "../../src/analyzer/settings/cluster_settings.ts";
import { startAnalyzer } from "../../src/analyzer/start_analyzer.ts";

const capacity = Number(Deno.args[0]);

await runService(async () => {
  const settings = loadClusterSettings();
  const prompt = await readPrompt(new URL("../../prompts/cluster.md", import.meta.url));
  return {
    logLevel: settings.logLevel,
    start: (report) => startAnalyzer(settings, { prompt, report, pipeline: { capacity } }),
  };
});
