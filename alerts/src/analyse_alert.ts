/**
 * From an accepted alert to a push that is ready to be sent: gather, redact, number, ask, compose.
 *
 * @module
 */

import { type CaseRedactor, redactFinding, redactIncident } from "./case_redactor.ts";
import type { Gatherer } from "./context/gatherer.ts";
import type { Incident } from "./incident.ts";
import type { Analyst, Opinion } from "./llm/analyst.ts";
import { numberItems } from "./number_items.ts";
import { forRepeat } from "./mark_push.ts";
import type { Notice } from "./push/compose.ts";
import type { PushMessage } from "./push/publisher.ts";
import type { CaseDraft } from "./store/case_draft.ts";
import type { Job, OutgoingPush } from "./store/job.ts";

/** Who does the work. */
export interface AnalysisParts {
  /** Gathers context. */
  readonly gatherer: Gatherer;
  /** Analyses it. */
  readonly analyst: Analyst;
  /** Makes the redactor of a case. */
  readonly redactor: () => CaseRedactor;
  /** Words a push. */
  readonly compose: (notice: Notice) => PushMessage;
}

/** What to do about an alert that killed the process again and again: nothing but to tell of it. */
const MOST_CRASHES = 5;

/** The prompt of a case in which nobody was asked. */
export const NO_PROMPT = { name: "none", sha256: "" };

/** What came of it. */
export interface Analysed {
  /** The push and its case. */
  readonly push: Pick<OutgoingPush, "message" | "draft">;
  /** What the analyst said. */
  readonly opinion: Opinion;
}

/**
 * Analyses an alert. Whatever the analyst says, there is a push: without an analysis it holds the
 * facts. Rejects if anything else fails.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { analyseAlert } from "./analyse_alert.ts";
 *
 * const signal = new AbortController().signal;
 * const incident = {
 *   source: "alertmanager",
 *   fingerprint: "f",
 *   episode: "f@0",
 *   title: "Down",
 *   status: "firing",
 *   severity: "warning",
 *   startsAt: 0,
 *   labels: {},
 *   annotations: {},
 *   links: [],
 * } as const;
 * const job = { id: 1, fingerprint: "f", acceptedAt: 0, failures: 0, crashes: 0, repeats: "no" } as const;
 * const { push } = await analyseAlert({ ...job, work: { incident } }, incident, {
 *   signal,
 *   gatherer: { gather: () => Promise.resolve([]) },
 *   analyst: {
 *     analyse: () =>
 *       Promise.resolve({ prompt: { name: "p", sha256: "" }, failure: "refusal", isRetryable: false }),
 *   },
 *   redactor: () => ({ redact: (text) => text, redactValue: (value) => value, counts: () => ({}) }),
 *   compose: ({ incident, failure }) => ({
 *     title: incident.title,
 *     message: `No analysis: ${failure}`,
 *     priority: 3,
 *     tags: [],
 *   }),
 * });
 * assert.equal(push.message.message, "No analysis: refusal");
 * ```
 */
export async function analyseAlert(
  job: Job,
  incident: Incident,
  { gatherer, analyst, redactor: newRedactor, compose, signal }: AnalysisParts & {
    /** Ends it early. */
    readonly signal: AbortSignal;
  },
  now: () => number = Date.now,
): Promise<Analysed> {
  const redactor = newRedactor();
  const started = now();
  const isDeadly = job.crashes > MOST_CRASHES;
  const findings = isDeadly ? [] : await gatherer.gather(incident, { signal, redactor });
  signal.throwIfAborted();
  const gathered = now();
  const known = redactIncident(incident, redactor);
  const context = numberItems(findings.map((finding) => redactFinding(finding, redactor)));
  const opinion: Opinion = isDeadly
    ? { prompt: NO_PROMPT, failure: "crashed", isRetryable: false }
    : await analyst.analyse(known, context, { signal, redactor });
  signal.throwIfAborted();
  const { prompt, exchange, analysis, failure } = opinion;
  const reason = analysis ? undefined : failure ?? "unknown";
  const message = compose({
    incident: known,
    context,
    ...(analysis ? { analysis } : { failure: reason! }),
  });
  const draft: CaseDraft = {
    version: 1,
    incident: known,
    context,
    prompt,
    ...(exchange && { llm: exchange }),
    ...(analysis && { analysis }),
    ...(reason !== undefined && { reason }),
    redactions: { ...redactor.counts() },
    times: {
      accepted: job.acceptedAt,
      started,
      gathered,
      ...(exchange && { answered: now() }),
    },
  };
  return { push: { message: forRepeat(message, job.repeats), draft }, opinion };
}
