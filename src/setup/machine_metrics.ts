/**
 * Metrics of computers and programs, which no house's energy hides behind.
 *
 * @module
 */

import type { Labels } from "../columns.ts";

/** First words of the names that exporters of computers and programs give. */
const PREFIXES = [
  "alertmanager",
  "apiserver",
  "blackbox",
  "cadvisor",
  "certmanager",
  "container",
  "coredns",
  "etcd",
  "flag",
  "go",
  "grafana",
  "grpc",
  "http",
  "jvm",
  "kube",
  "kubelet",
  "loki",
  "machine",
  "mysql",
  "net",
  "nginx",
  "node",
  "nodejs",
  "pg",
  "probe",
  "process",
  "prober",
  "prometheus",
  "promhttp",
  "push",
  "python",
  "redis",
  "rest",
  "scrape",
  "smartctl",
  "storage",
  "tomcat",
  "traefik",
  "vm",
  "vmagent",
  "windows",
  "workqueue",
];

const NAMES = new RegExp(`^(?:(?:${PREFIXES.join("|")})_|up$|ALERTS)|_(?:bucket|created|info)$`);

/** Whether a series describes a computer or a program, or is a part of a distribution. */
export function isOfMachine(labels: Labels): boolean {
  return labels["le"] !== undefined || labels["quantile"] !== undefined ||
    NAMES.test(labels["__name__"] ?? "");
}
