/**
 * Context from the API server of a cluster: events, pods and logs of the alert's namespace.
 *
 * @module
 */

import type { V1Pod } from "@kubernetes/client-node";
import { SECOND } from "../../../../src/time.ts";
import { type AlertTarget, alertTarget } from "../alert_target.ts";
import { ask } from "../ask.ts";
import { clip } from "../clip.ts";
import type { Finding } from "../context_item.ts";
import type { Gatherer, GatherOptions } from "../gatherer.ts";
import { isDnsLabel, isDnsName } from "./dns_name.ts";
import { latestEvents } from "./latest_events.ts";
import type { Cluster } from "./open_cluster.ts";
import { pickLogs } from "./pick_logs.ts";
import { type PodDigest, podDigest } from "./pod_digest.ts";
import { podTrouble } from "./pod_health.ts";
import { rankPods, summarizePods } from "./pods_summary.ts";
import { type PodLogs, readPodLogs } from "./read_pod_logs.ts";
import { readPages } from "./read_pages.ts";

/** Options of {@linkcode clusterGatherer}. */
export interface ClusterGathererOptions {
  /** Namespaces whose logs may be read. @default {[]} */
  readonly allowedNamespaces?: readonly string[];
  /** Longest text of all logs of a pod together. [bytes] @default {2048} */
  readonly maxLogBytes?: number;
  /** Longest wait for each source. [ms] @default {5000} */
  readonly timeout?: number;
}

/** Pages of pods are small: one pod may take a hundred kilobytes. */
const PAGE = 100, MAX_PAGES = 200;
/** Most pods whose logs are read. */
const LOGGED_PODS = 5;

/**
 * Gathers from a cluster. Nothing is asked for where the alert names no namespace.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "../../demo/kubernetes_stand_in.ts";
 * import { clusterGatherer } from "./cluster_gatherer.ts";
 * import { openCluster } from "./open_cluster.ts";
 *
 * await using api = await startKubernetes({ namespaces: {}, forbidden: new Set(["events"]) });
 * await using cluster = await openCluster(api);
 * const findings = await clusterGatherer(cluster).gather(
 *   {
 *     source: "alertmanager",
 *     fingerprint: "f",
 *     episode: "f@0",
 *     title: "KubePodCrashLooping",
 *     status: "firing",
 *     severity: "warning",
 *     startsAt: 0,
 *     labels: { namespace: "media" },
 *     annotations: {},
 *     links: [],
 *   },
 *   { signal: AbortSignal.timeout(10_000), redactor: { redact: (text) => text } },
 * );
 * assert.deepEqual(findings.map(({ kind }) => kind), ["events", "pods", "logs"]);
 * assert(findings[0]?.error?.startsWith("403: "));
 * ```
 */
export function clusterGatherer(
  cluster: Pick<Cluster, "core">,
  options: ClusterGathererOptions = {},
  now: () => number = Date.now,
): Gatherer {
  const { allowedNamespaces = [], maxLogBytes = 2048, timeout = 5 * SECOND } = options;
  const allowed = new Set(allowedNamespaces);

  /**
   * Reads all pods.
   *
   * @param came Told of the pods of each page, as they come.
   */
  async function readPods(
    target: AlertTarget,
    options: GatherOptions,
    came: (pods: readonly PodDigest[]) => void,
  ) {
    let read: readonly PodDigest[] | undefined;
    const finding = await ask(
      {
        kind: "pods",
        title: `Pods of the namespace ${target.namespace}`,
        query: `GET /api/v1/namespaces/${target.namespace}/pods`,
        timeout,
      },
      async (signal) => {
        const { kept, isComplete } = await listPods(
          cluster.core({ signal }),
          target.namespace!,
          (pod) => podDigest(pod, options.redactor),
          (pods) => signal.aborted || came(pods),
        );
        if (!signal.aborted) read = kept;
        return summarizePods(kept, {
          wanted: target.pod,
          isAffected: (pod) => isAbout(target, pod),
          now: now(),
          isComplete,
        });
      },
      options,
      now,
    );
    return { finding, read };
  }

  /** Reads logs: of the alert's own pods as soon as their page of the list has come. */
  function logReader(target: AlertTarget, options: GatherOptions) {
    const { namespace } = target;
    const isAllowed = allowed.has(namespace!);
    const begun = new Map<string, Promise<Finding[]>>(), seen: PodDigest[] = [];
    const begin = ({ pod, logs }: Omit<PodLogs, "namespace">) => {
      if (!isAllowed || begun.has(pod) || begun.size >= LOGGED_PODS) return;
      begun.set(
        pod,
        readPodLogs(
          cluster,
          { namespace: namespace!, pod, logs },
          { ...options, maxBytes: maxLogBytes, timeout },
          now,
        ),
      );
    };
    return {
      came(pods: readonly PodDigest[]): void {
        seen.push(...pods);
        // A healthy pod of a workload may have a worse sibling on a later page.
        const sure = pods.filter((pod) =>
          isAbout(target, pod) && (pod.name === target.pod || podTrouble(pod, now()) === 2)
        );
        for (const logs of choosePods(target, sure, now())) begin(logs);
      },
      async finish(pods: readonly PodDigest[] | undefined): Promise<Finding[]> {
        const about = {
          kind: "logs",
          title: `Logs of the namespace ${namespace}`,
          query: "",
        } as const;
        if (!isAllowed) {
          const error = `not read: ${namespace} is not in ALLOWED_NAMESPACES`;
          return [{ ...about, time: now(), duration: 0, error }];
        }
        const known = pods ?? seen;
        const wanted = known.length === 0 && pods === undefined
          ? blindChoice(target)
          : choosePods(target, known, now());
        for (const logs of wanted) begin(logs);
        // In the order of their importance, whenever they were begun.
        const order = [...wanted.map(({ pod }) => pod), ...begun.keys()];
        const findings = [...new Set(order)].map((pod) => begun.get(pod) ?? []);
        return (await Promise.all(findings)).flat();
      },
    };
  }

  return {
    async gather(incident, options) {
      const target = alertTarget(incident), { namespace } = target;
      if (namespace === undefined) return [];
      if (!isDnsLabel(namespace)) {
        const error = `'${clip(namespace, options.redactor, 80)}' is not the name of a namespace`;
        return [{ kind: "pods", title: "Pods", query: "", time: now(), duration: 0, error }];
      }
      const events = ask(
        {
          kind: "events",
          title: `Last warnings of the namespace ${namespace}`,
          query: `GET /api/v1/namespaces/${namespace}/events?fieldSelector=type=Warning`,
          timeout,
        },
        (signal) => latestEvents(cluster.core({ signal }), namespace, options.redactor),
        options,
        now,
      );
      const reader = logReader(target, options);
      const { finding, read } = await readPods(target, options, reader.came);
      const logs = await reader.finish(read);
      return [await events, finding, ...logs];
    },
  };
}

function listPods(
  core: ReturnType<Cluster["core"]>,
  namespace: string,
  digest: (pod: V1Pod) => PodDigest,
  came: (pods: readonly PodDigest[]) => void,
) {
  return readPages<V1Pod, readonly PodDigest[]>(
    (at) =>
      core.listNamespacedPod({
        namespace,
        limit: PAGE,
        ...(at !== undefined && { _continue: at }),
      }),
    {
      start: [],
      add(kept, items) {
        const page = items.map(digest);
        came(page);
        return [...kept, ...page];
      },
      maxPages: MAX_PAGES,
    },
  );
}

function isAbout({ pod, workload }: AlertTarget, { name }: PodDigest): boolean {
  if (pod !== undefined) return name === pod;
  return workload !== undefined && name.startsWith(`${workload}-`);
}

/** Logs of the alert's own pods and of those with troubles. */
function choosePods(
  target: AlertTarget,
  pods: readonly PodDigest[],
  now: number,
): Omit<PodLogs, "namespace">[] {
  const isAffected = (pod: PodDigest) => isAbout(target, pod);
  return rankPods(pods, { isAffected, now })
    .filter((pod) => isAffected(pod) || podTrouble(pod, now) > 0)
    .map((pod) => ({
      pod: pod.name,
      logs: pickLogs(pod, isAffected(pod) ? target.container : undefined),
    }))
    .filter(({ logs }) => logs.length > 0)
    .slice(0, LOGGED_PODS);
}

/** Where the pods could not be listed, the alert's word has to do. */
function blindChoice({ pod, container }: AlertTarget): Omit<PodLogs, "namespace">[] {
  if (pod === undefined || !isDnsName(pod)) return [];
  const named = container !== undefined && isDnsLabel(container) ? { container } : {};
  return [{ pod, logs: [{ ...named, previous: false }] }];
}
