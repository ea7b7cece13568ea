import { type Effects, processEffects, ReaderGone } from "../effects.ts";
import { EXIT, printFailure } from "./failure.ts";
import type { Parsed } from "./parse_command.ts";

/** A command: arguments in, exit code out. */
export type Command = (args: readonly string[], effects: Effects) => Promise<number>;

/** A person or the system asked the process to stop. */
class Interrupted extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("Interrupted");
    this.exitCode = exitCode;
  }
}

/** Signals that stop a command in good order, with their exit codes (128 + number). */
const STOPS: readonly [Deno.Signal, number][] = Deno.build.os === "windows"
  ? [["SIGINT", EXIT.interrupted]]
  : [["SIGINT", EXIT.interrupted], ["SIGTERM", 143]];

/**
 * Runs the action of a command and turns whatever happens into messages and an exit code: 0 done,
 * 1 a failure, 2 wrong usage, 130 interrupted. A reader who left early is no failure. An action may
 * name an exit code of its own.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCommand } from "./command.ts";
 * import { processEffects } from "../effects.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * const code = await runCommand({ options: { debug: false } }, effects, () => Promise.resolve());
 * assert(code === 0);
 * ```
 */
export async function runCommand<T extends { readonly debug: boolean }>(
  parsed: Parsed<T>,
  effects: Effects,
  action: (options: T) => Promise<number | void>,
): Promise<number> {
  const { stdout, stderr, signal } = effects;
  try {
    if ("text" in parsed) {
      await (parsed.exitCode === EXIT.done ? stdout : stderr).write(parsed.text);
      return parsed.exitCode;
    }
    return await action(parsed.options) ?? EXIT.done;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.done;
    if (signal.aborted) {
      await stderr.write("Interrupted\n").catch(() => {});
      return signal.reason instanceof Interrupted ? signal.reason.exitCode : EXIT.interrupted;
    }
    // Where nobody listens, the exit code still tells.
    await printFailure(error, stderr, "options" in parsed ? parsed.options : {}).catch(() => {});
    return EXIT.failure;
  }
}

/**
 * Runs a command as this process, with its arguments and signals, and leaves with its exit code.
 * The first Ctrl-C ends the work in good order, a second one at once.
 */
export async function runAsProcess(command: Command): Promise<never> {
  const controller = new AbortController();
  for (const [name, exitCode] of STOPS) {
    const stop = () => {
      Deno.removeSignalListener(name, stop);
      controller.abort(new Interrupted(exitCode));
    };
    Deno.addSignalListener(name, stop);
  }
  Deno.exit(await command(Deno.args, processEffects(controller.signal)));
}
