import { Argument, Command } from "commander";
import { type Effects, type Parsed, runCommand } from "../../../src/terminal/command.ts";
import { demoFile } from "../answers.ts";
import { pruneCassettes, verifyCassettes } from "./cassette_commands.ts";
import {
  collect,
  type Given,
  numberOf,
  parseReplayCommand,
  REPLAY_EXIT,
  withCommon,
  withPart,
} from "./command_line.ts";
import { compareTwo } from "./compare_command.ts";
import { importBenchmark, IMPORTERS } from "./import_command.ts";
import { planReplay } from "./plan_command.ts";
import { runReplay, scoreRun } from "./run_command.ts";
import { showCase } from "./show_command.ts";

const NOTES = `
Without a command it replays the demo: stored alerts, three variants, recorded answers. It has no
network access; 'deno task replay:record' asks a model for missing answers.

Exit codes: 0 success, 1 failure or wrong usage, 2 gate failed, 3 answers missing, 4 too many failed
calls, 130 interrupted.

Examples:
  deno task replay                                 the demo
  deno task replay run replay.yaml                 your cases and variants; for CI
  deno task replay show KubePodCrashLooping        an alert with its answers and verdicts
  deno task replay compare shipped short           two variants, check by check
  deno task replay compare runs/a runs/b           two runs, for example before and after a refresh
`;

const NEXT = `
Next  deno task replay compare shipped short
          where the difference comes from
      deno task replay show crashloop-password-rotated
          an alert with its answers and verdicts
      deno task replay run replay.yaml
          your cases and variants: alerts/docs/replay.md
`;

type Run = (given: Given, effects: Effects, a: string, b: string) => Promise<number | void>;

/** The command `deno task replay`. It has no network access. */
export async function replay(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseReplayOptions(args, demoFile()), effects, ({ run }) => run(effects));
}

export function parseReplayOptions(
  args: readonly string[],
  demo: string,
): Parsed<{ readonly debug: boolean; run(effects: Effects): Promise<number | void> }> {
  const command = new Command("deno task replay")
    .description("Compares prompts and models on stored alerts.")
    .addHelpText("after", NOTES);
  let chosen: { readonly own: Command; readonly run: Run };
  const does = (run: Run) => (...all: unknown[]) =>
    void (chosen = { own: all.at(-1) as Command, run });
  const sub = (name: string, description: string) =>
    withCommon(command.command(name).description(description));
  const about = (one: Command) =>
    one.option(
      "--config <file>",
      "replay.yaml with the recorded answers to use (default: the demo)",
    ).option("--run <run>", "run whose answers to use");
  const config = new Argument("[config]", "replay.yaml").default(demo, "the demo");

  withCommon(command).allowExcessArguments()
    .action(does(({ runs }, effects) => replayDemo(demo, runs, effects)));
  withPart(sub("run", "Judges recorded answers.").addArgument(config))
    .option("--allow-missing", "print figures although answers are missing")
    .action(does((given, effects, file) => runReplay(file, given, effects)));
  sub("score", "Judges a run again, with the current labels and checks.")
    .argument("<run>", "folder of a run, its name, or the beginning of it")
    .option("--config <file>", "replay.yaml to judge by (default: the one of the run)")
    .option("--allow-missing", "print figures although answers are missing")
    .action(does((given, effects, run) => scoreRun(run, given, effects)));
  about(sub("compare", "Compares two variants or two runs, check by check."))
    .argument("<a>", "a variant or a run")
    .argument("<b>", "a variant or a run, compared with the first")
    .action(does((given, effects, a, b) => compareTwo([a, b], given, effects)));
  about(sub("plan", "Shows how many alert names and repeats are needed to detect a loss."))
    .option(
      "--difference <loss>",
      "loss of score to find, from 0 to 1",
      numberOf(/^(?:1(?:\.0*)?|0?\.\d*[1-9]\d*)$/, "a number above 0 and at most 1"),
      0.1,
    )
    .action(does(planReplay));
  about(sub("show", "Shows an alert with its context, label, answers and verdicts."))
    .argument("<case>", "id of a case, the beginning of it, or the name of an alert")
    .option("--variant <name>", "only this variant; may be repeated", collect)
    .option("--full", "show the whole context and every repeat")
    .action(does((given, effects, id) => showCase(id, given, effects)));
  sub("import", "Converts a public benchmark into cases and labels, and checks them.")
    .addArgument(
      new Argument("<format>", "format of the benchmark").choices(
        IMPORTERS.map(({ name }) => name),
      ),
    )
    .argument("<folder>", "folder with its files")
    .requiredOption("--out <folder>", "folder to write to")
    .action(does((given, effects, format, from) => importBenchmark(format, from, given, effects)));
  sub("verify", "Checks that recordings are unchanged and contain no secret.")
    .addArgument(config)
    .action(does((_, effects, file) => verifyCassettes(file, effects)));
  sub("prune", "Lists recordings that the configuration does not use.")
    .addArgument(config)
    .option("--delete", "delete them")
    .action(does((given, effects, file) => pruneCassettes(file, given, effects)));

  return parseReplayCommand(command, args, () => {
    const { own, run } = chosen;
    if (own === command && own.args.length > 0) {
      command.error(`error: there is no command '${own.args[0]}'`);
    }
    const defaults = { runs: "runs", debug: false };
    const options = { ...defaults, ...command.opts(), ...own.opts() } as Given;
    return {
      debug: options.debug,
      run: (effects) => run(options, effects, ...own.processedArgs as [string, string]),
    };
  });
}

async function replayDemo(file: string, runs: string, effects: Effects): Promise<number> {
  const exitCode = await runReplay(file, { runs }, effects);
  if (exitCode !== REPLAY_EXIT.done && exitCode !== REPLAY_EXIT.gate) return exitCode;
  const gate = exitCode === REPLAY_EXIT.gate
    ? "In CI this gate would fail the build: 'deno task replay run' exits with 2.\n"
    : "";
  await effects.stdout.write(gate + NEXT);
  // The demo's failed gate is not the user's.
  return REPLAY_EXIT.done;
}
