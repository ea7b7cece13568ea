import type { Incident } from "../src/incident.ts";

/**
 * What an alert is one of: alerts of one name, and checks of one kind on several hosts, fail for
 * the same reasons and are not independent.
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
