import type { Finding } from "../../../src/terminal/findings.ts";
import { type Cluster, openCluster } from "../context/kubernetes/open_cluster.ts";
import type { ClusterSettings } from "../settings/cluster_settings.ts";

/** Something that an account may or may not do. */
interface Right {
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
}

/**
 * What the service account may do, as the API server itself says (SelfSubjectAccessReview): all that
 * is needed, and nothing of what is dangerous.
 *
 * @throws {Error} If the API server cannot be asked.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "../demo/kubernetes_stand_in.ts";
 * import { checkCluster } from "./check_cluster.ts";
 *
 * await using api = await startKubernetes({ namespaces: {}, forbidden: new Set(["pods/log"]) });
 * const findings = await checkCluster(
 *   { cluster: api, allowedNamespaces: ["media"] },
 *   AbortSignal.timeout(10_000),
 * );
 * assert.deepEqual(findings.map(({ status }) => status), ["ok", "ok", "failure"]);
 * ```
 */
export async function checkCluster(
  { cluster: access, allowedNamespaces }: Pick<ClusterSettings, "cluster" | "allowedNamespaces">,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (access === null) {
    return [{
      status: "warning",
      found: "it does not run in a cluster: analyses have no pods, events and logs",
      advice: "Run it in a pod; alerts/deploy/analyzer/kubernetes holds the manifests.",
    }];
  }
  await using cluster = await openCluster(access);
  const needed: Right[] = [
    { verb: "list", resource: "pods" },
    { verb: "list", resource: "events" },
    ...allowedNamespaces.map((namespace) => ({
      verb: "get",
      resource: "pods",
      subresource: "log",
      namespace,
    })),
  ];
  const findings = needed.map(async (right): Promise<Finding> => {
    if (await isAllowed(cluster, right, signal)) return { status: "ok", found: describe(right) };
    return {
      status: "failure",
      found: `it has no permission to ${describe(right)}`,
      advice: right.subresource === "log"
        ? `Apply a Role and a RoleBinding as in pod-logs.yml in the namespace ${right.namespace}, ` +
          "or remove the namespace from ALLOWED_NAMESPACES."
        : "Apply alerts/deploy/analyzer/kubernetes/service-account.yml.",
    };
  });
  const secrets: Right = { verb: "list", resource: "secrets" };
  const isTooMuch = await isAllowed(cluster, secrets, signal);
  const tooMuch: Finding = {
    status: "warning",
    found: `it has permission to ${describe(secrets)}, which it does not need`,
    advice: "Bind the account only to the roles of alerts/deploy/analyzer/kubernetes.",
  };
  return [...await Promise.all(findings), ...isTooMuch ? [tooMuch] : []];
}

async function isAllowed(
  cluster: Cluster,
  right: Right,
  signal: AbortSignal,
): Promise<boolean> {
  const review = await cluster.authorization({ signal }).createSelfSubjectAccessReview({
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { ...right } },
    },
  });
  return review.status?.allowed ?? false;
}

function describe({ verb, resource, subresource, namespace }: Right): string {
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  return `${verb} ${what} in ${namespace === undefined ? "all namespaces" : namespace}`;
}
