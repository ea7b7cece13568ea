/**
 * `deno task host-analyzer`: the host analyzer as a service.
 *
 * @module
 */

import { readPrompt } from "./llm/prompt.ts";
import { readSshAccess } from "./read_ssh_access.ts";
import { runService } from "./run_service.ts";
import { loadHostSettings } from "./settings/host_settings.ts";
import { startHostAnalyzer } from "./start_host_analyzer.ts";

const NO_SSH = {
  event: "no_ssh",
  message: "There is no SSH key and no known-hosts list: nothing is asked of hosts themselves",
};

if (import.meta.main) {
  await runService(async () => {
    const settings = loadHostSettings();
    const prompt = await readPrompt(new URL("../prompts/host.md", import.meta.url));
    const ssh = await readSshAccess(settings.ssh);
    return {
      logLevel: settings.logLevel,
      start: (report) => startHostAnalyzer(settings, { prompt, ssh, report }),
      shortcomings: ssh ? [] : [NO_SSH],
    };
  });
}
