import { Command } from "commander";
import {
  type Command as Run,
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";

/** What can be asked; each is loaded when it is. */
const QUESTIONS: Readonly<Record<string, { about: string; load: () => Promise<Run> }>> = {
  tariff: {
    about: "what other tariffs would have cost, and why",
    load: async () => (await import("./whatif/tariff.ts")).whatIfTariff,
  },
  battery: {
    about: "what a battery would have changed, by its size",
    load: async () => (await import("./whatif/battery.ts")).whatIfBattery,
  },
};

function help(args: readonly string[]): Parsed<{ readonly debug: boolean }> {
  const command = new Command("deno task whatif")
    .description(
      "Shows what another tariff or a battery would have changed in the past of the house.",
    );
  for (const [name, { about }] of Object.entries(QUESTIONS)) {
    command.command(name).description(about);
  }
  return parseCommand(command, args.length === 0 ? ["--help"] : args, () => ({ debug: false }));
}

/**
 * The command `deno task whatif`: one question of several, each with options of its own.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function whatIf(args: readonly string[], effects: Effects): Promise<number> {
  const [name, ...rest] = args[0] === "--" ? args.slice(1) : args;
  const question = Object.hasOwn(QUESTIONS, name ?? "") ? QUESTIONS[name!] : undefined;
  if (question) return await (await question.load())(rest, effects);
  return await runCommand(help(args), effects, () => Promise.resolve());
}

if (import.meta.main) await runAsProcess(whatIf);
