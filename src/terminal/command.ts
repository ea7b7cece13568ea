/**
 * A command line: its options, what it may touch, how it ends.
 *
 * @module
 */

import { type Command as Commander, CommanderError } from "commander";
import pico from "picocolors";
import { type Config, loadConfig } from "../config.ts";
import {
  type Input,
  isWindows,
  onceSignalled,
  type Output,
  ReaderGone,
  standardInput,
  standardOutputs,
  thisProcess,
} from "../effects.ts";
import { isWattbookError, WattbookError } from "../errors.ts";
import { labelled } from "./labelled.ts";

/** What a command may touch besides its arguments and files. */
export interface Effects {
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /** The person, for commands that ask. */
  readonly stdin?: Input;
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** Reads the settings of the environment. */
  readonly settings: () => Config;
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal;
}

/** The real streams, clock and settings of this process. */
export function processEffects(signal: AbortSignal): Effects {
  return {
    ...standardOutputs(),
    stdin: standardInput(),
    now: Date.now,
    settings: () => loadConfig(),
    signal,
  };
}

/** Exit code of a command: done, failed, wrongly used, stopped by Ctrl-C (128 + SIGINT). */
export const EXIT = { done: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** What to do: run with options, or print a text and exit. */
export type Parsed<T> =
  | { readonly options: T }
  | { readonly text: string; readonly exitCode: number };

/**
 * Parses arguments with a commander command without printing and without ending the process.
 *
 * @param finish Turns commander's values into checked options; may throw a `WattbookError`.
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseCommand<G extends object, T>(
  command: Commander,
  args: readonly string[],
  finish: (given: G) => T,
): Parsed<T> {
  let text = "";
  const write = (part: string) => void (text += part);
  const tip = `Run '${command.name()} --help' for all options.`;
  command
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: () => 100 });
  passOnSettings(command);
  try {
    // `deno task report -- --from …` passes the dashes on, too.
    command.parse(args[0] === "--" ? args.slice(1) : args, { from: "user" });
    return { options: finish(command.opts<G>()) };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return { text, exitCode: EXIT.done };
    }
    if (error instanceof WattbookError) text = `error: ${error.message}\nhint:  ${error.hint}\n`;
    else if (!(error instanceof CommanderError)) throw error;
    return { text: `${text}${tip}\n`, exitCode: EXIT.usage };
  }
}

/** Subcommands copy the settings of their command when they are made, which was before. */
function passOnSettings(command: Commander): void {
  for (const one of command.commands) {
    one.copyInheritedSettings(command);
    passOnSettings(one);
  }
}

/**
 * A check of an option's value whose errors name the option.
 *
 * @param name The option, with its dashes.
 * @param check Returns the value, or throws what is wrong with it.
 */
export function checkedOption(
  name: string,
  check: (text: string) => string,
): (text: string) => string {
  return (text) => {
    try {
      return check(text);
    } catch (cause) {
      if (!isWattbookError(cause)) throw cause;
      const { code, message, hint } = cause;
      throw new WattbookError(code, `${name}: ${message}`, { hint, cause });
    }
  };
}

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

/** Signals that stop a command cleanly, with their exit codes (128 + number). */
const STOPS: readonly ["SIGINT" | "SIGTERM", number][] = isWindows
  ? [["SIGINT", EXIT.interrupted]]
  : [["SIGINT", EXIT.interrupted], ["SIGTERM", 143]];

/**
 * Runs a command as this process, with its arguments and signals, and ends with its exit code. The
 * first Ctrl-C ends the work cleanly, a second one at once.
 */
export async function runAsProcess(command: Command): Promise<never> {
  const controller = new AbortController();
  for (const [name, exitCode] of STOPS) {
    onceSignalled(name, () => controller.abort(new Interrupted(exitCode)));
  }
  return thisProcess.exit(await command(thisProcess.args(), processEffects(controller.signal)));
}

/**
 * Runs the action of a command and turns whatever happens into messages and an exit code: 0 done,
 * 1 a failure, 2 wrong usage, 130 interrupted. It is no failure if the reader of a pipe has ended.
 * An action may return an exit code of its own.
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
    // If nobody reads the message, the exit code still says it.
    await printFailure(error, stderr, "options" in parsed ? parsed.options : {}).catch(() => {});
    return EXIT.failure;
  }
}

/** Options of {@linkcode printFailure}. */
export interface FailureOptions {
  /**
   * Adds the stack and the causes.
   *
   * @default {false}
   */
  readonly debug?: boolean;
}

/** Prints an error as one message and a hint that says what to do. */
export async function printFailure(
  error: unknown,
  output: Output,
  { debug = false }: FailureOptions = {},
): Promise<void> {
  const { red, dim } = pico.createColors(output.colours);
  const expected = error instanceof WattbookError;
  const message = error instanceof Error ? error.message : String(error);
  // An unexpected error may come with pages of text; its first line is enough.
  const said = expected ? message : message.split("\n", 1)[0]!;
  const hint = expected
    ? error.hint
    : debug
    ? ""
    : "This error is unexpected; rerun with --debug and report it.";
  await output.write(
    labelled("error:", said, output, red) +
      (hint && labelled("hint: ", hint, output, dim)) +
      (debug ? `${stacks(error).join("\n")}\n` : ""),
  );
}

function stacks(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = error instanceof WattbookError ? ` (${error.code})` : "";
  return [
    `\n${error.stack ?? error.message}${code}`,
    ...error.cause === undefined
      ? []
      : stacks(error.cause).map((text) => `caused by ${text.trim()}`),
  ];
}
