import type { Incident } from "../../src/incident.ts";

/**
 * Hosts that a push may link. A case does not hold the analyzer's settings, so the hosts of the
 * alert's own links are used.
 */
export function linkedHosts({ links }: Pick<Incident, "links">): string[] {
  return links.map((link) => URL.parse(link)?.hostname ?? "").filter((host) => host !== "");
}
