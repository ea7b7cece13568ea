import { Command } from "commander";
import { parseCommand, type Parsed } from "../../terminal/command.ts";
import { zoneOption } from "../options.ts";

/** The command line of `deno task setup`, checked. */
export interface SetupOptions {
  /** IANA zone. Default: that of the settings or of this machine. */
  readonly zone?: string;
  /** Folder of the two files. */
  readonly dir: string;
  /** Take what is proved, and ask nothing. */
  readonly yes: boolean;
  /** Replace files that are there, without asking. */
  readonly replace: boolean;
  /** Show what would be written, and write nothing. */
  readonly dryRun: boolean;
  /** Print JSON. */
  readonly json: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

const NOTES = `
Setup asks for the address of the server if none is configured, finds the series of the house,
compares their samples, and writes household.json and .env. It asks before it writes.

With --yes, setup uses only what at least two tests agree on, and lists the rest. Existing files
stay, unless you add --replace.

Exit code: 0 done, 1 a failure or nothing found, 2 wrong usage.
`;

/**
 * Reads the command line of `deno task setup`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseSetupOptions(args: readonly string[]): Parsed<SetupOptions> {
  const command = new Command("deno task setup")
    .description("Finds your house on the server and writes the household file.")
    .addOption(zoneOption("HOUSEHOLD_ZONE, else that of this machine"))
    .option("--dir <folder>", "folder of household.json and .env", ".")
    .option("--yes", "ask nothing, and use only what two tests agree on")
    .option("--replace", "replace existing files")
    .option("--dry-run", "write nothing")
    .option("--json", "print what was found as JSON, and ask nothing")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<SetupOptions>) => ({
    ...given,
    dir: given.dir ?? ".",
    yes: given.yes ?? false,
    replace: given.replace ?? false,
    dryRun: given.dryRun ?? false,
    json: given.json ?? false,
    debug: given.debug ?? false,
  }));
}
