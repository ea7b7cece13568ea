import { expect, vi } from "vitest";
import type { CaseFile } from "../../src/case_file.ts";
import type { Store } from "../../src/store/open_store.ts";

/** The cases that a store keeps. */
export function casesIn(store: Store): CaseFile[] {
  return [...store.cases.texts()].map((text) => JSON.parse(text));
}

/** Waits until nothing is left to do. */
export function settledStore(store: Store): Promise<void> {
  return vi.waitFor(() => {
    const { queued, running, waiting } = store.queue.counts();
    expect({ queued, running, waiting }).toEqual({ queued: 0, running: 0, waiting: 0 });
  }, { interval: 2, timeout: 10_000 });
}
