import type { Incident } from "../analyzer/incident.ts";

/**
 * What an alert is one of: alerts of one name, and checks of one kind on several hosts, fail for the
 * same reasons and are not independent.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterOf } from "./cluster_of.ts";
 *
 * const labels = { alertname: "KubePodCrashLooping", pod: "photos-7d9c" };
 * assert.equal(clusterOf({ source: "alertmanager", title: "photos", labels }), "KubePodCrashLooping");
 * const check = { host: "nas", check: "Filesystem /" };
 * assert.equal(clusterOf({ source: "hostmon", title: "nas: Filesystem /", labels: check }), "Filesystem /");
 * ```
 */
export function clusterOf(
  { source, title, labels }: Pick<Incident, "source" | "title" | "labels">,
): string {
  const name = source === "alertmanager"
    ? labels["alertname"]
    : labels["check"] ?? labels["service"] ?? labels["servicedesc"];
  return name || title;
}
