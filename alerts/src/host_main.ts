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
import { takeNoOptions } from "./take_no_options.ts";

const NO_SSH = {
  event: "no_ssh",
  message: "There is no SSH key and no known-hosts list: analyses have no diagnostics of hosts",
};

const COMMAND = {
  task: "host-analyzer",
  about: "Serves the notification script of Checkmk, Nagios and Icinga 2 until it is stopped.\n\n" +
    "It has no options. All settings come from the environment; alerts/docs/host-analyzer.md\n" +
    "describes them. 'deno task host-analyzer:doctor' checks them.",
};

if (import.meta.main) {
  takeNoOptions(COMMAND);
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
