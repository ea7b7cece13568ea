/**
 * What all steps of the pipeline work with.
 *
 * @module
 */

import type { AnalysisParts } from "../analyse_alert.ts";
import type { AnalyzerEvent } from "../events.ts";
import type { Publisher } from "../push/publisher.ts";
import type { Store } from "../store/open_store.ts";

/** Who does the work, and where it is kept. */
export interface PipelineParts extends AnalysisParts {
  /** Holds all that must not be lost. */
  readonly store: Pick<Store, "intake" | "queue" | "outbox" | "commit">;
  /** Reaches people. */
  readonly publisher: Publisher;
  /** Hears what happened. */
  readonly report: (event: AnalyzerEvent) => void;
}

/** Options of a pipeline. */
export interface PipelineOptions {
  /** Alerts that are worked on at the same time. @default {5} */
  readonly workers?: number;
  /** Most alerts that may wait for a worker, `Infinity` for any number. @default {20} */
  readonly capacity?: number;
  /** How long an accepted alert is not accepted again. [ms] @default {300_000} */
  readonly cooldown?: number;
  /**
   * How long to wait after each failed analysis; after the last one the facts are pushed. [ms]
   *
   * @default {[10_000, 60_000]}
   */
  readonly analysisRetries?: readonly number[];
  /**
   * How long to wait after each failed push; after the last one it is given up until the next
   * start. [ms]
   *
   * @default {[5_000, 15_000, 45_000, 135_000, 405_000, 600_000, 600_000]} Half an hour.
   */
  readonly pushRetries?: readonly number[];
  /**
   * The longest time from acceptance to the first push, whatever the model does. After it, the
   * facts are pushed and the analysis follows. [ms]
   *
   * @default {90_000}
   */
  readonly factsAfter?: number;
  /** Longest time for one analysis or one push. [ms] @default {300_000} */
  readonly limit?: number;
}

/** What a pipeline takes from the world outside. */
export interface PipelineEffects {
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** A new identity. */
  readonly id: () => string;
}

/** What a step works with. */
export interface Surroundings {
  /** Who does the work. */
  readonly parts: PipelineParts;
  /** How it is done. */
  readonly options: Required<PipelineOptions>;
  /** The clock and chance. */
  readonly effects: PipelineEffects;
  /** Aborted when the service can wait no longer for what runs. */
  readonly stop: AbortSignal;
}

/** How long it may take to gather context and to push. [ms] */
const LEAD = 30_000;

/**
 * How long before its bound an alert is taken up without a model: what is left is for its context
 * and its push. [ms]
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { factsLead } from "./surroundings.ts";
 *
 * assert.equal(factsLead({ factsAfter: 90_000 }), 30_000);
 * assert.equal(factsLead({ factsAfter: 3_000 }), 1_000);
 * ```
 */
export function factsLead({ factsAfter }: Pick<Required<PipelineOptions>, "factsAfter">): number {
  return Math.min(LEAD, factsAfter / 3);
}
