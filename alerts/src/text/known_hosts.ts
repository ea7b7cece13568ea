/**
 * Hosts that may be linked in a push.
 *
 * @module
 */

import type { Incident } from "../incident.ts";

/**
 * Hosts of the sender's own links and of the settings.
 *
 * @param more Names of hosts from the settings, in lower case.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { knownHosts } from "./known_hosts.ts";
 *
 * const hosts = knownHosts({ links: ["https://prom.example:9090/graph"] }, ["wiki.example"]);
 * assert.deepEqual([...hosts], ["wiki.example", "prom.example"]);
 * ```
 */
export function knownHosts(
  { links }: Pick<Incident, "links">,
  more: readonly string[] = [],
): ReadonlySet<string> {
  const own = links.map((link) => URL.parse(link)?.hostname ?? "").filter((host) => host !== "");
  return new Set([...more, ...own]);
}
