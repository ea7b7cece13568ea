/**
 * Signals that ask the process to end.
 *
 * @module
 */

import { SAME_PRESS } from "../../src/effects.ts";
import { onSignal, type StopSignal } from "./effects.ts";

/** What came in so far. */
export interface StopSignals {
  /** The first one. */
  readonly first: Promise<StopSignal>;
  /** Aborted by the second signal, which ends the process at once. */
  readonly hurry: AbortSignal;
}

/** Listens from now on, so that a process that is still starting ends in order as well. */
export function stopSignals(): StopSignals {
  const first = Promise.withResolvers<StopSignal>(), hurry = new AbortController();
  let isAsked = false, pressedAt = -Infinity;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    onSignal(signal, () => {
      const isSamePress = signal === "SIGINT" && Date.now() - pressedAt < SAME_PRESS;
      if (isAsked && !isSamePress) hurry.abort();
      isAsked = true;
      if (signal === "SIGINT" && !isSamePress) pressedAt = Date.now();
      first.resolve(signal);
    });
  }
  return { first: first.promise, hurry: hurry.signal };
}
