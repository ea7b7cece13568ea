import { setInterval } from "node:timers";
import { environment, standardInput } from "../../../src/effects.ts";
import { runAsProcess } from "../../../src/terminal/command.ts";
import { parentId } from "../../src/effects.ts";
import { record } from "./record.ts";

/** Time between checks that the parent process still exists. [ms] */
const LOOK = 1000;

/**
 * The process that asks the model. `deno task replay:record` starts it with network access to the
 * model's address only.
 */
export async function askProcess(args: readonly string[]): Promise<never> {
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
  }, LOOK).unref();
  return controller.signal;
}
