/** Incidents and payloads for tests. */

import type { Incident } from "../src/incident.ts";

/** An incident of the alert `name`, fired at `startsAt`. */
export function incident(name: string, given: Partial<Incident> = {}): Incident {
  const startsAt = given.startsAt ?? Date.UTC(2026, 10, 21, 2, 27);
  return {
    source: "alertmanager",
    fingerprint: name,
    episode: `${name}@${new Date(startsAt).toJSON()}`,
    title: name,
    status: "firing",
    severity: "warning",
    startsAt,
    labels: { alertname: name },
    annotations: {},
    links: [],
    ...given,
  };
}

/** An alert as Alertmanager sends it. */
export function alert(name: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    status: "firing",
    labels: { alertname: name, namespace: "media", pod: "x-1", severity: "warning" },
    annotations: { summary: "It is down", runbook_url: "https://runbooks.example/down" },
    startsAt: "2026-11-21T02:27:00.123Z",
    endsAt: "0001-01-01T00:00:00Z",
    generatorURL: "http://prometheus:9090/graph?g0.expr=up%3D%3D0&g0.tab=1",
    fingerprint: name,
    ...given,
  };
}

/** A webhook's body as Alertmanager 0.34 sends it. */
export function payload(
  alerts: readonly unknown[],
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    version: "4",
    groupKey: '{}/{severity=~"critical|warning"}:{alertname="Down"}',
    truncatedAlerts: 0,
    status: "firing",
    receiver: "analyzer",
    groupLabels: { alertname: "Down" },
    commonLabels: {},
    commonAnnotations: {},
    routeLabels: {},
    externalURL: "http://alertmanager.example:9093",
    alerts,
    ...given,
  };
}
