import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { parseVerifyOptions } from "./verify/options.ts";

/**
 * The command `deno task verify`: computes each day twice, from raw samples and by the server, and
 * tells why the numbers differ.
 *
 * @returns Exit code: 0 done, 1 a failure or a difference without a reason, 2 wrong usage,
 * 130 interrupted.
 */
export async function verify(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseVerifyOptions(args), effects, async (options) => {
    // Loaded when it is clear that there is work: help and wrong usage answer at once.
    const { runVerify } = await import("./verify/run_verify.ts");
    await runVerify(options, effects);
  });
}

if (import.meta.main) await runAsProcess(verify);
