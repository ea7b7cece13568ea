/**
 * A case that many tests work on: a pod that crashes again and again.
 *
 * @module
 */

import type { ContextItem } from "../src/context/context_item.ts";
import type { Incident } from "../src/incident.ts";

export const STARTS_AT = Date.UTC(2026, 10, 21, 2, 27);

export const INCIDENT: Incident = {
  source: "alertmanager",
  fingerprint: "91c1a4f0b7d5e6a2",
  episode: "91c1a4f0b7d5e6a2/2026-11-21T02:27:00.000Z",
  title: "KubePodCrashLooping",
  status: "firing",
  severity: "warning",
  startsAt: STARTS_AT,
  labels: {
    alertname: "KubePodCrashLooping",
    namespace: "media",
    pod: "api-7d9f",
    severity: "warning",
  },
  annotations: {
    summary: "Pod media/api-7d9f is in a crash loop",
    runbook_url: "https://runbooks.example/crash",
  },
  links: ["http://prometheus.example:9090/graph?g0.expr=up", "https://runbooks.example/crash"],
};

const item = (id: string, kind: ContextItem["kind"], title: string) => ({
  id,
  kind,
  title,
  query: `query of ${id}`,
  time: STARTS_AT + 60_000,
  duration: 12,
});

export const CONTEXT: readonly ContextItem[] = [
  { ...item("M1", "metrics", "Memory of media"), data: [{ pod: "api-7d9f", bytes: 536_870_912 }] },
  { ...item("E1", "events", "Warning events"), data: [{ reason: "BackOff", count: 7 }] },
  { ...item("L1", "logs", "Log of api-7d9f"), data: "starting\nfatal: out of memory" },
  { ...item("P1", "pods", "Pods of media"), error: "403" },
];

/** What a sensible model answers. */
export const ANSWER = {
  not_read: ["Pods of media (403)"],
  hypotheses: [{
    evidence: ["L1", "M1"],
    cause: "The api runs out of memory at its start",
    confidence: "high",
  }],
  inconclusive: false,
  next_steps: ["Look at the memory limit of the api"],
  summary: "The api is killed at its start because it needs more memory than it may use",
};

/** Changes nothing. */
export const NO_REDACTION = { redact: (text: string) => text };
