import { Argument, Command, InvalidArgumentError } from "commander";
import { EXIT, parseCommand, type Parsed } from "../../../src/terminal/command.ts";
import { REPLAY_EXIT } from "../exit.ts";

/** What all commands have in common. */
interface CommonOptions {
  readonly runs: string;
  readonly debug: boolean;
}

/** Which answers a command is about: those of a run, or those recorded for a configuration. */
interface AnswerOptions {
  readonly config?: string;
  readonly run?: string;
}

/** The command line of `deno task replay`, checked. */
export type ReplayOptions =
  & CommonOptions
  & (
    | { readonly command: "demo" }
    | {
      readonly command: "run";
      readonly config: string;
      readonly cases?: readonly string[];
      readonly variants?: readonly string[];
      readonly allowMissing: boolean;
    }
    | {
      readonly command: "score";
      readonly run: string;
      readonly config?: string;
      readonly allowMissing: boolean;
    }
    | AnswerOptions & { readonly command: "compare"; readonly a: string; readonly b: string }
    | AnswerOptions & { readonly command: "plan"; readonly difference: number }
    | AnswerOptions & {
      readonly command: "show";
      readonly case: string;
      readonly variants?: readonly string[];
      readonly full: boolean;
    }
    | AnswerOptions & { readonly command: "export"; readonly out: string }
    | {
      readonly command: "import";
      readonly format: string;
      readonly folder: string;
      readonly out: string;
    }
    | { readonly command: "verify"; readonly config: string }
    | { readonly command: "prune"; readonly config: string; readonly delete: boolean }
  );

const NOTES = `
Without a command it replays the demo: stored alerts, two prompts, answers from recordings. Nothing
here can reach the network; 'deno task replay:record' asks for answers that are not recorded yet.

Exit codes: 0 done, 1 a failure or wrong usage, 2 the gate failed, 3 answers are missing, 4 too many
calls failed, 130 interrupted.

Examples:
  deno task replay                                 the demo
  deno task replay run replay.yaml                 own cases and variants; the gate decides in CI
  deno task replay show KubePodCrashLooping        an alert with its answers and verdicts
  deno task replay compare shipped short           two variants, check by check
  deno task replay compare runs/a runs/b           two runs, such as before and after a refresh
`;

/** What a subcommand was given, by commander. */
type Given = Readonly<Record<string, unknown>>;

/** Reads the command line of `deno task replay`. */
export function parseReplayOptions(args: readonly string[], demo: string): Parsed<ReplayOptions> {
  const parse = args[0] === "--" ? args.slice(1) : args;
  let chosen: Given = { command: "demo" };
  const choose = (given: Given) => void (chosen = given);
  const command = new Command("deno task replay")
    .description("Reruns stored alerts through prompts and models, and says which is better.")
    .addHelpText("after", NOTES);
  const common = (one: Command) =>
    one.option("--runs <folder>", "folder of the runs (default: runs)")
      .option("--debug", "print stack traces");
  const sub = (name: string, description: string) =>
    common(command.command(name).description(description));
  const config = new Argument("[config]", "replay.yaml").default(demo, "the demo");
  const about = (one: Command) =>
    one.option(
      "--config <file>",
      "replay.yaml whose recorded answers it is about (default: the demo)",
    )
      .option("--run <run>", "run whose answers it is about");
  common(command).allowExcessArguments().action((given: Given, { args: [unknown] }: Command) => {
    if (unknown !== undefined) command.error(`error: there is no command '${unknown}'`);
    choose({ ...given, command: "demo" });
  });

  sub("run", "Replays recorded answers and judges them.")
    .addArgument(config)
    .option("--case <id>", "only this case, or the one that begins so; may be repeated", collect)
    .option("--variant <name>", "only this variant; may be repeated", collect)
    .option("--allow-missing", "give figures though answers are missing")
    .action((file: string, given: Given) =>
      choose({
        ...given,
        command: "run",
        config: file,
        cases: given["case"],
        variants: given["variant"],
      })
    );
  sub("score", "Judges the answers of a run again, by the labels and checks of today.")
    .argument("<run>", "folder of a run, its name, or the beginning of it")
    .option("--config <file>", "replay.yaml to judge by (default: the one of the run)")
    .option("--allow-missing", "give figures though answers are missing")
    .action((run: string, given: Given) => choose({ ...given, command: "score", run }));
  about(sub("compare", "Compares two variants or two runs, check by check."))
    .argument("<a>", "a variant or a run")
    .argument("<b>", "a variant or a run, compared with the first")
    .action((a: string, b: string, given: Given) => choose({ ...given, command: "compare", a, b }));
  about(sub("plan", "Says how many names and repeats it takes to find a loss, from a pilot."))
    .option("--difference <loss>", "loss of the score, from 0 to 1", lossOf, 0.1)
    .action((given: Given) => choose({ ...given, command: "plan" }));
  about(sub("show", "Shows an alert with its context, label, answers and verdicts."))
    .argument("<case>", "id of a case, the beginning of it, or the name of an alert")
    .option("--variant <name>", "only this variant; may be repeated", collect)
    .option("--full", "all of the context, and every repeat")
    .action((id: string, given: Given) =>
      choose({ ...given, command: "show", case: id, variants: given["variant"] })
    );
  about(sub("export", "Writes the answers for another program."))
    .addArgument(new Argument("<format>", "what for").choices(["promptfoo"]))
    .requiredOption("--out <folder>", "folder to write to")
    .action((_format: string, given: Given) => choose({ ...given, command: "export" }));
  sub("import", "Makes cases and labels of a public benchmark, and proves that gold answers win.")
    .addArgument(new Argument("<format>", "which one").choices(["opensre"]))
    .argument("<folder>", "where its files are")
    .requiredOption("--out <folder>", "folder to write to")
    .action((format: string, folder: string, given: Given) =>
      choose({ ...given, command: "import", format, folder })
    );
  sub("verify", "Checks that every recording is as it was written, and holds no secret.")
    .addArgument(config)
    .action((file: string, given: Given) => choose({ ...given, command: "verify", config: file }));
  sub(
    "prune",
    "Lists recordings that the configuration does not use; deletes them only if told to.",
  )
    .addArgument(config)
    .option("--delete", "delete them")
    .action((file: string, given: Given) => choose({ ...given, command: "prune", config: file }));

  const parsed = parseCommand(command, parse, () => {
    const { command: name, ...given } = { ...command.opts(), ...chosen };
    const options = {
      command: name,
      runs: "runs",
      debug: false,
      ...(name === "run" || name === "score") && { allowMissing: false },
      ...name === "show" && { full: false },
      ...name === "prune" && { delete: false },
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    };
    return options as unknown as ReplayOptions;
  });
  return "text" in parsed && parsed.exitCode === EXIT.usage
    ? { ...parsed, exitCode: REPLAY_EXIT.failure }
    : parsed;
}

function lossOf(text: string): number {
  const loss = Number(text);
  if (loss > 0 && loss <= 1) return loss;
  throw new InvalidArgumentError("It must be a number above 0 and at most 1.");
}

function collect(one: string, others: readonly string[] = []): string[] {
  return [...others, one];
}
