import type { Effects } from "../../../src/terminal/command.ts";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import { loadClusterSettings } from "../settings/cluster_settings.ts";
import { checkEdges } from "./check_edges.ts";
import { runEdgeDoctor } from "./edge_doctor.ts";

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
  return runEdgeDoctor(
    {
      task: "analyzer:doctor",
      about: "Checks every edge of the cluster analyzer, and says what to do.",
      check: (options) => checkEdges(loadClusterSettings(env), options),
    },
    args,
    effects,
  );
}
