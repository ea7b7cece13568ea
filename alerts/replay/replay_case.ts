import type { CaseFile } from "../src/case_file.ts";
import type { Incident } from "../src/incident.ts";
import type { Label } from "./label.ts";

export interface ReplayCase {
  readonly id: string;
  /** Name of the alert or of the host's check. Cases with the same name are not independent. */
  readonly cluster: string;
  readonly file: CaseFile;
  readonly label?: Label;
}

/**
 * The name that groups alerts. Alerts of one name fail for the same reasons, so they are not
 * independent.
 */
export function clusterOf(
  { source, title, labels }: Pick<Incident, "source" | "title" | "labels">,
  by: readonly string[] = [],
): string {
  const values = by.flatMap((label) => labels[label] || []);
  if (values.length > 0) return values.join(" / ");
  if (source === "alertmanager") return labels["alertname"] || title;
  // If a host is down, its name says nothing about the reason.
  return labels["service"] || (labels["what"] === "host" ? "Host" : title);
}
