import { type Command, CommanderError } from "commander";
import { WattbookError } from "../errors.ts";
import { EXIT } from "./failure.ts";

/** What to do: run with options, or print a text and leave. */
export type Parsed<T> =
  | { readonly options: T }
  | { readonly text: string; readonly exitCode: number };

/**
 * Parses arguments with a commander command without printing and without leaving the process.
 *
 * @param finish Turns commander's values into checked options; may throw a `WattbookError`.
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Command } from "commander";
 * import { parseCommand } from "./parse_command.ts";
 *
 * const command = () => new Command("greet").option("--name <name>");
 * const parsed = parseCommand(command(), ["--name", "Ada"], (given: { name?: string }) => given);
 * assert("options" in parsed && parsed.options.name === "Ada");
 *
 * const wrong = parseCommand(command(), ["--nam", "Ada"], (given) => given);
 * assert("text" in wrong && wrong.exitCode === 2 && wrong.text.includes("--name"));
 * ```
 */
export function parseCommand<G extends object, T>(
  command: Command,
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
  inherit(command);
  try {
    // `deno task report -- --from …` hands over the dashes too.
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

/** Subcommands were made before their command was told how to print and to end. */
function inherit(command: Command): void {
  for (const one of command.commands) {
    one.copyInheritedSettings(command);
    inherit(one);
  }
}
