/**
 * The second half of a worker's way: from a push in the outbox to people and to a sealed case.
 *
 * @module
 */

import { isWattbookError } from "../errors.ts";
import type { CaseFile } from "../case_file.ts";
import { markPush, MAY_BE_REPEAT } from "../mark_push.ts";
import { sealCase } from "../seal_case.ts";
import type { Delivery, Job, OutgoingPush } from "../store/job.ts";
import { durably } from "./durably.ts";
import type { Surroundings } from "./surroundings.ts";
import { varied } from "./varied.ts";
import { within } from "./within.ts";

/** Sends a push, and stores what became of it. */
export async function pushStep(job: Job, push: OutgoingPush, around: Surroundings): Promise<void> {
  const { parts, options, effects, stop } = around;
  const { store: { outbox }, publisher, report } = parts;
  const { now, random } = effects;
  const isMarked = push.delivery !== "ready";
  const message = isMarked ? markPush(push.message, MAY_BE_REPEAT) : push.message;
  const sent: OutgoingPush = { ...push, message };
  const wait = options.pushRetries[push.attempts];
  const { fingerprint } = job;
  const told = { kind: "push", fingerprint, attempt: push.attempts + 1, isMarked } as const;

  await durably(() => outbox.sending(job.id), around);
  const begun = now();
  try {
    await within((signal) => publisher.publish(message, { signal }), {
      limit: options.limit,
      stop,
    });
  } catch (error) {
    const delivery: Delivery = isSurelyNotTaken(error) ? push.delivery : "unsure";
    if (stop.aborted) {
      return await durably(() => outbox.postpone(job.id, { due: now(), delivery }), around);
    }
    const failure = isWattbookError(error) ? error.code.toLowerCase() : "internal_error";
    if (!isWattbookError(error)) report({ kind: "fault", where: "push", error });
    const isFinal = isWattbookError(error, "PUSH_REFUSED") || wait === undefined;
    const due = isFinal ? undefined : now() + varied(wait, random);
    report({
      ...told,
      duration: now() - begun,
      failure,
      ...(due !== undefined && { retryAt: due }),
    });
    if (due !== undefined) {
      return await durably(() => outbox.postpone(job.id, { due, delivery }), around);
    }
    const sealed = sealedCase(sent, { failure }, around);
    await durably(() => outbox.fail(job.id, delivery, sealed), around);
    return report(ended(sealed));
  }
  report({ ...told, duration: now() - begun });
  const sealed = sealedCase(sent, { publishedAt: now() }, around);
  await durably(() => outbox.deliver(job.id, sealed), around);
  report(ended(sealed));
}

/** Whatever is not known to have been refused may have arrived, also where a stranger said 200. */
function isSurelyNotTaken(error: unknown): boolean {
  return isWattbookError(error, "PUSH_FAILED") ||
    (isWattbookError(error, "PUSH_REFUSED") && !(error.status !== undefined && error.status < 300));
}

function sealedCase(
  { message: { title, message, priority }, draft }: OutgoingPush,
  end: { readonly publishedAt: number } | { readonly failure: string },
  { parts: { publisher }, effects: { now, id } }: Surroundings,
): CaseFile {
  const isPublished = "publishedAt" in end;
  return sealCase({
    ...draft,
    id: id(),
    push: { topic: publisher.topic, title, message, priority, ...end },
    outcome: isPublished ? draft.analysis ? "analysed" : "facts" : "unpublished",
    ...(!isPublished && { reason: end.failure }),
    times: { ...draft.times, finished: now() },
  });
}

function ended({ id, incident, outcome, reason, times, redactions }: CaseFile) {
  return {
    kind: "finished",
    fingerprint: incident.fingerprint,
    caseId: id,
    outcome,
    ...(reason !== undefined && { reason }),
    duration: times.finished - times.accepted,
    redactions,
  } as const;
}
