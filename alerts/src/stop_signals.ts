/**
 * The system's wishes that the process should end.
 *
 * @module
 */

/** What came in so far. */
export interface StopSignals {
  /** The first one. */
  readonly first: Promise<Deno.Signal>;
  /** Aborted by the second one: whoever asks twice does not want to wait. */
  readonly hurry: AbortSignal;
}

/** Listens from now on, so that a process that is still starting ends in order as well. */
export function stopSignals(): StopSignals {
  const first = Promise.withResolvers<Deno.Signal>(), hurry = new AbortController();
  let isAsked = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isAsked) hurry.abort();
      isAsked = true;
      first.resolve(signal);
    });
  }
  return { first: first.promise, hurry: hurry.signal };
}
