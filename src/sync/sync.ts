import { type Effects, runCommand } from "../terminal/command.ts";
import { parseSyncOptions } from "./options.ts";

/**
 * The command `deno task sync`: brings an archive up to date with the server.
 *
 * @returns Exit code: 0 done, 1 a failure or a file that could not be used, 2 wrong usage,
 * 130 interrupted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../terminal/command.ts";
 * import { sync } from "./sync.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * assert(await sync(["--help"], { ...effects, stdout }) === 0);
 * assert(text.includes("--dir <folder>"));
 * ```
 */
export async function sync(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseSyncOptions(args), effects, async (options) => {
    // Loaded when it is clear that there is work: help and wrong usage answer at once.
    const { runSync } = await import("./run_sync.ts");
    await runSync(options, effects);
  });
}
