import type { Surroundings } from "./surroundings.ts";

/** How soon to come back to a store that could not be written. [ms] */
export const STORE_RETRY = 1_000;

/**
 * Makes a change to the store, again and again until the store has it: a full disk must not make a
 * push that was sent look unsent.
 *
 * @throws What the store throws, once the service stops.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { openStore } from "../store/open_store.ts";
 * import { durably } from "./durably.ts";
 *
 * using store = openStore();
 * const stop = new AbortController().signal;
 * const parts = { store, report: () => {} };
 * assert.equal((await durably(() => store.queue.counts(), { parts, stop })).queued, 0);
 * ```
 */
export async function durably<T>(
  change: () => T,
  { parts: { store, report }, stop }: {
    readonly parts: Pick<Surroundings["parts"], "report"> & {
      readonly store: Pick<Surroundings["parts"]["store"], "commit">;
    };
    readonly stop: AbortSignal;
  },
): Promise<T> {
  for (;;) {
    try {
      return await store.commit(change);
    } catch (error) {
      report({ kind: "fault", where: "store", error });
      // After a stop, the next process finds the alert as it was.
      if (stop.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, STORE_RETRY));
    }
  }
}
