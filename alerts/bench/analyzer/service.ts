/**
 * `deno task analyzer`, but for the places in its queue: as many as its argument says, or `Infinity`.
 *
 * @module
 */

import { readPrompt } from "../../src/llm/prompt.ts";
import { runService } from "../../src/run_service.ts";
import { loadClusterSettings } from "../../src/settings/cluster_settings.ts";
import { startAnalyzer } from "../../src/start_analyzer.ts";

const capacity = Number(Deno.args[0]);

await runService(async () => {
  const settings = loadClusterSettings();
  const prompt = await readPrompt(new URL("../../prompts/cluster.md", import.meta.url));
  return {
    logLevel: settings.logLevel,
    start: (report) => startAnalyzer(settings, { prompt, report, pipeline: { capacity } }),
  };
});
