import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { parseSyncOptions } from "./sync/options.ts";

/**
 * The command `deno task sync`: brings an archive up to date with the server.
 *
 * @returns Exit code: 0 done, 1 a failure or a file that could not be used, 2 wrong usage,
 * 130 interrupted.
 */
export async function sync(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseSyncOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runSync } = await import("./sync/run_sync.ts");
    await runSync(options, effects);
  });
}

if (import.meta.main) await runAsProcess(sync);
