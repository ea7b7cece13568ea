import { Command } from "commander";
import { checkedOption, parseCommand, type Parsed } from "../../terminal/command.ts";
import { checkZone } from "../../time.ts";

/** The command line of `deno task doctor`, checked. */
export interface DoctorOptions {
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print JSON. */
  readonly json: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

const NOTES = `
Exit code: 0 if nothing is broken (there may be warnings), 1 if something is, 2 for wrong usage.
`;

/**
 * Reads the command line of `deno task doctor`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseDoctorOptions(args: readonly string[]): Parsed<DoctorOptions> {
  const command = new Command("deno task doctor")
    .description("Checks every edge from the configuration to the data, and says what to do.")
    .option(
      "--zone <zone>",
      "IANA time zone (default: the household's)",
      checkedOption("--zone", checkZone),
    )
    .option("--household <file>", "household file (default: household.json, if there is one)")
    .option("--json", "print the results as JSON")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<DoctorOptions>) => ({
    ...given,
    json: given.json ?? false,
    debug: given.debug ?? false,
  }));
}
