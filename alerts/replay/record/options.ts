import { Command } from "commander";
import type { Parsed } from "../../../src/terminal/command.ts";
import type { ReplayPart } from "../load_replay.ts";
import type { AskAllOptions } from "../run/ask_all.ts";
import type { RunLimits } from "../run/run_budget.ts";
import { numberOf, parseReplayCommand, withCommon, withPart } from "../command/command_line.ts";

/** The command line of `deno task replay:record`, checked. */
export interface RecordOptions extends ReplayPart, RunLimits {
  readonly config: string;
  readonly mode: AskAllOptions["mode"];
  /** Continues a stopped `--refresh` or `--live` run. */
  readonly resume?: string;
  readonly concurrency: number;
  /** Skips the question before spending. */
  readonly yes: boolean;
  readonly runs: string;
  readonly debug: boolean;
}

const NOTES = `
Recorded answers are not asked for again, so a stopped or killed run continues where it was. Before it
spends anything it shows the number of requests and their cost, and asks you; --yes skips the question.
API_KEY is the provider's key. Only the host of the configuration's endpoint can be reached.

Exit codes: 0 success, 1 failure or wrong usage, 2 gate failed, 3 answers missing, 4 too many failed
calls, 130 interrupted.

Examples:
  deno task replay:record replay.yaml
  deno task replay:record replay.yaml --max-usd 2 --yes
  deno task replay:record replay.yaml --refresh --variant short
`;

const amount = numberOf(/^\d{1,9}(\.\d+)?$/, "an amount such as 2.50");
const whole = numberOf(/^\d{1,15}$/, "a whole number");

interface Given extends Partial<RecordOptions> {
  readonly refresh?: boolean;
  readonly live?: boolean;
  readonly concurrency: number;
}

export function parseRecordOptions(args: readonly string[]): Parsed<RecordOptions> {
  const command = withPart(
    new Command("deno task replay:record")
      .description("Asks the model for missing answers, then judges all answers.")
      .argument("<config>", "replay.yaml")
      .option("--refresh", "ask for all answers again and replace their recordings")
      .option("--live", "ask for all answers again and keep them in the run only")
      .option("--resume <run>", "continue a stopped refresh or live run"),
  )
    .option("--max-usd <amount>", "budget [USD]", amount)
    .option("--max-tokens <number>", "budget [tokens], input and output together", whole)
    .option("--concurrency <number>", "requests at a time", whole, 4)
    .option("-y, --yes", "do not ask before spending")
    .addHelpText("after", NOTES)
    .action(() => {});
  return parseReplayCommand(withCommon(command), args, (given: Given): RecordOptions => {
    const { refresh = false, live = false, ...rest } = given;
    if (refresh && live) command.error("error: --refresh and --live cannot be combined");
    if (rest.resume !== undefined && !refresh && !live) {
      command.error("error: --resume needs --refresh or --live");
    }
    if (rest.concurrency < 1 || rest.concurrency > 64) {
      command.error("error: --concurrency must be from 1 to 64");
    }
    const defaults = { yes: false, runs: "runs", debug: false }, config = command.args[0]!;
    return { ...defaults, ...rest, config, mode: refresh ? "refresh" : live ? "live" : "record" };
  });
}
