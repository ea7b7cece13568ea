/**
 * The first half of a worker's way: from an alert to a push in the outbox.
 *
 * @module
 */

import { analyseAlert, type Analysed } from "../analyse_alert.ts";
import type { Incident } from "../incident.ts";
import { lastResort } from "../last_resort.ts";
import { forRepeat, markPush, UPDATE } from "../mark_push.ts";
import type { PushMessage } from "../push/publisher.ts";
import type { CaseDraft, Job, OutgoingPush } from "../store/job.ts";
import { closeCase } from "./close_case.ts";
import { durably } from "./durably.ts";
import { factsLead, type Surroundings } from "./surroundings.ts";
import { varied, within } from "./waits.ts";

/** What an attempt came to. */
interface Attempt {
  readonly opinion: Omit<Analysed["opinion"], "prompt">;
  readonly draft: CaseDraft;
  /** The push, if this is all that there is to tell. */
  readonly message: PushMessage;
  /** The push, if the analysis is to follow. */
  readonly early: PushMessage;
}

/**
 * Makes an attempt at an analysis.
 *
 * @param isUrgent Whether people must be told now, before any model is asked.
 * @returns The push, once it is stored; nothing if the alert is tried again later, or if people have
 * all that there is to tell.
 */
export async function analysisStep(
  job: Job,
  incident: Incident,
  around: Surroundings,
  isUrgent: boolean,
): Promise<OutgoingPush | undefined> {
  const { parts, options, effects: { now, random, id } } = around;
  const { store: { queue, outbox }, report } = parts;
  const begun = now();
  const attempt = await attemptAnalysis(job, incident, around, isUrgent);
  if (attempt === undefined) {
    await durably(() => queue.handBack(job.id), around);
    return undefined;
  }
  const { draft, opinion: { analysis, exchange, isRetryable, ...opinion } } = attempt;
  const failure = analysis ? undefined : opinion.failure ?? "unknown";
  const wait = options.analysisRetries[job.failures];
  const retryAt = failure !== undefined && isRetryable && wait !== undefined
    ? now() + varied(wait, random)
    : undefined;
  report({
    kind: "analysis",
    fingerprint: job.fingerprint,
    attempt: job.failures + 1,
    duration: now() - begun,
    ...(failure !== undefined && { failure }),
    ...(retryAt !== undefined && { retryAt }),
    ...(exchange?.usage && { usage: exchange.usage }),
    ...(exchange && { llmDuration: exchange.duration }),
  });
  const untilFacts = job.acceptedAt + options.factsAfter - factsLead(options);
  const follows = retryAt !== undefined && job.facts === undefined &&
    (isUrgent || failure === "model_hangs" || retryAt > untilFacts);
  if (retryAt !== undefined && !follows) {
    await durably(() => queue.postpone(job.id, retryAt), around);
    return undefined;
  }
  if (failure !== undefined && job.facts) {
    await closeCase(job, { draft, facts: job.facts }, around);
    return undefined;
  }
  const text = follows ? attempt.early : attempt.message;
  const message: PushMessage = {
    ...(job.facts ? markPush(text, UPDATE) : forRepeat(text, job.repeats)),
    id: job.facts?.message.id ?? id(),
  };
  return await durably(() => outbox.add(job.id, { message, draft, follows }), around);
}

/** Nothing if the service stops. */
async function attemptAnalysis(
  job: Job,
  incident: Incident,
  { parts, options, effects: { now }, stop }: Surroundings,
  isUrgent: boolean,
): Promise<Attempt | undefined> {
  // A late alert, for example after a restart, still gets the time to gather context.
  const untilBound = job.acceptedAt + options.factsAfter - now();
  const patience = job.facts ? Infinity : Math.max(untilBound, factsLead(options));
  try {
    return await within(async (signal) => {
      const analysed = await analyseAlert(
        job,
        incident,
        parts,
        { signal, patience, asks: !isUrgent },
        now,
      );
      const { notice } = analysed;
      const message = parts.compose(notice);
      return { ...analysed, message, early: parts.compose({ ...notice, follows: true }) };
    }, { limit: options.limit, stop });
  } catch (error) {
    if (stop.aborted) return undefined;
    parts.report({ kind: "fault", where: "analysis", error });
    const { message, draft } = lastResort(job, incident, parts, now);
    const opinion = { failure: "internal_error", isRetryable: true };
    return { opinion, draft, message, early: message };
  }
}
