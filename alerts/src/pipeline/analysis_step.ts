import { analyseAlert } from "../analyse_alert.ts";
import { bareNotice } from "../bare_notice.ts";
import type { Incident } from "../incident.ts";
import type { Job, OutgoingPush } from "../store/job.ts";
import { durably } from "./durably.ts";
import type { Surroundings } from "./surroundings.ts";
import { varied } from "./varied.ts";
import { within } from "./within.ts";

/**
 * The first half of a worker's way: from an alert to a push in the outbox.
 *
 * @returns The push, once it is stored; nothing if the alert is tried again later.
 */
export async function analysisStep(
  job: Job,
  incident: Incident,
  around: Surroundings,
): Promise<OutgoingPush | undefined> {
  const { parts, options, effects, stop } = around;
  const { store: { queue, outbox }, report } = parts;
  const { now, random } = effects;
  const begun = now();
  const wait = options.analysisRetries[job.failures];
  const told = {
    kind: "analysis",
    fingerprint: job.fingerprint,
    attempt: job.failures + 1,
  } as const;

  let push, failure: string | undefined, usage, llmDuration, isRetryable;
  try {
    const { push: ready, opinion } = await within(
      (signal) => analyseAlert(job, incident, { ...parts, signal }, now),
      { limit: options.limit, stop },
    );
    push = ready;
    failure = opinion.analysis ? undefined : opinion.failure ?? "unknown";
    isRetryable = failure !== undefined && opinion.isRetryable;
    usage = opinion.exchange?.usage;
    llmDuration = opinion.exchange?.duration;
  } catch (error) {
    if (stop.aborted) {
      await durably(() => queue.handBack(job.id), around);
      return undefined;
    }
    report({ kind: "fault", where: "analysis", error });
    push = bareNotice(job, incident, now);
    failure = "internal_error";
    isRetryable = true;
  }
  const retryAt = isRetryable && wait !== undefined ? now() + varied(wait, random) : undefined;
  report({
    ...told,
    duration: now() - begun,
    ...(failure !== undefined && { failure }),
    ...(retryAt !== undefined && { retryAt }),
    ...(usage && { usage }),
    ...(llmDuration !== undefined && { llmDuration }),
  });
  if (retryAt !== undefined) {
    await durably(() => queue.postpone(job.id, retryAt), around);
    return undefined;
  }
  return await durably(() => outbox.add(job.id, push), around);
}
