import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { parseMcpOptions } from "./mcp/options.ts";

/**
 * The command `deno task mcp`: serves until the assistant ends or the person stops it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function mcp(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseMcpOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runMcp } = await import("./mcp/run_mcp.ts");
    await runMcp(options, effects);
  });
}

if (import.meta.main) await runAsProcess(mcp);
