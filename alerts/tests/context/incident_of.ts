/**
 * Incidents for tests.
 *
 * @module
 */

import type { Incident } from "../../src/incident.ts";

/** A firing alert with given members. */
export function incidentOf(members: Partial<Incident> = {}): Incident {
  return {
    source: "alertmanager",
    fingerprint: "91c1a4f0b7d5e6a2",
    episode: "91c1a4f0b7d5e6a2@0",
    title: "KubePodCrashLooping",
    status: "firing",
    severity: "warning",
    startsAt: Date.parse("2026-11-21T02:27:00Z"),
    labels: { alertname: "KubePodCrashLooping", namespace: "media", pod: "api-0" },
    annotations: {},
    links: [],
    ...members,
  };
}
