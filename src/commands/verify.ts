import { runAsProcess, runCommand } from "../terminal/command.ts";
import type { Effects } from "../effects.ts";
import { parseVerifyOptions } from "./verify/options.ts";

/**
 * The command `deno task verify`: computes each day twice, from raw samples and by the server, and
 * tells why the numbers differ.
 *
 * @returns Exit code: 0 done, 1 a failure or a difference without a reason, 2 wrong usage,
 * 130 interrupted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../effects.ts";
 * import { verify } from "./verify.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * assert(await verify(["--help"], { ...effects, stdout }) === 0);
 * assert(text.includes("--from <day>"));
 * ```
 */
export async function verify(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseVerifyOptions(args), effects, async (options) => {
    // Loaded when it is clear that there is work: help and wrong usage answer at once.
    const { runVerify } = await import("./verify/run_verify.ts");
    await runVerify(options, effects);
  });
}

if (import.meta.main) await runAsProcess(verify);
