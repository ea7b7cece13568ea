/**
 * A flood of connections, in a process of its own.
 *
 * @module
 */

import type { Flood, FloodState } from "./flood.ts";
import { TextLineStream } from "./text_lines.ts";

/** A running flood. Leaving its scope ends it. */
export interface RunningFlood extends AsyncDisposable {
  /** How far it has come. */
  readonly state: () => FloodState;
  /** All have been here at least once. */
  readonly isFull: Promise<void>;
}

/** Starts a flood. */
export function startFlood(flood: Flood): RunningFlood {
  const file = new URL("flood.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-net", file, JSON.stringify(flood)],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let state: FloodState = { open: 0, opened: 0, seen: 0 };
  const full = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const line of child.stdout.pipeThrough(new TextLineStream())) {
      state = JSON.parse(line);
      if (state.seen >= flood.silent + flood.slow) full.resolve();
    }
    full.reject(new Error("The flood ended"));
  })();
  full.promise.catch(() => {});
  return {
    state: () => state,
    isFull: full.promise,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([child.status, reading]);
    },
  };
}
