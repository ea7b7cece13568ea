/**
 * Entry point of `deno task replay:record`. It has no network access: it reads the endpoint and
 * starts a process that may reach only that address.
 *
 * @module
 */

import { setInterval } from "node:timers";
import { environment, standardInput, thisProcess } from "../../../src/effects.ts";
import { processEffects, runAsProcess, runCommand } from "../../../src/terminal/command.ts";
import { parentId, runDeno } from "../../src/effects.ts";
import { readConfig } from "../config/read_config.ts";
import { parseRecordOptions } from "./options.ts";
import { askingArguments, ASKS, netAddress } from "./start_asking.ts";

if (import.meta.main) {
  const args = thisProcess.args(), [first, ...rest] = args;
  if (first === ASKS) await askProcess(rest);
  const effects = processEffects(new AbortController().signal);
  const code = await runCommand(parseRecordOptions(args), effects, async ({ config }) => {
    const { endpoint } = await readConfig(config);
    return await runDeno(askingArguments(args, netAddress(endpoint)));
  });
  thisProcess.exit(code);
}

/** The process that asks the model, with network access to the model's address only. */
async function askProcess(args: readonly string[]): Promise<never> {
  const { record } = await import("./record.ts");
  const alone = orphaned();
  return await runAsProcess((_, effects) => {
    const isTerminal = standardInput().isTerminal && effects.stderr.isTerminal;
    return record(args, {
      ...effects,
      signal: AbortSignal.any([effects.signal, alone]),
      ...(isTerminal && { confirm: (question: string) => confirm(question) }),
      apiKey: () => environment.get("API_KEY"),
    });
  });
}

/** Aborts when the parent process is gone, so that no more money is spent. */
function orphaned(): AbortSignal {
  const controller = new AbortController(), parent = parentId();
  setInterval(() => {
    if (parentId() !== parent) controller.abort(new Error("Nobody waits for the answers any more"));
  }, 1000).unref();
  return controller.signal;
}
