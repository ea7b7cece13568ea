/**
 * Which logs of a pod are read.
 *
 * @module
 */

import type { ContainerDigest, PodDigest } from "./pod_digest.ts";
import { hasTrouble } from "./pod_health.ts";

/** The log of a container. */
export interface LogChoice {
  /** Name of the container. */
  readonly container: string;
  /** Whether it is the log of the time before the last restart. */
  readonly previous: boolean;
}

/** Most containers of a pod. */
const CONTAINERS = 2;

/**
 * The logs of a pod that may tell something: of the container that the alert names and of those with
 * troubles, otherwise of the first one. After a restart the log before it comes first; a container
 * that waits after a crash has no other one, and one that never ran has none.
 *
 * @param named Container that the alert names.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pickLogs } from "./pick_logs.ts";
 *
 * const app = { name: "app", image: "app:1", ready: true, restarts: 1 };
 * const pod = {
 *   name: "api",
 *   phase: "Running",
 *   conditions: [],
 *   containers: [{ ...app, state: { is: "running" }, last: { is: "terminated" } }],
 * } as const;
 * assert.deepEqual(pickLogs(pod), [
 *   { container: "app", previous: true },
 *   { container: "app", previous: false },
 * ]);
 * ```
 */
export function pickLogs({ containers }: PodDigest, named?: string): LogChoice[] {
  const isWanted = (one: ContainerDigest) =>
    one.name === named || hasTrouble(one) || one.last?.is === "terminated";
  const rank = (one: ContainerDigest) => (one.name === named ? 2 : 0) + (hasTrouble(one) ? 1 : 0);
  const wanted = containers.filter(isWanted).sort((a, b) => rank(b) - rank(a));
  const first = containers.find(({ init }) => !init);
  const chosen = wanted.length === 0 && first ? [first] : wanted.slice(0, CONTAINERS);
  return chosen.flatMap(({ name, state, last }) => [
    ...(last?.is === "terminated" ? [{ container: name, previous: true }] : []),
    ...(state.is === "running" || state.is === "terminated"
      ? [{ container: name, previous: false }]
      : []),
  ]);
}
