/**
 * The second half of a worker's way: from a push in the outbox to people, and to a sealed case or
 * back to the analysis.
 *
 * @module
 */

import { isWattbookError } from "../errors.ts";
import { markPush, MAY_BE_REPEAT } from "../mark_push.ts";
import type { Delivery, Job, OutgoingPush } from "../store/job.ts";
import { finished, sealedCase } from "./close_case.ts";
import { durably } from "./durably.ts";
import type { Surroundings } from "./surroundings.ts";
import { varied, within } from "./waits.ts";

/** Sends a push, and stores what became of it. */
export async function pushStep(job: Job, push: OutgoingPush, around: Surroundings): Promise<void> {
  const { parts, options, effects, stop } = around;
  const { store: { outbox }, publisher, report } = parts;
  const { now, random } = effects;
  const isMarked = push.delivery !== "ready";
  const message = isMarked ? markPush(push.message, MAY_BE_REPEAT) : push.message;
  const sent = { draft: push.draft, message, facts: job.facts };
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
    return report(finished(sealed));
  }
  const publishedAt = now();
  report({ ...told, duration: publishedAt - begun, ...(push.follows && { follows: true }) });
  if (push.follows) {
    // Waiting alerts are analysed as soon as there is capacity.
    const isFailure = push.draft.llm !== undefined;
    const pause = isFailure ? options.analysisRetries[job.failures] ?? 0 : 0;
    const due = publishedAt + varied(pause, random);
    const facts = { message, publishedAt };
    return await durably(() => outbox.follow(job.id, { facts, due, isFailure }), around);
  }
  const sealed = sealedCase(sent, { publishedAt }, around);
  await durably(() => outbox.deliver(job.id, sealed), around);
  report(finished(sealed));
}

/**
 * Unless a push was certainly refused, it may have arrived, even if another server answered 200.
 */
function isSurelyNotTaken(error: unknown): boolean {
  return isWattbookError(error, "PUSH_FAILED") ||
    (isWattbookError(error, "PUSH_REFUSED") && !(error.status !== undefined && error.status < 300));
}
