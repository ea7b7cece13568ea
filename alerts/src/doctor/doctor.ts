import type { Effects } from "../../../src/terminal/command.ts";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import { loadClusterSettings } from "../settings/cluster_settings.ts";
import { checkClusterConnections } from "./check_cluster_connections.ts";
import { runDoctor } from "./run_doctor.ts";

/**
 * The command `deno task analyzer:doctor`.
 *
 * @returns Its exit code.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../../src/terminal/command.ts";
 * import { doctor } from "./doctor.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * assert.equal(await doctor([], effects, new Map()), 1); // nothing is set
 * ```
 */
export function doctor(
  args: readonly string[],
  effects: Effects,
  env: Environment = environment,
): Promise<number> {
  return runDoctor(
    {
      task: "analyzer:doctor",
      about: "Checks every connection of the cluster analyzer, and says what to do.",
      check: (options) => checkClusterConnections(loadClusterSettings(env), options),
    },
    args,
    effects,
  );
}
