import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { parseSetupOptions } from "./setup/options.ts";

/**
 * The command `deno task setup`: finds the house on the server, asks where it is not sure, and writes
 * `household.json` and `.env`.
 *
 * @returns Exit code: 0 done, 1 a failure or nothing found, 2 wrong usage, 130 interrupted.
 */
export async function setup(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseSetupOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runSetup } = await import("./setup/run_setup.ts");
    await runSetup(options, effects);
  });
}

if (import.meta.main) await runAsProcess(setup);
