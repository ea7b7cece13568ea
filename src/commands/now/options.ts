import { Command } from "commander";
import { checkZone } from "../../time.ts";
import { checkedOption, parseCommand, type Parsed } from "../../terminal/command.ts";

/** The command line of `deno task now`, checked. */
export interface NowOptions {
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print stack traces. */
  readonly debug: boolean;
}

/**
 * Reads the command line of `deno task now`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseNowOptions(args: readonly string[]): Parsed<NowOptions> {
  const command = new Command("deno task now")
    .description("Prints what the house does now, from the configured server.")
    .option(
      "--zone <zone>",
      "IANA time zone (default: the household's)",
      checkedOption("--zone", checkZone),
    )
    .option("--household <file>", "household file (default: household.json, if there is one)")
    .option("--debug", "print stack traces of errors");
  return parseCommand(command, args, (given: Partial<NowOptions>) => ({ debug: false, ...given }));
}
