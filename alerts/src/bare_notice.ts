import { NO_PROMPT } from "./analyse_alert.ts";
import type { Incident } from "./incident.ts";
import { forRepeat } from "./mark_push.ts";
import type { PushMessage } from "./push/publisher.ts";
import type { Job, OutgoingPush } from "./store/job.ts";
import type { CaseDraft } from "./store/case_draft.ts";

/**
 * The push of last resort, where the analysis itself fails time and again: it must not hold what
 * could not be redacted.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { bareNotice } from "./bare_notice.ts";
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
 * const { message, draft } = bareNotice({ ...job, work: { incident } }, incident);
 * assert.equal(message.priority, 4);
 * assert(!JSON.stringify([message, draft]).includes("hunter2"));
 * ```
 */
export function bareNotice(
  job: Job,
  incident: Incident,
  now: () => number = Date.now,
): Pick<OutgoingPush, "message" | "draft"> {
  const known: Incident = {
    ...incident,
    title: "An alert that could not be worked on",
    labels: {},
    annotations: {},
    links: [],
  };
  const message: PushMessage = {
    title: known.title,
    message: `An alert with the fingerprint ${incident.fingerprint} came in at ` +
      `${
        new Date(job.acceptedAt).toISOString()
      }. The analyzer failed to work on it; its log says ` +
      "why. Look at the alert itself.",
    priority: 4,
    tags: ["warning"],
  };
  const time = now();
  const draft: CaseDraft = {
    version: 1,
    incident: known,
    context: [],
    prompt: NO_PROMPT,
    reason: "internal_error",
    redactions: {},
    times: { accepted: job.acceptedAt, started: time, gathered: time },
  };
  return { message: forRepeat(message, job.repeats), draft };
}
