/**
 * One notification through the whole host analyzer.
 *
 * @module
 */

import { Secret } from "../../../src/secret.ts";
import { parseKnownHosts } from "../context/ssh/known_hosts.ts";
import { readPrompt } from "../llm/prompt.ts";
import { loadHostSettings } from "../settings/host_settings.ts";
import { startHostAnalyzer } from "../start_host_analyzer.ts";
import { cannedAnswer } from "./canned_answer.ts";
import {
  DEMO_HOST,
  DEMO_JOURNAL,
  DEMO_OUTPUT,
  DEMO_OUTPUTS,
  demoHostAnalysis,
  demoNotification,
  demoSite,
} from "./demo_host.ts";
import { startHostmon } from "./hostmon_stand_in.ts";
import { type DemoRun, type DemoScene, playDemo } from "./play_demo.ts";
import { startSsh } from "./ssh_stand_in.ts";

const USER = "host-analyzer";

/**
 * Runs the demo: the service with its real door, store, workers, redaction and SSH client; a
 * monitoring site, a host, a model and a push service that are canned.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { runHostDemo } from "./run_host_demo.ts";
 *
 * const { push } = await runHostDemo();
 * assert(push.message.includes("Analysis by a model"));
 * ```
 */
export async function runHostDemo(now: () => number = Date.now): Promise<DemoRun> {
  const secret = crypto.randomUUID();
  await using site = startHostmon({ user: "analyzer", secret, hosts: demoSite(now()) });
  await using host = await startSsh({ user: USER, outputs: DEMO_OUTPUTS });
  const prompt = await readPrompt(new URL("../../prompts/host.md", import.meta.url));
  return await playDemo(sceneAt(now()), ({ variables, report }) => {
    const settings = loadHostSettings(
      new Map([
        ...variables,
        ["HOSTMON_API_URL", site.site.href],
        ["HOSTMON_API_USER", "analyzer"],
        ["HOSTMON_API_SECRET", secret],
      ]),
    );
    const ssh = {
      user: USER,
      port: 22,
      privateKey: new Secret(host.privateKey),
      knownHosts: parseKnownHosts(host.knownHost),
    };
    return startHostAnalyzer(settings, { prompt, ssh, report });
  });
}

function sceneAt(now: number): DemoScene {
  return {
    standIns: "The monitoring site, the host's SSH server, the model and the push service",
    alert: [
      ["alert", `${DEMO_HOST}: Filesystem /data`],
      ["state", "WARNING, now CRITICAL"],
      ["output", DEMO_OUTPUT],
    ],
    ownWords: "output",
    evidenceTitle: "The host's log, as 'journalctl' shows it there:",
    evidence: DEMO_JOURNAL,
    secrets: /Tr0ub4dor-3xample|c0rrect-h0rse|ada\S+org/g,
    evidenceId: "D6",
    body: { version: 1, source: "checkmk", notifications: [demoNotification(now)] },
    answer: cannedAnswer(demoHostAnalysis),
    page: "alerts/docs/host-analyzer.md",
  };
}
