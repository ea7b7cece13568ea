/**
 * What a pod is told about its cluster.
 *
 * @module
 */

/** How to reach the API server of a cluster. */
export interface ClusterAccess {
  /** Its address, `https:`. */
  readonly url: URL;
  /** Where the files `token` and `ca.crt` are. Both are replaced while the service runs. */
  readonly directory: string;
}

/** Where every pod with a service account finds its files. */
export const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * The access that the environment of a pod describes, `null` outside of a cluster.
 *
 * @param env Where `KUBERNETES_SERVICE_HOST` and `KUBERNETES_SERVICE_PORT` are set.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { inCluster } from "./in_cluster.ts";
 *
 * const env = new Map([["KUBERNETES_SERVICE_HOST", "fd00::1"], ["KUBERNETES_SERVICE_PORT", "443"]]);
 * assert.equal(inCluster(env)?.url.href, "https://[fd00::1]/");
 * assert.equal(inCluster(new Map()), null);
 * ```
 */
export function inCluster(
  env: { get(name: string): string | undefined },
  directory = SERVICE_ACCOUNT,
): ClusterAccess | null {
  const host = env.get("KUBERNETES_SERVICE_HOST") || undefined;
  if (host === undefined) return null;
  const port = env.get("KUBERNETES_SERVICE_PORT") || "443";
  return { url: new URL(`https://${host.includes(":") ? `[${host}]` : host}:${port}/`), directory };
}
