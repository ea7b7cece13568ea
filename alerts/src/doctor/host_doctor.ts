import type { Effects } from "../../../src/terminal/command.ts";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import { loadHostSettings } from "../settings/host_settings.ts";
import { checkHostConnections } from "./check_host_connections.ts";
import { runDoctor } from "./run_doctor.ts";

/**
 * The command `deno task host-analyzer:doctor`.
 *
 * @returns Its exit code.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../../src/terminal/command.ts";
 * import { hostDoctor } from "./host_doctor.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * assert.equal(await hostDoctor([], effects, new Map()), 1); // nothing is set
 * ```
 */
export function hostDoctor(
  args: readonly string[],
  effects: Effects,
  env: Environment = environment,
): Promise<number> {
  return runDoctor(
    {
      task: "host-analyzer:doctor",
      about:
        "Checks every connection of the host analyzer, and says what to do. It logs in to up to ten of " +
        "the monitored hosts and runs 'uptime' there.",
      check: (options) => checkHostConnections(loadHostSettings(env), options),
    },
    args,
    effects,
  );
}
