import type { Incident } from "../../src/incident.ts";

/**
 * Hosts that a push of a case may link. Which ones the analyzer's settings named is in no case: the
 * hosts of the alert's own links are those that people would name there.
 */
export function linkedHosts({ links }: Pick<Incident, "links">): string[] {
  return links.map((link) => URL.parse(link)?.hostname ?? "").filter((host) => host !== "");
}
