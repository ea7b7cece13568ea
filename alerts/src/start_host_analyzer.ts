import { apiBase } from "./context/hostmon/api_base.ts";
import { monitoringGatherer } from "./context/hostmon/monitoring_gatherer.ts";
import { sshGatherer } from "./context/ssh/ssh_gatherer.ts";
import { hostmonDoor } from "./door/hostmon.ts";
import type { SshAccess } from "./read_ssh_access.ts";
import type { HostSettings } from "./settings/host_settings.ts";
import { type AnalyzerOptions, type RunningAnalyzer, startService } from "./start_service.ts";

/** What the host analyzer needs besides its settings. */
export interface HostAnalyzerOptions extends AnalyzerOptions {
  /** How to log in to hosts; `null` asks nothing of hosts themselves. */
  readonly ssh: SshAccess | null;
}

/**
 * Starts the host analyzer: notifications of Checkmk, Nagios or Icinga, context from the monitoring
 * site and from the hosts themselves. It answers when this returns.
 *
 * @throws {WattbookError} `STORE_IN_USE`, `BAD_STORE`, or `BAD_SETTING` where settings contradict
 * each other.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "./llm/prompt.ts";
 * import { loadHostSettings } from "./settings/host_settings.ts";
 * import { startHostAnalyzer } from "./start_host_analyzer.ts";
 *
 * const needed = ["WEBHOOK_SECRET", "API_KEY", "PUSH_PUBLISH_TOKEN", "HOSTMON_API_USER", "HOSTMON_API_SECRET"];
 * const settings = loadHostSettings(
 *   new Map([...needed.map((name) => [name, "abc"] as const), ["PORT", "0"], ["BIND_ADDRESS", "127.0.0.1"]]),
 * );
 * const analyzer = await startHostAnalyzer(settings, { prompt: promptOf("short", "Say why."), ssh: null });
 * const answer = await fetch(new URL("/health", analyzer.url));
 * assert.deepEqual(await answer.json(), { status: "ok" });
 * await analyzer.stop();
 * ```
 */
export function startHostAnalyzer(
  settings: HostSettings,
  { ssh, ...options }: HostAnalyzerOptions,
): Promise<RunningAnalyzer> {
  const { monitoring } = settings;
  const site = new URL("../../../", apiBase(monitoring.url));
  return startService(settings, {
    door: (given) => hostmonDoor({ ...given, site }),
    gatherers: () =>
      Promise.resolve([monitoringGatherer(monitoring), ...ssh ? [sshGatherer(ssh)] : []]),
    linked: [site],
    secrets: [monitoring.secret],
  }, options);
}
