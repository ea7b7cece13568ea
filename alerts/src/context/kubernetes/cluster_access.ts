/**
 * How a pod reaches the API server of its cluster.
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
const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Options of {@linkcode clusterAccess}. */
export interface ClusterAccessOptions {
  /** Port of the API server. @default {443} */
  readonly port?: number;
  /** Where the files of the service account are. @default {SERVICE_ACCOUNT} */
  readonly directory?: string;
}

/**
 * The access of a pod.
 *
 * @param host Name or address of the API server, as a pod is told.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterAccess } from "./cluster_access.ts";
 *
 * assert.equal(clusterAccess("fd00::1").url.href, "https://[fd00::1]/");
 * assert.equal(clusterAccess("10.96.0.1", { port: 6443 }).url.href, "https://10.96.0.1:6443/");
 * ```
 */
export function clusterAccess(
  host: string,
  { port = 443, directory = SERVICE_ACCOUNT }: ClusterAccessOptions = {},
): ClusterAccess {
  return { url: new URL(`https://${host.includes(":") ? `[${host}]` : host}:${port}/`), directory };
}
