/**
 * The end of an alert: its sealed case.
 *
 * @module
 */

import type { CaseFile, PushRecord } from "../case_file.ts";
import type { AnalyzerEvent } from "../events.ts";
import type { PushMessage } from "../push/publisher.ts";
import { sealCase } from "../seal_case.ts";
import type { CaseDraft, FactsPush, Job } from "../store/job.ts";
import { durably } from "./durably.ts";
import type { Surroundings } from "./surroundings.ts";

/** What became of a push. */
export type PushEnd = { readonly publishedAt: number } | { readonly failure: string };

/** The case of an alert whose last push came to an end. */
export function sealedCase(
  { draft, message, facts }: {
    readonly draft: CaseDraft;
    readonly message: PushMessage;
    /** What people had before. */
    readonly facts?: FactsPush | undefined;
  },
  end: PushEnd,
  { parts: { publisher: { topic } }, effects: { now, id } }: Surroundings,
): CaseFile {
  const isPublished = "publishedAt" in end;
  const outcome = isPublished && draft.analysis
    ? "analysed"
    : isPublished || facts
    ? "facts"
    : "unpublished";
  return sealCase({
    ...draft,
    id: id(),
    ...(facts && { facts: recordOf(topic, facts.message, facts) }),
    push: recordOf(topic, message, end),
    outcome,
    ...(!isPublished && { reason: end.failure }),
    times: { ...draft.times, finished: now() },
  });
}

/** Ends an alert whose facts people have, and for which there is no analysis after all. */
export async function closeCase(
  job: Job,
  { draft, facts }: { readonly draft: CaseDraft; readonly facts: FactsPush },
  around: Surroundings,
): Promise<void> {
  const { parts: { store: { outbox }, report } } = around;
  const sealed = sealedCase({ draft, message: facts.message }, facts, around);
  await durably(() => outbox.close(job.id, sealed), around);
  report(finished(sealed));
}

/** What is reported of an alert that came to its end. */
export function finished(
  { id, incident, outcome, reason, times, redactions }: CaseFile,
): AnalyzerEvent {
  return {
    kind: "finished",
    fingerprint: incident.fingerprint,
    caseId: id,
    outcome,
    ...(reason !== undefined && { reason }),
    duration: times.finished - times.accepted,
    redactions,
  };
}

function recordOf(
  topic: string,
  { title, message, priority }: PushMessage,
  end: PushEnd,
): PushRecord {
  const became = "publishedAt" in end ? { publishedAt: end.publishedAt } : { failure: end.failure };
  return { topic, title, message, priority, ...became };
}
