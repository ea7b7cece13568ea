/**
 * Which pods deserve a look.
 *
 * @module
 */

import { HOUR } from "../../../../src/time.ts";
import type { ContainerDigest, PodDigest } from "./pod_digest.ts";

/**
 * How much a pod deserves a look: 0 if it is well, 1 if it restarted within the last hour, 2 if
 * something is wrong with it now.
 *
 * @param now Unix time. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { podTrouble } from "./pod_health.ts";
 *
 * const pod = { name: "job-1", phase: "Succeeded", conditions: [], containers: [] };
 * assert.equal(podTrouble(pod, 0), 0);
 * assert.equal(podTrouble({ ...pod, phase: "Pending" }, 0), 2);
 * ```
 */
export function podTrouble({ phase, containers }: PodDigest, now: number): 0 | 1 | 2 {
  if (phase === "Succeeded") return 0;
  if (phase !== "Running" || containers.some(hasTrouble)) return 2;
  return containers.some((one) => hasRestarted(one, now)) ? 1 : 0;
}

/**
 * Whether something is wrong with a container now.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { hasTrouble } from "./pod_health.ts";
 *
 * const container = { name: "app", image: "app:1", ready: true, restarts: 0 };
 * assert(!hasTrouble({ ...container, state: { is: "running" } }));
 * assert(hasTrouble({ ...container, ready: false, state: { is: "running" } }));
 * ```
 */
export function hasTrouble({ init, ready, state }: ContainerDigest): boolean {
  const isDone = state.is === "terminated" && state.exitCode === 0;
  // One that runs before the others is not ready while it runs, and done after it.
  if (init) return !isDone && state.is !== "running";
  return !ready && !isDone;
}

function hasRestarted({ last }: ContainerDigest, now: number): boolean {
  return last?.at !== undefined && now - Date.parse(last.at) < HOUR;
}
