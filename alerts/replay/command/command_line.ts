import { type Command, InvalidArgumentError } from "commander";
import { EXIT, parseCommand, type Parsed } from "../../../src/terminal/command.ts";
import type { PickAnswersOptions } from "../answers.ts";
import type { ReplayPart } from "../load_replay.ts";

export const REPLAY_EXIT = { done: 0, failure: 1, gate: 2, missing: 3, errors: 4 } as const;

/** What commander read. Each command declares the options it uses. */
export interface Given extends PickAnswersOptions, ReplayPart {
  readonly debug: boolean;
  readonly allowMissing?: boolean;
  readonly difference: number;
  readonly full?: boolean;
  readonly out: string;
  readonly delete?: boolean;
}

export function collect(one: string, others: readonly string[] = []): string[] {
  return [...others, one];
}

export function withPart(command: Command): Command {
  return command
    .option(
      "--case <id>",
      "only the case whose id is or begins with this; may be repeated",
      collect,
    )
    .option("--variant <name>", "only this variant; may be repeated", collect);
}

export function withCommon(command: Command): Command {
  return command
    .option("--runs <folder>", "folder of the runs (default: runs)")
    .option("--debug", "print stack traces");
}

export function numberOf(form: RegExp, wanted: string): (text: string) => number {
  return (text) => {
    if (form.test(text)) return Number(text);
    throw new InvalidArgumentError(`It must be ${wanted}.`);
  };
}

/** As `parseCommand`, but wrong usage exits with 1: 2 means a failed gate. */
export function parseReplayCommand<G extends object, T>(
  command: Command,
  args: readonly string[],
  finish: (given: G) => T,
): Parsed<T> {
  const parsed = parseCommand(command, args, finish);
  return "text" in parsed && parsed.exitCode === EXIT.usage
    ? { ...parsed, exitCode: REPLAY_EXIT.failure }
    : parsed;
}
