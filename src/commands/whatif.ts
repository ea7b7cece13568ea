import { Command } from "commander";
import {
  type Command as Run,
  type Effects,
  parseCommand,
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

function help(args: readonly string[]) {
  const command = new Command("deno task whatif")
    .description("Runs something that the house does not have through its measured past.")
    .option("--debug", "print stack traces of errors");
  for (const [name, { about }] of Object.entries(QUESTIONS)) {
    command.command(name).description(about);
  }
  const name = args.find((one) => !one.startsWith("-"));
  if (name !== undefined) command.argument("<question>").allowExcessArguments();
  return parseCommand(command, args.length === 0 ? ["--help"] : args, () => {
    command.error(`error: there is no question '${name ?? args.join(" ")}'`, { exitCode: 2 });
  });
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
  const parsed = help(args);
  return await runCommand(
    "text" in parsed ? parsed : { options: { debug: false } },
    effects,
    () => Promise.resolve(),
  );
}

if (import.meta.main) await runAsProcess(whatIf);
