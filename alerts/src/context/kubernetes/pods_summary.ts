/**
 * All pods of a namespace in a bounded form.
 *
 * @module
 */

import type { PodDigest } from "./pod_digest.ts";
import { hasTrouble, podTrouble } from "./pod_health.ts";

/** A pod that is well, in one line. */
export type WellPod = {
  /** Name. */
  readonly name: string;
  /** Phase. */
  readonly phase: string;
  /** Ready containers of all: `2/2`. */
  readonly ready: string;
  /** Restarts of all containers. */
  readonly restarts: number;
};

/** Pods of a kind that are in the same way, of those that have no place of their own. */
export type PodGroup = {
  /** What their names begin with: `shop-7d9f8b6c5d-*`; the name, if it is one pod. */
  readonly pods: string;
  /** How many. */
  readonly count: number;
  /** Phase. */
  readonly phase: string;
  /** Why, of the pod or of its first container with troubles. */
  readonly reason?: string;
  /** Ready containers of all: `2/2`. */
  readonly ready: string;
  /** Restarts of all of them. */
  readonly restarts: number;
};

/** All pods of a namespace. */
export type PodsSummary = {
  /** Number of pods. */
  readonly total: number;
  /** Number of pods by phase. */
  readonly phases: Readonly<Record<string, number>>;
  /** Pods of the alert and pods with troubles, in this order. */
  readonly pods: readonly PodDigest[];
  /** The others. */
  readonly well: readonly WellPod[];
  /** Those that are in neither list, because there are too many: the status of all of them. */
  readonly more?: readonly PodGroup[];
  /** What else there is to say. */
  readonly note?: string;
};

/** Options of a summary. */
export interface SummaryOptions {
  /** Name of the pod that the alert is about. @default none */
  readonly wanted?: string | undefined;
  /** Whether the alert is about the pod. */
  readonly isAffected: (pod: PodDigest) => boolean;
  /** Unix time. [ms] */
  readonly now: number;
  /** Whether these are all pods. */
  readonly isComplete: boolean;
}

/** Most pods in one line. */
const WELL = 50;
/** Longest JSON of the pods in detail. [characters] */
const DETAILED = 24_000;

/**
 * Ranks pods: those of the alert first, the worse before the better.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rankPods } from "./pods_summary.ts";
 *
 * const pod = { name: "a", phase: "Running", conditions: [], containers: [] };
 * const pods = [pod, { ...pod, name: "b", phase: "Failed" }, { ...pod, name: "c" }];
 * const ranked = rankPods(pods, { isAffected: ({ name }) => name === "c", now: 0 });
 * assert.deepEqual(ranked.map(({ name }) => name), ["c", "b", "a"]);
 * ```
 */
export function rankPods(
  pods: readonly PodDigest[],
  { isAffected, now }: Pick<SummaryOptions, "isAffected" | "now">,
): PodDigest[] {
  const rank = (pod: PodDigest) => (isAffected(pod) ? 4 : 0) + podTrouble(pod, now);
  return [...pods].sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
}

/**
 * Sums up pods: the alert's own and those with troubles in detail, the others in a line each.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { summarizePods } from "./pods_summary.ts";
 *
 * const pod = { name: "a", phase: "Running", conditions: [], containers: [] };
 * const summary = summarizePods([pod], { isAffected: () => false, now: 0, isComplete: true });
 * assert.deepEqual([summary.phases, summary.pods.length], [{ Running: 1 }, 0]);
 * ```
 */
export function summarizePods(pods: readonly PodDigest[], options: SummaryOptions): PodsSummary {
  const { isAffected, now, isComplete, wanted: name } = options;
  const groups = Map.groupBy(pods, ({ phase }) => phase);
  const [detailed, well] = [true, false].map((wanted) =>
    rankPods(pods, options)
      .filter((pod) => (isAffected(pod) || podTrouble(pod, now) > 0) === wanted)
  ) as [PodDigest[], PodDigest[]];
  const shown = detailed.slice(0, countWithin(detailed, DETAILED));
  const omitted = [...detailed.slice(shown.length), ...well.slice(WELL)];
  const isMissing = name !== undefined && isComplete && !pods.some((pod) => pod.name === name);
  const notes = [
    isMissing && "The pod of the alert no longer exists",
    omitted.length > 0 && `${omitted.length} pods are only counted in groups (more)`,
    !isComplete && "There are more pods, which were not read",
  ].filter((note) => note !== false);
  return {
    total: pods.length,
    phases: Object.fromEntries([...groups].map(([phase, { length }]) => [phase, length])),
    pods: shown,
    well: well.slice(0, WELL).map(line),
    ...(omitted.length > 0 && { more: grouped(omitted) }),
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}

function countWithin(pods: readonly PodDigest[], limit: number): number {
  let left = limit;
  const over = pods.findIndex((pod) => (left -= JSON.stringify(pod).length) < 0);
  return over === -1 ? pods.length : over;
}

function line({ name, phase, containers }: PodDigest): WellPod {
  const own = containers.filter(({ init }) => !init);
  return {
    name,
    phase,
    ready: `${own.filter(({ ready }) => ready).length}/${own.length}`,
    restarts: containers.reduce((sum, { restarts }) => sum + restarts, 0),
  };
}

/** Any number of pods in as many lines as there are workloads and states. */
function grouped(pods: readonly PodDigest[]): PodGroup[] {
  const groups = Map.groupBy(pods, (pod) => JSON.stringify([family(pod.name), stateOf(pod)]));
  return [...groups.values()]
    .map((group) => ({
      pods: group.length === 1 ? group[0]!.name : `${family(group[0]!.name)}*`,
      count: group.length,
      ...stateOf(group[0]!),
      restarts: group.reduce((sum, pod) => sum + line(pod).restarts, 0),
    }))
    .sort((a, b) => b.count - a.count);
}

function stateOf(pod: PodDigest): Pick<PodGroup, "phase" | "reason" | "ready"> {
  const { phase, ready } = line(pod);
  const reason = pod.reason ?? pod.containers.find(hasTrouble)?.state.reason;
  return { phase, ...(reason !== undefined && { reason }), ready };
}

/** What pods of a workload have in common: all before the part that was made up for each. */
function family(name: string): string {
  return /^(.+-)(?:[a-z0-9]{5}|\d{1,5})$/.exec(name)?.[1] ?? name;
}
