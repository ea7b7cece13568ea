/**
 * What an alert is about, by its labels.
 *
 * @module
 */

import type { Incident } from "../incident.ts";

/** What an alert is about. All of it is the sender's word and may be anything. */
export interface AlertTarget {
  /** Namespace. */
  readonly namespace?: string;
  /** Pod. */
  readonly pod?: string;
  /** Container. */
  readonly container?: string;
  /** What owns the pods: name of a Deployment, StatefulSet, DaemonSet or Job. */
  readonly workload?: string;
}

/**
 * Where a scrape gave a series labels of its own (namespace and pod of the exporter), those of the
 * thing itself are called `exported_…`.
 */
const LABELS: Readonly<Record<keyof AlertTarget, readonly string[]>> = {
  namespace: ["exported_namespace", "namespace", "kubernetes_namespace"],
  pod: ["exported_pod", "pod", "pod_name"],
  container: ["exported_container", "container", "container_name"],
  workload: ["workload", "deployment", "statefulset", "daemonset", "job_name"],
};

/**
 * Reads what an alert is about.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { alertTarget } from "./alert_target.ts";
 *
 * assert.deepEqual(alertTarget({ labels: { namespace: "media", pod: "api-0" } }), {
 *   namespace: "media",
 *   pod: "api-0",
 * });
 * ```
 */
export function alertTarget({ labels }: Pick<Incident, "labels">): AlertTarget {
  const entries = Object.entries(LABELS).map(([name, candidates]) => {
    const label = candidates.find((one) => Object.hasOwn(labels, one) && labels[one] !== "");
    return [name, label === undefined ? undefined : labels[label]] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
