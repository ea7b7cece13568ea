import { Command } from "commander";
import type { Parsed } from "../../../src/terminal/command.ts";
import { numberOf, parseReplayCommand, withCommon, withPart } from "../command/command_line.ts";

/** The command line of `deno task replay:record`, checked. */
export interface RecordOptions {
  readonly config: string;
  readonly mode: "record" | "refresh" | "live";
  /** Continues a stopped `--refresh` or `--live` run. */
  readonly resume?: string;
  readonly cases?: readonly string[];
  readonly variants?: readonly string[];
  /** Budget. [tokens] */
  readonly maxTokens?: number;
  /** Budget. [USD] */
  readonly maxUsd?: number;
  readonly concurrency: number;
  /** Skips the question before spending. */
  readonly yes: boolean;
  readonly runs: string;
  readonly debug: boolean;
}

const NOTES = `
Answers that are recorded already are not asked for again, so a run that was stopped or killed goes on
where it was. Before anything is spent it says how many requests there are and what they cost, and asks;
--yes answers for you. The key of the provider comes from API_KEY. The network can be reached at the
host of the configuration's endpoint and nowhere else.

Exit codes: 0 done, 1 a failure or wrong usage, 2 the gate failed, 3 answers are missing still, 4 too
many calls failed, 130 interrupted.

Examples:
  deno task replay:record replay.yaml
  deno task replay:record replay.yaml --max-usd 2 --yes
  deno task replay:record replay.yaml --refresh --variant short
`;

const amount = numberOf(/^\d{1,9}(\.\d+)?$/, "an amount such as 2.50");
const whole = numberOf(/^\d{1,15}$/, "a whole number");

interface Given extends Partial<Omit<RecordOptions, "config" | "mode" | "cases" | "variants">> {
  readonly refresh?: boolean;
  readonly live?: boolean;
  readonly case?: string[];
  readonly variant?: string[];
  readonly concurrency: number;
}

export function parseRecordOptions(args: readonly string[]): Parsed<RecordOptions> {
  const command = withPart(
    new Command("deno task replay:record")
      .description("Asks for answers that a replay misses, records them, and judges all.")
      .argument("<config>", "replay.yaml")
      .option("--refresh", "ask for all answers anew and replace their recordings")
      .option("--live", "ask for all answers anew; only the run keeps them")
      .option("--resume <run>", "go on with a refresh or a live run that was stopped"),
  )
    .option("--max-usd <amount>", "spend no more than that [USD]", amount)
    .option("--max-tokens <number>", "use no more than that, read and written", whole)
    .option("--concurrency <number>", "requests at a time", whole, 4)
    .option("-y, --yes", "do not ask before anything is spent")
    .addHelpText("after", NOTES)
    .action(() => {});
  return parseReplayCommand(withCommon(command), args, (given: Given): RecordOptions => {
    const { refresh = false, live = false, case: cases, variant: variants, ...rest } = given;
    if (refresh && live) command.error("error: --refresh and --live exclude each other");
    if (rest.resume !== undefined && !refresh && !live) {
      command.error("error: --resume goes on with a run of --refresh or --live; give that, too");
    }
    if (rest.concurrency < 1 || rest.concurrency > 64) {
      command.error("error: --concurrency must be from 1 to 64");
    }
    return {
      yes: false,
      runs: "runs",
      debug: false,
      ...rest,
      config: command.args[0]!,
      mode: refresh ? "refresh" : live ? "live" : "record",
      ...cases && { cases },
      ...variants && { variants },
    };
  });
}
