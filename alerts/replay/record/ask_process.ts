import { runAsProcess } from "../../../src/terminal/command.ts";
import { record } from "./record.ts";

/** Time between two looks whether the one who started this is still there. [ms] */
const LOOK = 1000;

/**
 * The process that asks: `deno task replay:record` starts it, with a permission for the model's
 * address alone. It leaves with the exit code of the command.
 */
export async function askProcess(args: readonly string[]): Promise<never> {
  const isTerminal = Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
  const alone = orphaned();
  return await runAsProcess((_, effects) =>
    record(args, {
      ...effects,
      signal: AbortSignal.any([effects.signal, alone]),
      ...(isTerminal && { confirm: (question: string) => confirm(question) }),
      apiKey: () => Deno.env.get("API_KEY"),
    })
  );
}

/** Aborted when nobody waits for this process any more: it must not go on spending. */
function orphaned(): AbortSignal {
  const controller = new AbortController(), parent = Deno.ppid;
  const timer = setInterval(() => {
    if (Deno.ppid !== parent) controller.abort(new Error("Nobody waits for the answers any more"));
  }, LOOK);
  Deno.unrefTimer(timer);
  return controller.signal;
}
