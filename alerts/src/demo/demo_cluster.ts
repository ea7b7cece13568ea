/**
 * A cluster with a fault in it: a database's password was changed, and a pod still has the old one.
 *
 * @module
 */

import { MINUTE } from "../../../src/time.ts";
import type { Analysis } from "../llm/analysis.ts";
import type { FirstOf } from "./canned_answer.ts";
import type { KubernetesContent } from "./kubernetes_content.ts";

/** Labels of the alert that the fault raises. */
export const DEMO_LABELS = {
  alertname: "KubePodCrashLooping",
  severity: "critical",
  namespace: "media",
  pod: "photos-7d9f6c-x2kqp",
  container: "photos",
} as const;

/** Its annotations; people write more into them than they should. */
export const DEMO_ANNOTATIONS = {
  summary: "Pod media/photos-7d9f6c-x2kqp is in a crash loop",
  description: "Restarted 7 times in 10 minutes. On call: ada.lovelace@example.org",
} as const;

/** What its container wrote before it ended. No secret in it is a real one. */
export const DEMO_LOG = `level=info msg="photos 2.4.1 starts"
level=info msg="connecting" dsn=postgres://photos:Tr0ub4dor-3xample@db.databases:5432/photos
level=error msg="FATAL: password authentication failed for user \\"photos\\""
level=info msg="tell the owner" mail=ada.lovelace@example.org
level=debug msg="tracing" Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJlLW9mLWRlbW8
level=fatal msg="cannot open the database" error="28P01 invalid_password"
`;

/**
 * What the cluster holds at a moment.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoCluster } from "./demo_cluster.ts";
 *
 * const { namespaces } = demoCluster(Date.now());
 * assert.equal(namespaces["media"]?.pods?.length, 2);
 * ```
 */
export function demoCluster(now: number): KubernetesContent {
  const { pod, container } = DEMO_LABELS;
  const before = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  return {
    namespaces: {
      media: {
        pods: [
          {
            metadata: { name: pod, namespace: "media", creationTimestamp: before(90) },
            spec: { nodeName: "node-2", containers: [{ name: container, image: "photos:2.4.1" }] },
            status: {
              phase: "Running",
              startTime: before(90),
              conditions: [{ type: "Ready", status: "False" }],
              containerStatuses: [{
                name: container,
                image: "photos:2.4.1",
                ready: false,
                restartCount: 7,
                state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } },
                lastState: {
                  terminated: {
                    exitCode: 1,
                    reason: "Error",
                    startedAt: before(3),
                    finishedAt: before(2),
                  },
                },
              }],
            },
          },
          {
            metadata: { name: "player-0", namespace: "media", creationTimestamp: before(5000) },
            spec: { nodeName: "node-1", containers: [{ name: "player", image: "player:1.0" }] },
            status: {
              phase: "Running",
              startTime: before(5000),
              conditions: [{ type: "Ready", status: "True" }],
              containerStatuses: [{
                name: "player",
                image: "player:1.0",
                ready: true,
                restartCount: 0,
                state: { running: { startedAt: before(5000) } },
              }],
            },
          },
        ],
        events: [{
          metadata: { name: `${pod}.1`, namespace: "media", creationTimestamp: before(9) },
          type: "Warning",
          reason: "BackOff",
          message: `Back-off restarting failed container ${container} in pod ${pod}`,
          involvedObject: { kind: "Pod", name: pod, namespace: "media" },
          count: 7,
          firstTimestamp: before(9),
          lastTimestamp: before(1),
        }],
        logs: {
          [`${pod}/${container}`]: DEMO_LOG,
          [`${pod}/${container}/previous`]: DEMO_LOG,
        },
      },
    },
  };
}

/**
 * What a good model would say of it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoAnalysis } from "./demo_cluster.ts";
 *
 * assert.equal(demoAnalysis(() => []).hypotheses.length, 1);
 * ```
 */
export function demoAnalysis(firstOf: FirstOf): Analysis {
  return {
    not_read: ["Who changed the password of the database, and when"],
    hypotheses: [{
      evidence: [...firstOf("L"), ...firstOf("P")],
      cause: "The database refuses the password that the pod was started with (28P01)",
      confidence: "high",
    }],
    inconclusive: false,
    severity: "critical",
    next_steps: [
      "Compare the pod's secret with the database's user 'photos'",
      "Restart the pod when they agree",
    ],
    summary:
      "photos cannot log in to its database and ends at once, so it is started again and again.",
  };
}
