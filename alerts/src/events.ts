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
  /** A webhook's alerts were taken in, skipped by reason, or refused for want of a place. */
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
  /** Something that should not happen did. */
  | { readonly kind: "fault"; readonly where: string; readonly error: unknown };
