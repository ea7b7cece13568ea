import { Argument, Command } from "commander";
import { type Effects, type Parsed, runCommand } from "../../../src/terminal/command.ts";
import type { PickAnswersOptions } from "../answers.ts";
import { demoFile } from "../demo_file.ts";
import { REPLAY_EXIT } from "../exit.ts";
import type { ReplayPart } from "../load_replay.ts";
import { collect, numberOf, parseReplayCommand, withCommon, withPart } from "./command_line.ts";
import { compareTwo } from "./compare_command.ts";
import { importBenchmark, IMPORTERS } from "./import_command.ts";
import { planReplay } from "./plan_command.ts";
import { pruneCassettes } from "./prune_command.ts";
import { runReplay, scoreRun } from "./run_command.ts";
import { showCase } from "./show_command.ts";
import { verifyCassettes } from "./verify_command.ts";

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

interface ReplayOptions {
  readonly debug: boolean;
  run(effects: Effects): Promise<number>;
}

/** What commander read. Each command declares the options it uses. */
interface Given extends PickAnswersOptions {
  readonly debug?: boolean;
  readonly case?: string[];
  readonly variant?: string[];
  readonly allowMissing?: boolean;
  readonly difference: number;
  readonly full?: boolean;
  readonly out: string;
  readonly delete?: boolean;
}

/** The command `deno task replay`. It has no network access. */
export async function replay(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseReplayOptions(args, demoFile()), effects, ({ run }) => run(effects));
}

/** Reads the command line. `demo` is the default configuration. */
export function parseReplayOptions(args: readonly string[], demo: string): Parsed<ReplayOptions> {
  const command = new Command("deno task replay")
    .description("Compares prompts and models on stored alerts.")
    .addHelpText("after", NOTES);
  let chosen: { given: Partial<Given>; run: (effects: Effects, given: Given) => Promise<number> };
  const choose = (given: Partial<Given>, run: typeof chosen.run) => void (chosen = { given, run });
  const sub = (name: string, description: string) =>
    withCommon(command.command(name).description(description));
  const about = (one: Command) =>
    one.option(
      "--config <file>",
      "replay.yaml with the recorded answers to use (default: the demo)",
    ).option("--run <run>", "run whose answers to use");
  const config = new Argument("[config]", "replay.yaml").default(demo, "the demo");

  withCommon(command).allowExcessArguments().action(
    (given: Given, { args: [unknown] }: Command) => {
      if (unknown !== undefined) command.error(`error: there is no command '${unknown}'`);
      choose(given, (effects, { runs }) => replayDemo(demo, runs, effects));
    },
  );
  withPart(sub("run", "Judges recorded answers.").addArgument(config))
    .option("--allow-missing", "print figures although answers are missing")
    .action((file: string, given: Given) =>
      choose(
        given,
        (effects, options) => runReplay(file, { ...options, ...partOf(options) }, effects),
      )
    );
  sub("score", "Judges a run again, with the current labels and checks.")
    .argument("<run>", "folder of a run, its name, or the beginning of it")
    .option("--config <file>", "replay.yaml to judge by (default: the one of the run)")
    .option("--allow-missing", "print figures although answers are missing")
    .action((run: string, given: Given) =>
      choose(given, (effects, options) => scoreRun(run, options, effects))
    );
  about(sub("compare", "Compares two variants or two runs, check by check."))
    .argument("<a>", "a variant or a run")
    .argument("<b>", "a variant or a run, compared with the first")
    .action((a: string, b: string, given: Given) =>
      choose(given, (effects, options) => compareTwo([a, b], options, effects))
    );
  about(sub("plan", "Shows how many names and repeats find a loss."))
    .option(
      "--difference <loss>",
      "loss of score to find, from 0 to 1",
      numberOf(/^(?:1(?:\.0*)?|0?\.\d*[1-9]\d*)$/, "a number above 0 and at most 1"),
      0.1,
    )
    .action((given: Given) => choose(given, (effects, options) => planReplay(options, effects)));
  about(sub("show", "Shows an alert with its context, label, answers and verdicts."))
    .argument("<case>", "id of a case, the beginning of it, or the name of an alert")
    .option("--variant <name>", "only this variant; may be repeated", collect)
    .option("--full", "show the whole context and every repeat")
    .action((id: string, given: Given) =>
      choose(given, (effects, options) => showCase(id, { ...options, ...partOf(options) }, effects))
    );
  sub("import", "Converts a public benchmark into cases and labels, and checks them.")
    .addArgument(new Argument("<format>", "which one").choices(IMPORTERS.map(({ name }) => name)))
    .argument("<folder>", "where its files are")
    .requiredOption("--out <folder>", "folder to write to")
    .action((format: string, folder: string, given: Given) =>
      choose(given, (effects, options) => importBenchmark(format, folder, options, effects))
    );
  sub("verify", "Checks that recordings are unchanged and contain no secret.")
    .addArgument(config)
    .action((file: string, given: Given) =>
      choose(given, (effects) => verifyCassettes(file, effects))
    );
  sub(
    "prune",
    "Lists recordings that the configuration does not use.",
  )
    .addArgument(config)
    .option("--delete", "delete them")
    .action((file: string, given: Given) =>
      choose(given, (effects, options) => pruneCassettes(file, options, effects))
    );

  return parseReplayCommand(command, args, () => {
    const { given, run } = chosen;
    const options = { ...command.opts(), ...given } as Given;
    const { debug = false } = options;
    return { debug, run: (effects) => run(effects, { ...options, runs: options.runs ?? "runs" }) };
  });
}

function partOf({ case: cases, variant: variants }: Given): ReplayPart {
  return { ...cases && { cases }, ...variants && { variants } };
}

async function replayDemo(file: string, runs: string, effects: Effects): Promise<number> {
  const exitCode = await runReplay(file, { runs }, effects);
  if (exitCode !== REPLAY_EXIT.done && exitCode !== REPLAY_EXIT.gate) return exitCode;
  const gate = exitCode === REPLAY_EXIT.gate
    ? "In CI this gate would fail the build: 'deno task replay run' exits with 2.\n"
    : "";
  // Command and description fit side by side from 101 columns on.
  const gap = effects.stdout.columns > 100 ? " " : "\n          ";
  const lines = NEXT.map(([command, what], at) =>
    `${at === 0 ? "Next" : "    "}  deno task replay ${
      gap === " " ? command.padEnd(32) : command
    }${gap}${what}\n`
  );
  await effects.stdout.write(`${gate}\n${lines.join("")}`);
  // The demo's failed gate is not the user's.
  return REPLAY_EXIT.done;
}

const NEXT: readonly (readonly [command: string, what: string])[] = [
  ["compare shipped short", "where the difference comes from"],
  ["show crashloop-password-rotated", "an alert with its answers and verdicts"],
  ["run replay.yaml", "your cases and variants: alerts/docs/replay.md"],
];
