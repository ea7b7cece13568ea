/**
 * Cases without secrets.
 *
 * @module
 */

import type { ContextKind, Finding } from "./context/context_item.ts";
import type { Redactor } from "./context/gatherer.ts";
import type { Incident } from "./incident.ts";
import { type JsonValue, redactValue } from "./redact/redact_value.ts";
import { Redactor as Redaction } from "./redact/redactor.ts";
import { namesIn } from "./redact/unknown_words.ts";

/** The redactor of one case: the same secret has the same placeholder all through it. */
export interface CaseRedactor extends Redactor {
  /** The same for all texts in something that JSON can hold; names tell what values are. */
  redactValue<T extends JsonValue>(value: T): T;
  /**
   * The same for a log, or another text that nobody knows the form of; strictly, if that is set.
   *
   * @param names Of the alert: they may stay.
   */
  redactLog(text: string, names: ReadonlySet<string>): string;
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
 * const redactor = { redact: hide<string>, redactValue: hide, redactLog: hide<string>, counts: () => ({}) };
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
 * const redactor = { redact: hide<string>, redactValue: hide, redactLog: hide<string>, counts: () => ({}) };
 * const finding = { kind: "logs", title: "Log of a", query: "a", time: 0, duration: 1 } as const;
 * assert.deepEqual(
 *   redactFinding({ ...finding, data: ["hunter2"] }, redactor),
 *   { ...finding, data: ["[PASSWORD#1]"] },
 * );
 * ```
 */
export function redactFinding(
  finding: Finding,
  redactor: CaseRedactor,
  names: ReadonlySet<string> = new Set(),
): Finding {
  const { kind, title, query, data, error } = finding;
  return {
    ...finding,
    title: redactor.redact(title),
    query: redactor.redact(query),
    ...(data !== undefined && {
      data: redactLogs(kind, redactor.redactValue(data), (text) => redactor.redactLog(text, names)),
    }),
    ...(error !== undefined && { error: redactor.redact(error) }),
  };
}

/** Where kinds of context have texts that programs wrote: logs, outputs of commands, events. */
const LOG_FIELDS: Readonly<Partial<Record<ContextKind, readonly string[]>>> = {
  logs: ["log"],
  diagnostics: ["output", "complaints"],
  events: ["message"],
};

function redactLogs(
  kind: ContextKind,
  data: JsonValue,
  redact: (text: string) => string,
): JsonValue {
  const fields = LOG_FIELDS[kind] ?? [];
  const walk = (value: JsonValue): JsonValue => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(
      Object.entries(value).map((
        [key, item],
      ) => [key, typeof item === "string" && fields.includes(key) ? redact(item) : walk(item)]),
    );
  };
  return fields.length === 0 ? data : walk(data);
}

/** The names that an incident has itself: a log that repeats them tells nothing new. */
export function namesOf({ title, labels }: Incident): Set<string> {
  return namesIn([title, ...Object.values(labels)]);
}

/** Options of {@linkcode newCaseRedactor}. */
export interface CaseRedactorOptions {
  /**
   * Whether logs keep only what is known to be harmless.
   *
   * @default {false}
   */
  readonly isStrict?: boolean;
}

/**
 * Makes the redactor of one case.
 *
 * @param known The service's own secrets, which are hidden whatever they look like.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { newCaseRedactor } from "./case_redactor.ts";
 *
 * const redactor = newCaseRedactor(["own-secret"]);
 * assert(!redactor.redact("own-secret leaked").includes("own-secret"));
 * assert.deepEqual(redactor.redactValue({ password: "hunter2" }), { password: "[PASSWORD#1]" });
 * assert.equal(redactor.counts()["password"], 1);
 * ```
 */
export function newCaseRedactor(
  known: readonly string[] = [],
  { isStrict = false }: CaseRedactorOptions = {},
): CaseRedactor {
  const redactor = new Redaction({ known });
  return {
    redact: (text) => redactor.redact(text).text,
    redactValue: (value) => redactValue(value, redactor).value,
    redactLog: (text, names) =>
      isStrict ? redactor.restrict(text, names).text : redactor.redact(text).text,
    counts: () => Object.fromEntries(redactor.counts()),
  };
}
