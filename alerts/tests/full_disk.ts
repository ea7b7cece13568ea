/**
 * A case that tests of the host analyzer work on: a disk that is full.
 *
 * @module
 */

import type { ContextItem } from "../src/context/context_item.ts";
import { parseHostmon } from "../src/door/hostmon.ts";
import type { Incident } from "../src/incident.ts";
import { hostPayload, serviceNotification } from "./notifications.ts";

const SITE = new URL("https://mon.example/main/");

/** The incident of one notification, as the door makes it. */
export function hostIncident(variables: Readonly<Record<string, unknown>>): Incident {
  const parsed = parseHostmon(hostPayload([variables]), { site: SITE });
  if (typeof parsed === "string" || parsed.incidents.length !== 1) throw new Error(`${parsed}`);
  return parsed.incidents[0]!;
}

export const HOST_LINK = "/check_mk/index.py?start_url=view.py%3Fhost%3Ddb1";
export const HOST_INCIDENT = hostIncident(serviceNotification({ SERVICEURL: HOST_LINK }));

const item = (id: string, kind: ContextItem["kind"], title: string) => ({
  id,
  kind,
  title,
  query: `query of ${id}`,
  time: HOST_INCIDENT.startsAt + 60_000,
  duration: 12,
});

export const HOST_CONTEXT: readonly ContextItem[] = [
  { ...item("H1", "host", "Host db1"), data: { state: "UP", plugin_output: "OK - rta 0.4 ms" } },
  {
    ...item("H2", "host", "Services of db1 that are not OK"),
    data: { total: 1, services: [{ description: "Filesystem /data", state: "CRITICAL" }] },
  },
  { ...item("H3", "host", "Comments"), error: "403" },
  {
    ...item("D1", "diagnostics", "df -hPT"),
    data: { output: "/dev/sdb1 ext4 2.0T 1.9T 60G 97% /data" },
  },
];

/** What a sensible model answers. */
export const HOST_ANSWER = {
  not_read: ["Comments (403)"],
  hypotheses: [{
    evidence: ["D1", "H2"],
    cause: "The file system /data of db1 is full to 97 %",
    confidence: "high",
  }],
  inconclusive: false,
  severity: "warning",
  next_steps: ["Look for what grows in /data"],
  summary: "/data of db1 is nearly full",
};
