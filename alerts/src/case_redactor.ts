import type { Redactor } from "./context/gatherer.ts";
import type { Finding } from "./context/context_item.ts";
import type { Incident } from "./incident.ts";
import type { JsonValue } from "./redact/redact_value.ts";

/** The redactor of one case: the same secret has the same placeholder all through it. */
export interface CaseRedactor extends Redactor {
  /** The same for all texts in something that JSON can hold; names tell what values are. */
  redactValue<T extends JsonValue>(value: T): T;
  /** Number of redactions so far, by rule. */
  counts(): Readonly<Record<string, number>>;
}

/**
 * An incident without secrets. Who it is and when stays: that is ours, or a hash.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { redactIncident } from "./case_redactor.ts";
 *
 * const hide = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("hunter2", "[PASSWORD#1]"));
 * const incident = {
 *   source: "alertmanager",
 *   fingerprint: "f",
 *   episode: "f@0",
 *   title: "Down",
 *   status: "firing",
 *   severity: "warning",
 *   startsAt: 0,
 *   labels: {},
 *   annotations: { summary: "login with hunter2 failed" },
 *   links: [],
 * } as const;
 * const redactor = { redact: hide<string>, redactValue: hide, counts: () => ({}) };
 * const { annotations } = redactIncident(incident, redactor);
 * assert.equal(annotations["summary"], "login with [PASSWORD#1] failed");
 * ```
 */
export function redactIncident(incident: Incident, redactor: CaseRedactor): Incident {
  const { title, labels, annotations, links } = incident;
  return {
    ...incident,
    title: redactor.redact(title),
    labels: redactor.redactValue(labels),
    annotations: redactor.redactValue(annotations),
    links: links.map((link) => redactor.redact(link)),
  };
}

/**
 * A finding without secrets.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { redactFinding } from "./case_redactor.ts";
 *
 * const hide = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("hunter2", "[PASSWORD#1]"));
 * const redactor = { redact: hide<string>, redactValue: hide, counts: () => ({}) };
 * const finding = { kind: "logs", title: "Log of a", query: "a", time: 0, duration: 1 } as const;
 * assert.deepEqual(
 *   redactFinding({ ...finding, data: ["hunter2"] }, redactor),
 *   { ...finding, data: ["[PASSWORD#1]"] },
 * );
 * ```
 */
export function redactFinding(finding: Finding, redactor: CaseRedactor): Finding {
  const { title, query, data, error } = finding;
  return {
    ...finding,
    title: redactor.redact(title),
    query: redactor.redact(query),
    ...(data !== undefined && { data: redactor.redactValue(data) }),
    ...(error !== undefined && { error: redactor.redact(error) }),
  };
}
