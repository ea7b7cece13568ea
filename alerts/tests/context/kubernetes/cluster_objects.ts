/**
 * Pods and events for tests, as the API writes them.
 *
 * @module
 */

import type { KubernetesObject } from "../../../src/demo/kubernetes_content.ts";

/** A state or a last state of a container. */
export type State = Record<string, Record<string, unknown>>;

/** A container's status. */
export interface ContainerParts {
  readonly name?: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: State;
  readonly lastState?: State;
}

/** A container that runs and is ready, unless it is said otherwise. */
export function containerOf(parts: ContainerParts = {}): Record<string, unknown> {
  return {
    name: "app",
    image: "registry.example/app:1",
    imageID: "",
    ready: true,
    restartCount: 0,
    state: { running: { startedAt: "2026-11-20T00:00:00Z" } },
    lastState: {},
    ...parts,
  };
}

/** A container that crashed and waits for its next start. */
export function crashing(parts: ContainerParts = {}): Record<string, unknown> {
  return containerOf({
    ready: false,
    restartCount: 5,
    state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } },
    lastState: {
      terminated: { exitCode: 137, reason: "OOMKilled", finishedAt: "2026-11-21T02:20:00Z" },
    },
    ...parts,
  });
}

/** A pod with its containers. */
export function podOf(
  name: string,
  containers: Record<string, unknown>[] = [containerOf()],
  status: Record<string, unknown> = {},
): KubernetesObject {
  return {
    metadata: { name, namespace: "media", creationTimestamp: "2026-11-20T00:00:00Z" },
    spec: {
      nodeName: "node-1",
      containers: [{ name: "app", env: [{ name: "PASSWORD", value: "from-the-specification" }] }],
    },
    status: { phase: "Running", containerStatuses: containers, ...status },
  };
}

/** A Warning event about the pod `api-0`. */
export function eventOf(name: string, parts: Record<string, unknown> = {}): KubernetesObject {
  return {
    metadata: { name, namespace: "media", creationTimestamp: "2026-11-20T00:00:00Z" },
    type: "Warning",
    reason: name,
    message: `Message of ${name}`,
    involvedObject: { kind: "Pod", name: "api-0" },
    ...parts,
  };
}
