/**
 * What happens in the analyzer, for logs and metrics. No text of an alert is in it.
 *
 * @module
 */

import type { Outcome } from "./case_file.ts";

/** One thing that happened. */
export type AnalyzerEvent =
  /** A request to the webhook was answered. */
  | { readonly kind: "request"; readonly status: number; readonly duration: number }
  /** A webhook's alerts were accepted, skipped by reason, or refused because the queue is full. */
  | {
    readonly kind: "webhook";
    readonly accepted: number;
    readonly skipped: Readonly<Record<string, number>>;
    readonly refused: number;
  }
  /** After a start: what an earlier process left unfinished. */
  | { readonly kind: "recovered"; readonly alerts: number; readonly pushes: number }
  /** An analysis was tried. `retryAt` says when it is tried again. */
  | {
    readonly kind: "analysis";
    readonly fingerprint: string;
    readonly attempt: number;
    readonly duration: number;
    readonly failure?: string;
    readonly retryAt?: number;
    readonly usage?: { readonly input: number; readonly output: number; readonly usd?: number };
    readonly llmDuration?: number;
  }
  /** A push was tried. */
  | {
    readonly kind: "push";
    readonly fingerprint: string;
    readonly attempt: number;
    readonly duration: number;
    readonly isMarked: boolean;
    readonly failure?: string;
    /** Whether people have the facts now, and the analysis goes on. */
    readonly follows?: boolean;
    readonly retryAt?: number;
  }
  /** An alert has come to its end. */
  | {
    readonly kind: "finished";
    readonly fingerprint: string;
    readonly caseId: string;
    readonly outcome: Outcome;
    readonly reason?: string;
    readonly duration: number;
    readonly redactions: Readonly<Record<string, number>>;
  }
  /** A connection was ended: its time was over, or others needed its room. */
  | { readonly kind: "dismissed"; readonly why: "late" | "crowded" }
  /** A connection could not be accepted: `EMFILE` says that the process has no descriptor left. */
  | { readonly kind: "not_accepted"; readonly code: string }
  /** An unexpected error. */
  | { readonly kind: "fault"; readonly where: string; readonly error: unknown };

/**
 * Makes a listener that never throws: work must not fail because somebody who only hears of it does.
 *
 * @param failed Told what the listener threw; what it throws itself is lost. @default nobody
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { quietly } from "./events.ts";
 *
 * const errors: unknown[] = [];
 * quietly(() => {
 *   throw "a full disk";
 * }, (error) => errors.push(error))({ kind: "recovered", alerts: 1, pushes: 0 });
 * assert.deepEqual(errors, ["a full disk"]);
 * ```
 */
export function quietly<E>(
  listen: (event: E) => void,
  failed: (error: unknown) => void = () => {},
): (event: E) => void {
  return (event) => {
    try {
      listen(event);
    } catch (error) {
      try {
        failed(error);
      } catch {
        // There is no listener left.
      }
    }
  };
}
