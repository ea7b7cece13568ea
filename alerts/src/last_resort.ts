import { type AnalysisParts, NO_PROMPT } from "./analyse_alert.ts";
import { boundIncident } from "./bound_incident.ts";
import { redactIncident } from "./case_redactor.ts";
import type { Incident } from "./incident.ts";
import type { PushMessage } from "./push/publisher.ts";
import type { CaseDraft, Job, OutgoingPush } from "./store/job.ts";
import type { Notice } from "./push/compose.ts";

/**
 * What is told where the analysis itself fails: the alert's own words, and where even those cannot be
 * redacted or worded, that there is an alert. It holds nothing that could not be redacted.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { lastResort } from "./last_resort.ts";
 *
 * const incident = {
 *   source: "alertmanager",
 *   fingerprint: "f",
 *   episode: "f@0",
 *   title: "hunter2",
 *   status: "firing",
 *   severity: "critical",
 *   startsAt: 0,
 *   labels: { a: "hunter2" },
 *   annotations: {},
 *   links: [],
 * } as const;
 * const job = { id: 1, fingerprint: "f", acceptedAt: 0, failures: 0, crashes: 0, repeats: "no" } as const;
 * const broken = () => {
 *   throw new Error("a mistake");
 * };
 * const told = lastResort({ ...job, work: { incident } }, incident, { redactor: broken, compose: broken });
 * assert.equal(told.message.priority, 4);
 * assert(!JSON.stringify(told).includes("hunter2"));
 * ```
 */
export function lastResort(
  job: Job,
  incident: Incident,
  { redactor: newRedactor, compose }: Pick<AnalysisParts, "redactor" | "compose">,
  now: () => number = Date.now,
): Pick<OutgoingPush, "message" | "draft"> {
  const draftOf = (known: Incident, redactions: Readonly<Record<string, number>>): CaseDraft => ({
    version: 1,
    incident: known,
    context: [],
    prompt: NO_PROMPT,
    reason: FAILURE,
    redactions,
    times: { accepted: job.acceptedAt, started: now(), gathered: now() },
  });
  try {
    const redactor = newRedactor();
    const known = boundIncident(redactIncident(incident, redactor));
    const notice: Notice = { incident: known, context: [], failure: FAILURE };
    return { message: compose(notice), draft: draftOf(known, { ...redactor.counts() }) };
  } catch {
    const known: Incident = {
      ...incident,
      title: "An alert that could not be analysed",
      labels: {},
      annotations: {},
      links: [],
    };
    return { message: bareMessage(job, known), draft: draftOf(known, {}) };
  }
}

const FAILURE = "internal_error";

function bareMessage(job: Job, { title, fingerprint }: Incident): PushMessage {
  const time = new Date(job.acceptedAt).toISOString();
  return {
    title,
    message:
      `An alert with the fingerprint ${fingerprint} was accepted at ${time}. The analyzer failed ` +
      "to analyse it; its log gives the reason. Look at the alert itself.",
    priority: 4,
    tags: ["warning"],
  };
}
