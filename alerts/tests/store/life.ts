/** The life of alerts in a store, for tests. */

import type { Incident } from "../../src/incident.ts";
import type { AcceptOptions } from "../../src/store/intake.ts";
import type { Job } from "../../src/store/job.ts";
import type { Store } from "../../src/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";

export const LIMITS: AcceptOptions = { cooldown: 300, capacity: 20 };
export const NOTHING = { cooldown: 0, pending: 0, known: 0 };

/** Takes the next alert, which must be there. */
export function take({ queue }: Store, now: number): Job {
  const job = queue.take(now);
  if (!job) throw new Error("No alert is due");
  return job;
}

/** Brings the next alert to its end. */
export function finish(
  store: Store,
  given: Incident,
  { now = 0, how = "deliver", id = `case ${crypto.randomUUID()}` }: {
    readonly now?: number;
    readonly how?: "deliver" | "fail";
    /** Of its case. */
    readonly id?: string;
  } = {},
): void {
  const { outbox } = store;
  const job = take(store, now);
  outbox.add(job.id, { message: PUSH, draft: draftOf(given) });
  outbox.sending(job.id);
  const sealed = sealedCase(id, given, now);
  if (how === "deliver") outbox.deliver(job.id, sealed);
  else outbox.fail(job.id, "ready", sealed);
}
