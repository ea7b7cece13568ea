/**
 * Entry point of `deno task replay:record`. It has no network access: it reads the endpoint and
 * starts a process that may reach only that address.
 *
 * @module
 */

import { thisProcess } from "../../../src/effects.ts";
import { processEffects, runCommand } from "../../../src/terminal/command.ts";
import { runDeno } from "../../src/effects.ts";
import { readConfig } from "../config/read_config.ts";
import { askingArguments, ASKS, netAddress } from "./start_asking.ts";
import { parseRecordOptions } from "./options.ts";

if (import.meta.main) {
  const args = thisProcess.args(), [first, ...rest] = args;
  if (first === ASKS) {
    const { askProcess } = await import("./ask_process.ts");
    await askProcess(rest);
  }
  const effects = processEffects(new AbortController().signal);
  const code = await runCommand(parseRecordOptions(args), effects, async ({ config }) => {
    const { endpoint } = await readConfig(config);
    return await runDeno(askingArguments(args, netAddress(endpoint)));
  });
  thisProcess.exit(code);
}
