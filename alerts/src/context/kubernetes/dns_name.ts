/**
 * Names of Kubernetes objects.
 *
 * @module
 */

const LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";

/**
 * Whether a text is a DNS label, as names of namespaces and containers are: nothing else becomes a
 * part of a path.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isDnsLabel } from "./dns_name.ts";
 *
 * assert(isDnsLabel("media") && !isDnsLabel("../kube-system") && !isDnsLabel("a".repeat(64)));
 * ```
 */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && new RegExp(`^${LABEL}$`).test(text);
}

/**
 * Whether a text is one or more DNS labels with dots between them, as names of pods are.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isDnsName } from "./dns_name.ts";
 *
 * assert(isDnsName("static.node-1") && !isDnsName("a..b"));
 * ```
 */
export function isDnsName(text: string): boolean {
  return text.length <= 253 && new RegExp(`^${LABEL}(?:\\.${LABEL})*$`).test(text);
}
