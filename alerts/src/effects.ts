/**
 * The clock and chance, replaceable in tests.
 *
 * @module
 */

import { setTimeout as sleep } from "node:timers/promises";

/** What the world outside gives besides network and files. */
export interface Effects {
  /** The clock. [ms] */
  readonly now: () => number;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Waits; rejects when the signal ends it early. [ms] */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The real ones. */
export const REAL_EFFECTS: Effects = {
  now: Date.now,
  random: Math.random,
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
