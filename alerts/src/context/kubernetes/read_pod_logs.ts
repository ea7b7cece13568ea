/**
 * The logs of one pod.
 *
 * @module
 */

import { stripVTControlCharacters } from "node:util";
import { keepEnd } from "../../redact/keep_end.ts";
import { ask } from "../ask.ts";
import type { Finding } from "../context_item.ts";
import type { GatherOptions } from "../gatherer.ts";
import type { Cluster } from "./open_cluster.ts";
import type { LogChoice } from "./pick_logs.ts";
import { shareBytes } from "./share_bytes.ts";

/** What is read of a log. */
export type LogData = {
  /** Pod. */
  readonly pod: string;
  /** Container. */
  readonly container: string;
  /** Whether it is the log of the time before the last restart. */
  readonly previous: boolean;
  /** The end of the log, redacted. */
  readonly log: string;
  /** Whether there is more before it. */
  readonly isCut: boolean;
};

/** What to read. */
export interface LogOptions extends GatherOptions {
  /** Longest text of all logs of the pod together. [bytes] */
  readonly maxBytes: number;
  /** Longest wait for each. [ms] */
  readonly timeout: number;
}

/** A pod, by name. */
export interface PodLogs {
  /** Namespace. */
  readonly namespace: string;
  /** Pod. */
  readonly pod: string;
  /** Which of its logs; a container without a name is the only one of its pod. */
  readonly logs: readonly (Omit<LogChoice, "container"> & { readonly container?: string })[];
}

/**
 * What is fetched, and what is kept of it until it is redacted: far more than is sent in the end, so
 * that a secret which spans lines is seen as a whole.
 */
const LINES = 1000, KEPT = 256 * 1024;

/**
 * Reads logs of a pod at the same time. Each is freed of colours, which could stand in the midst of a
 * secret, then redacted, and only then cut, the end being kept.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "../../demo/kubernetes_stand_in.ts";
 * import { openCluster } from "./open_cluster.ts";
 * import { readPodLogs } from "./read_pod_logs.ts";
 *
 * const pod = {
 *   metadata: { name: "api" },
 *   status: { containerStatuses: [{ name: "app", state: { running: {} } }] },
 * };
 * await using api = await startKubernetes({
 *   namespaces: { media: { pods: [pod], logs: { "api/app": "started\nkey hunter2 refused\n" } } },
 * });
 * await using cluster = await openCluster(api);
 * const [finding] = await readPodLogs(
 *   cluster,
 *   { namespace: "media", pod: "api", logs: [{ container: "app", previous: false }] },
 *   {
 *     signal: new AbortController().signal,
 *     redactor: { redact: (text) => text.replaceAll("hunter2", "[KEY#1]") },
 *     maxBytes: 24,
 *     timeout: 10_000,
 *   },
 * );
 * assert.equal((finding?.data as { log: string }).log, "key [KEY#1] refused\n");
 * ```
 */
export async function readPodLogs(
  cluster: Pick<Cluster, "core">,
  { namespace, pod, logs }: PodLogs,
  options: LogOptions,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { maxBytes, timeout, redactor } = options;
  const findings = await Promise.all(logs.map(({ container, previous }) => {
    const query = { ...(container && { container }), ...(previous && { previous }) };
    const parameters = new URLSearchParams({ ...query, tailLines: String(LINES) } as never);
    return ask(
      {
        kind: "logs",
        title: `Log of ${[pod, container].filter(Boolean).join("/")}` +
          (previous ? " before its last restart" : ""),
        query: `GET /api/v1/namespaces/${namespace}/pods/${pod}/log?${parameters}`,
        timeout,
      },
      async (signal): Promise<LogData> => {
        const text = await cluster.core({ signal, keepEnd: KEPT })
          .readNamespacedPodLog({ namespace, name: pod, tailLines: LINES, ...query });
        const log = redactor.redact(stripVTControlCharacters(text ?? ""));
        return { pod, container: container ?? "", previous, log, isCut: false };
      },
      options,
      now,
    );
  }));
  return cutTogether(findings, maxBytes);
}

function cutTogether(findings: readonly Finding[], maxBytes: number): Finding[] {
  const read = findings.map(({ data }) => data as LogData | undefined);
  const bytes = read.map((data) => new TextEncoder().encode(data?.log).length);
  const shares = shareBytes(bytes, maxBytes);
  return findings.map((finding, index) => {
    const data = read[index];
    if (data === undefined) return finding;
    const log = keepEnd(data.log, shares[index]!);
    return { ...finding, data: { ...data, log, isCut: log !== data.log } };
  });
}
