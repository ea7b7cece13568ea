/**
 * Logs, as an API server gives them.
 *
 * @module
 */

import type { KubernetesObject, NamespaceContent } from "./kubernetes_content.ts";
import { failure } from "./kubernetes_status.ts";

const PARAMETERS = ["container", "previous", "tailLines", "limitBytes"];

interface ContainerStatus {
  readonly name: string;
  readonly state?: { readonly waiting?: { readonly reason?: string } };
  readonly lastState?: { readonly terminated?: object };
}

/**
 * Answers a request for a log. As with the kubelet, `tailLines` keeps the end and `limitBytes` then
 * the start of what is left; a container that waits after a crash shows the log of the crash.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { logText } from "./kubernetes_log.ts";
 *
 * const pod = {
 *   metadata: { name: "api" },
 *   status: { containerStatuses: [{ name: "app", state: { running: {} } }] },
 * };
 * const held = { pods: [pod], logs: { "api/app": "one\ntwo\nthree\n" } };
 * const answer = logText(held, "api", new URLSearchParams({ tailLines: "2", limitBytes: "5" }));
 * assert.equal(await answer.text(), "two\nt");
 * ```
 */
export function logText(
  { pods = [], logs = {} }: NamespaceContent,
  name: string,
  query: URLSearchParams,
): Response {
  const unknown = [...query.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) return failure(400, `the stand-in does not know '${unknown}'`);
  const pod = pods.find(({ metadata }) => metadata.name === name);
  if (!pod) return failure(404, `pods "${name}" not found`);
  const statuses = statusesOf(pod);
  const container = query.get("container") ?? (statuses.length === 1 ? statuses[0]!.name : null);
  if (container === null) {
    const names = statuses.map((one) => one.name).join(" ");
    return failure(
      400,
      `a container name must be specified for pod ${name}, choose one of: [${names}]`,
    );
  }
  const status = statuses.find((one) => one.name === container);
  if (!status) return failure(400, `container ${container} is not valid for pod ${name}`);
  const waiting = status.state?.waiting, crashed = status.lastState?.terminated !== undefined;
  const previous = query.get("previous") === "true";
  if (previous && !crashed) {
    return failure(
      400,
      `previous terminated container "${container}" in pod "${name}" not found`,
    );
  }
  if (waiting && !crashed) {
    return failure(
      400,
      `container "${container}" in pod "${name}" is waiting to start: ${waiting.reason}`,
    );
  }
  const which = previous || waiting ? `${name}/${container}/previous` : `${name}/${container}`;
  return new Response(cut(logs[which] ?? "", query), { headers: { "content-type": "text/plain" } });
}

function cut(log: string, query: URLSearchParams): Uint8Array<ArrayBuffer> {
  const lines = log.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const tail = query.get("tailLines"), limit = query.get("limitBytes");
  const kept = tail === null ? lines : Number(tail) === 0 ? [] : lines.slice(-Number(tail));
  const bytes = new TextEncoder().encode(kept.join(""));
  return limit === null ? bytes : bytes.slice(0, Number(limit));
}

function statusesOf({ status }: KubernetesObject): readonly ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses = [] } = (status ?? {}) as Record<
    string,
    ContainerStatus[]
  >;
  return [...initContainerStatuses, ...containerStatuses];
}
