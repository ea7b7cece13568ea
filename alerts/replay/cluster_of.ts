import type { Incident } from "../src/incident.ts";

/**
 * What an alert is one of: alerts of one name, and checks of one kind on several hosts, fail for the
 * same reasons and are not independent.
 *
 * @param by Labels whose values make the name instead, such as the one of an incident.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterOf } from "./cluster_of.ts";
 *
 * const labels = { alertname: "KubePodCrashLooping", namespace: "shop", pod: "photos-7d9c" };
 * const crash = { source: "alertmanager", title: "photos", labels } as const;
 * assert.equal(clusterOf(crash), "KubePodCrashLooping");
 * assert.equal(clusterOf(crash, ["namespace", "alertname"]), "shop / KubePodCrashLooping");
 * const check = { what: "service", host: "nas", service: "Filesystem /" };
 * assert.equal(clusterOf({ source: "hostmon", title: "nas: Filesystem /", labels: check }), "Filesystem /");
 * const down = { what: "host", host: "nas" };
 * assert.equal(clusterOf({ source: "hostmon", title: "nas", labels: down }), "Host");
 * ```
 */
export function clusterOf(
  { source, title, labels }: Pick<Incident, "source" | "title" | "labels">,
  by: readonly string[] = [],
): string {
  const values = by.flatMap((label) => labels[label] || []);
  if (values.length > 0) return values.join(" / ");
  if (source === "alertmanager") return labels["alertname"] || title;
  // Of a host that is down, the name of the host says nothing about why.
  return labels["service"] || (labels["what"] === "host" ? "Host" : title);
}
