/**
 * The status of a pod, in short.
 *
 * @module
 */

import type { V1ContainerState, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";

/** A container of a pod. */
export type ContainerDigest = {
  /** Name. */
  readonly name: string;
  /** Whether it is one that runs before the others. */
  readonly init?: true;
  /** Image. */
  readonly image: string;
  /** Whether it takes requests. */
  readonly ready: boolean;
  /** Number of restarts. */
  readonly restarts: number;
  /** What it does now. */
  readonly state: StateDigest;
  /** How it ended last. */
  readonly last?: StateDigest;
};

/** The state of a container. */
export type StateDigest = {
  /** Which one. */
  readonly is: "running" | "waiting" | "terminated" | "unknown";
  /** Why: `CrashLoopBackOff`, `OOMKilled`, … */
  readonly reason?: string;
  /** What there is to say about it. */
  readonly message?: string;
  /** Exit code. */
  readonly exitCode?: number;
  /** Signal that ended it. */
  readonly signal?: number;
  /** Since when or, if it has ended, until when, ISO 8601. */
  readonly at?: string;
};

/** A pod. */
export type PodDigest = {
  /** Name. */
  readonly name: string;
  /** Phase; `Terminating` for one that is being deleted. */
  readonly phase: string;
  /** Why, where it says so: `Evicted`. */
  readonly reason?: string;
  /** What there is to say about it. */
  readonly message?: string;
  /** Node. */
  readonly node?: string;
  /** When it was created, ISO 8601. */
  readonly created?: string;
  /** Conditions that do not hold. */
  readonly conditions: readonly string[];
  /** Containers, those that run before the others first. */
  readonly containers: readonly ContainerDigest[];
  /** Number of further containers by what they do: `running, not ready`. */
  readonly moreContainers?: Readonly<Record<string, number>>;
};

/** Longest message [characters], most containers and most conditions. */
const MESSAGE = 300, CONTAINERS = 12, CONDITIONS = 6;

/**
 * The status of a pod without its specification, which holds environment and arguments.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { podDigest } from "./pod_digest.ts";
 *
 * const pod = podDigest(
 *   { metadata: { name: "api" }, status: { phase: "Failed", reason: "Evicted" } },
 *   { redact: (text) => text },
 * );
 * assert.deepEqual([pod.phase, pod.reason, pod.containers], ["Failed", "Evicted", []]);
 * ```
 */
export function podDigest({ metadata, spec, status }: V1Pod, redactor: Redactor): PodDigest {
  const containers = [
    ...(status?.initContainerStatuses ?? []).map((one) => container(one, redactor, true)),
    ...(status?.containerStatuses ?? []).map((one) => container(one, redactor)),
    ...(status?.ephemeralContainerStatuses ?? []).map((one) => container(one, redactor)),
  ];
  const shown = mostTelling(containers);
  const more = containers.filter((one) => !shown.includes(one));
  const conditions = (status?.conditions ?? []).filter((one) => one.status === "False");
  return {
    name: metadata?.name ?? "",
    phase: metadata?.deletionTimestamp ? "Terminating" : status?.phase ?? "Unknown",
    ...said(status ?? {}, redactor),
    ...(spec?.nodeName && { node: clip(spec.nodeName, redactor, MESSAGE) }),
    ...(isDate(metadata?.creationTimestamp) && {
      created: metadata.creationTimestamp.toISOString(),
    }),
    conditions: conditions.slice(0, CONDITIONS).map(({ type, reason, message }) =>
      clip([type, reason, message].filter(Boolean).join(": "), redactor, MESSAGE)
    ),
    containers: shown,
    ...(more.length > 0 && { moreContainers: counted(more) }),
  };
}

/** As many pods as fit, those that are not ready first. */
function mostTelling(containers: readonly ContainerDigest[]): ContainerDigest[] {
  if (containers.length <= CONTAINERS) return [...containers];
  const kept = new Set(
    containers.toSorted((a, b) => Number(a.ready) - Number(b.ready)).slice(0, CONTAINERS),
  );
  return containers.filter((one) => kept.has(one));
}

function counted(containers: readonly ContainerDigest[]): Record<string, number> {
  const groups = Map.groupBy(
    containers,
    ({ state, ready }) =>
      [state.is, state.reason, ready ? "ready" : "not ready"].filter(Boolean).join(", "),
  );
  return Object.fromEntries([...groups].map(([what, { length }]) => [what, length]));
}

function container(
  { name, image, ready, restartCount, state, lastState }: V1ContainerStatus,
  redactor: Redactor,
  init = false,
): ContainerDigest {
  const last = stateOf(lastState, redactor);
  return {
    name,
    ...(init && { init }),
    image: clip(image ?? "", redactor, MESSAGE),
    ready,
    restarts: restartCount,
    state: stateOf(state, redactor),
    ...(last.is !== "unknown" && { last }),
  };
}

function stateOf(state: V1ContainerState | undefined, redactor: Redactor): StateDigest {
  const { running, waiting, terminated } = state ?? {};
  if (terminated) {
    return {
      is: "terminated",
      ...said(terminated, redactor),
      exitCode: terminated.exitCode,
      ...(terminated.signal && { signal: terminated.signal }),
      ...(isDate(terminated.finishedAt) && { at: terminated.finishedAt.toISOString() }),
    };
  }
  if (waiting) return { is: "waiting", ...said(waiting, redactor) };
  if (running) {
    return {
      is: "running",
      ...(isDate(running.startedAt) && { at: running.startedAt.toISOString() }),
    };
  }
  return { is: "unknown" };
}

function said(
  { reason, message }: { readonly reason?: string; readonly message?: string },
  redactor: Redactor,
): { reason?: string; message?: string } {
  return {
    ...(reason && { reason: clip(reason, redactor, 100) }),
    ...(message && { message: clip(message, redactor, MESSAGE) }),
  };
}

/** The library makes an invalid date of a text that is none. */
function isDate(date: Date | undefined | null): date is Date {
  return date instanceof Date && !Number.isNaN(date.getTime());
}
