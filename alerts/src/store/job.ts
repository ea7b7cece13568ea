/**
 * What a worker gets to do.
 *
 * @module
 */

import type { CaseFile } from "../case_file.ts";
import type { Incident } from "../incident.ts";
import type { PushMessage } from "../push/publisher.ts";

/** What a push is known to have come to: never sent, may be on its way, may have arrived. */
export type Delivery = "ready" | "sending" | "unsure";

/** Whether the episode has been pushed before. */
export type Repeat = "no" | "maybe" | "yes";

/** A composed push and the case it belongs to. */
export interface OutgoingPush {
  /** What is pushed. */
  readonly message: PushMessage;
  /** The case, but for its end. */
  readonly draft: CaseDraft;
  /** What is known of it. */
  readonly delivery: Delivery;
  /** Number of times it was sent before. */
  readonly attempts: number;
  /** Whether the analysis goes on once it is delivered. */
  readonly follows: boolean;
}

/** The push of an alert's facts that people have while the analysis goes on. */
export interface FactsPush {
  /** What was pushed. */
  readonly message: PushMessage;
  /** When the service took it, Unix time. [ms] */
  readonly publishedAt: number;
}

/** Work for a worker. */
export interface Job {
  /** Id of the accepted alert. */
  readonly id: number;
  /** Identity of the alert over all episodes. */
  readonly fingerprint: string;
  /** When it was accepted, Unix time. [ms] */
  readonly acceptedAt: number;
  /** Number of analyses that failed. */
  readonly failures: number;
  /** Number of processes that died over it. */
  readonly crashes: number;
  /** Whether this episode has been pushed before. */
  readonly repeats: Repeat;
  /** The facts that people have already: what comes now is an update of that push. */
  readonly facts?: FactsPush;
  /** What is to be done: analyse the incident, or push what was found. */
  readonly work: { readonly incident: Incident } | { readonly push: OutgoingPush };
}

/** A case whose push has not come to its end. */
export type CaseDraft = Omit<CaseFile, "id" | "push" | "outcome" | "seal" | "times"> & {
  /** Unix times of the stations so far. [ms] */
  readonly times: Omit<CaseFile["times"], "finished">;
};
