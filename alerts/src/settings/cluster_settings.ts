/**
 * The settings of the cluster analyzer.
 *
 * @module
 */

import { z } from "zod";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import { type ClusterAccess, clusterAccess } from "../context/kubernetes/cluster_access.ts";
import { readVariables } from "./read_variables.ts";
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from "./service_settings.ts";
import { checked, httpUrl, list, whole } from "./value_kinds.ts";

/** What the environment says; alerts/docs/analyzer.md describes every variable. */
export interface ClusterSettings extends ServiceSettings {
  /** `PROMETHEUS_URL`: the metrics server. */
  readonly prometheusUrl: URL;
  /** `ALLOWED_NAMESPACES`: where logs may be read. */
  readonly allowedNamespaces: readonly string[];
  /** `MAX_LOG_BYTES`: of each pod. [bytes] */
  readonly maxLogBytes: number;
  /** `KUBERNETES_SERVICE_HOST`, `KUBERNETES_SERVICE_PORT`: the cluster, `null` outside of one. */
  readonly cluster: ClusterAccess | null;
}

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

const VARIABLES = z.object({
  ...SERVICE_VARIABLES,
  PUSH_PUBLISH_URL: SERVICE_VARIABLES.PUSH_PUBLISH_URL.prefault("http://ntfy.ntfy.svc"),
  PUSH_PUBLISH_TOPIC: SERVICE_VARIABLES.PUSH_PUBLISH_TOPIC.prefault("kubernetes-analysis"),
  PROMETHEUS_URL: httpUrl().prefault("http://prometheus.monitoring.svc:9090"),
  ALLOWED_NAMESPACES: list(NAMESPACE, "names of namespaces")
    .prefault("monitoring,databases,media"),
  MAX_LOG_BYTES: whole(1, 1_048_576).prefault("2048"),
  KUBERNETES_SERVICE_HOST: checked(
    (text) => /^[0-9a-z.:-]{1,253}$/i.test(text),
    "a name or an IP address",
  ).optional(),
  KUBERNETES_SERVICE_PORT: whole(1, 65_535).prefault("443"),
});

/** Names of all variables that {@linkcode loadClusterSettings} reads. */
export const CLUSTER_VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES.shape);

/**
 * Reads the settings from the environment. An empty value counts as not set, but for
 * `ALLOWED_NAMESPACES`, where it means that no logs may be read at all.
 *
 * @throws {WattbookError} `BAD_SETTING` with everything that is missing or cannot be used.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadClusterSettings } from "./cluster_settings.ts";
 *
 * const settings = loadClusterSettings(new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"]]));
 * assert.equal(settings.port, 8080);
 * assert.throws(
 *   () => loadClusterSettings(new Map([["API_KEY", "def"]])),
 *   /WEBHOOK_SECRET is missing/,
 * );
 * ```
 */
export function loadClusterSettings(env: Environment = environment): ClusterSettings {
  const of = readVariables(VARIABLES, env, {
    page: "alerts/docs/analyzer.md",
    mayBeEmpty: ["ALLOWED_NAMESPACES"],
  });
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = of;
  return {
    ...serviceSettings(of),
    prometheusUrl: of.PROMETHEUS_URL,
    allowedNamespaces: of.ALLOWED_NAMESPACES,
    maxLogBytes: of.MAX_LOG_BYTES,
    cluster: host === undefined ? null : clusterAccess(host, { port }),
  };
}
