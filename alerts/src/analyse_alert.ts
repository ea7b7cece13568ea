/**
 * From an accepted alert to a push that is ready to be sent: gather, redact, number, ask, compose.
 *
 * @module
 */

import { type CaseRedactor, namesOf, redactFinding, redactIncident } from "./case_redactor.ts";
import { boundIncident } from "./bound_incident.ts";
import { fitContext } from "./context/fit_context.ts";
import type { Gatherer } from "./context/gatherer.ts";
import type { Incident } from "./incident.ts";
import type { Analyst, Opinion } from "./llm/analyst.ts";
import { numberItems } from "./number_items.ts";
import type { Notice } from "./push/compose.ts";
import type { PushMessage } from "./push/publisher.ts";
import type { CaseDraft, Job } from "./store/job.ts";

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

/** The prompt of a case that was not sent to a model. */
export const NO_PROMPT = { name: "none", sha256: "" };

/** What came of it. */
export interface Analysed {
  /** What there is to tell. All of it is redacted. */
  readonly notice: Notice;
  /** The case so far. */
  readonly draft: CaseDraft;
  /** What the analyst said. */
  readonly opinion: Opinion;
}

/** Options of {@linkcode analyseAlert}. */
export interface AnalysisOptions {
  /** Ends it early. */
  readonly signal: AbortSignal;
  /** How long gathering and model may take together; after that the facts have to do. [ms] */
  readonly patience?: number;
  /** Whether the model is asked. @default {true} */
  readonly asks?: boolean;
}

/** What those who have run out of time may take to say so. [ms] */
const GRACE = 1_000;

/**
 * Analyses an alert. Whatever the analyst says, there is something to tell: without an analysis the
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
 * const { notice } = await analyseAlert({ ...job, work: { incident } }, incident, {
 *   gatherer: { gather: () => Promise.resolve([]) },
 *   analyst: {
 *     analyse: () =>
 *       Promise.resolve({ prompt: { name: "p", sha256: "" }, failure: "refusal", isRetryable: false }),
 *   },
 *   redactor: () => ({ redact: (text) => text, redactValue: (value) => value, redactLog: (text) => text, counts: () => ({}) }),
 * }, { signal });
 * assert.equal(notice.failure, "refusal");
 * ```
 */
export async function analyseAlert(
  job: Job,
  incident: Incident,
  { gatherer, analyst, redactor: newRedactor }: Pick<
    AnalysisParts,
    "gatherer" | "analyst" | "redactor"
  >,
  { signal, patience = Infinity, asks = true }: AnalysisOptions,
  now: () => number = Date.now,
): Promise<Analysed> {
  const redactor = newRedactor();
  const started = now();
  const isDeadly = job.crashes > MOST_CRASHES;
  const left = () => started + patience - now();
  const findings = isDeadly ? [] : await inTime(
    (signal) => gatherer.gather(incident, { signal, redactor }),
    { signal, limit: left(), late: () => [] },
  );
  signal.throwIfAborted();
  const gathered = now();
  const known = boundIncident(redactIncident(incident, redactor));
  const names = namesOf(known);
  const context = fitContext(
    numberItems(findings.map((finding) => redactFinding(finding, redactor, names))),
  );
  const tooLate: Opinion = { prompt: NO_PROMPT, failure: "deadline", isRetryable: true };
  const opinion: Opinion = isDeadly
    ? { prompt: NO_PROMPT, failure: "crashed", isRetryable: false }
    : !asks || left() <= 0
    ? tooLate
    : await inTime(
      (signal) => analyst.analyse(known, context, { signal, redactor }),
      { signal, limit: left(), late: () => tooLate },
    );
  signal.throwIfAborted();
  const { prompt, exchange, analysis, failure } = opinion;
  const reason = analysis ? undefined : failure ?? "unknown";
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
  const notice = { incident: known, context, ...(analysis ? { analysis } : { failure: reason! }) };
  return { notice, draft, opinion };
}

/** Tells `work` when its time is over, and goes on without it if it does not listen. */
async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, limit, late }: {
    readonly signal: AbortSignal;
    /** [ms] */
    readonly limit: number;
    readonly late: () => T;
  },
): Promise<T> {
  if (limit === Infinity) return await work(signal);
  const time = AbortSignal.timeout(Math.max(0, Math.ceil(limit)));
  const given = AbortSignal.timeout(Math.max(0, Math.ceil(limit)) + GRACE);
  const over = Promise.withResolvers<T>();
  const end = () => over.resolve(late());
  given.addEventListener("abort", end);
  try {
    return await Promise.race([work(AbortSignal.any([signal, time])), over.promise]);
  } finally {
    given.removeEventListener("abort", end);
  }
}
