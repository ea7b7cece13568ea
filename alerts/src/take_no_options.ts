/**
 * Commands without options: `--help` explains them, and no argument is ignored.
 *
 * @module
 */

import { thisProcess } from "../../src/effects.ts";

/** A command whose settings, if it has any, come from the environment. */
export interface CommandWithoutOptions {
  /** Its name after `deno task`. */
  readonly task: string;
  /** What it does, and where its settings are described. */
  readonly about: string;
}

/** A text for people, and the exit code that goes with it. */
export interface Answer {
  /** The text, with a line end. */
  readonly text: string;
  /** 0 for help, 2 for wrong usage. */
  readonly exitCode: number;
}

/**
 * What to print instead of running the command; nothing if it has no argument.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { answerArguments } from "./take_no_options.ts";
 *
 * const command = { task: "analyzer", about: "Serves the webhook." };
 * assert.equal(answerArguments([], command), undefined);
 * assert.equal(answerArguments(["--help"], command)?.exitCode, 0);
 * assert.equal(answerArguments(["--port", "80"], command)?.exitCode, 2);
 * ```
 */
export function answerArguments(
  args: readonly string[],
  { task, about }: CommandWithoutOptions,
): Answer | undefined {
  // `deno task analyzer -- --help` passes the dashes on, too.
  const given = args[0] === "--" ? args.slice(1) : args;
  if (given.length === 0) return undefined;
  if (given.every((one) => one === "-h" || one === "--help")) {
    return { text: `Usage: deno task ${task}\n\n${about}\n`, exitCode: 0 };
  }
  const text = `error: deno task ${task} takes no arguments, but got '${given.join(" ")}'\n` +
    `hint:  Leave them out. Run 'deno task ${task} --help' for what it reads.\n`;
  return { text, exitCode: 2 };
}

/** Prints the help or the error and ends the process if there is any argument. */
export function takeNoOptions(command: CommandWithoutOptions): void {
  const answer = answerArguments(thisProcess.args(), command);
  if (!answer) return;
  (answer.exitCode === 0 ? console.log : console.error)(answer.text.trimEnd());
  thisProcess.exit(answer.exitCode);
}
