import { Command, InvalidArgumentError } from "commander";
import {
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import type { VerifyOptions } from "./verify/run_verify.ts";
import {
  checkOrder,
  checkWireOption,
  dayOption,
  householdOption,
  parseSource,
  type SourceOption,
  wireOption,
  zoneOption,
} from "./options.ts";

const NOTES = `
Each energy is computed twice: by Wattbook from raw samples, and by the server. Both are compared on
local days and on the server's own days (UTC). The exit code is 1 if no known reason explains a
difference. --from and --to are local days, both inclusive. The settings of the server are read from
the environment or from a file .env, see .env.example. docs/verify.md explains the numbers.

Examples:
  deno task verify                                    the last 30 days
  deno task verify --from 2025-10-20 --to 2025-10-31  twelve days with a clock change
  deno task verify --source archive:archive           an archive against the server it came from
  deno task verify --quiet                            for a cron job: silent if everything is explained
`;

/**
 * Reads the command line of `deno task verify`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseVerifyOptions(args: readonly string[]): Parsed<VerifyOptions> {
  const command = new Command("deno task verify")
    .description("Compares Wattbook's daily energies with those that the server computes.")
    .addOption(dayOption("--from", "first day, YYYY-MM-DD (default: 30 days ago)"))
    .addOption(dayOption("--to", "last day (default: yesterday)"))
    .addOption(zoneOption())
    .option(
      "--source <source>",
      "where Wattbook's samples come from: server, archive:DIR or archive:DIR+server " +
        "(default: server)",
      parseVerifiable,
    )
    .addOption(wireOption())
    .addOption(householdOption())
    .option("--quiet", "print only what is not explained")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, complete);
}

function complete(
  given: Partial<VerifyOptions>,
): VerifyOptions {
  checkOrder(given);
  checkWireOption(given);
  return { quiet: false, debug: false, ...given };
}

/** The demo has no server to compare with. */
function parseVerifiable(text: string): SourceOption {
  const choice = parseSource(text);
  if (!choice.demo) return choice;
  throw new InvalidArgumentError("Allowed are server, archive:DIR and archive:DIR+server.");
}

/**
 * The command `deno task verify`: computes each day twice, from raw samples and by the server, and
 * explains why the numbers differ.
 *
 * @returns Exit code: 0 done, 1 a failure or a difference without a reason, 2 wrong usage,
 * 130 interrupted.
 */
export async function verify(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseVerifyOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runVerify } = await import("./verify/run_verify.ts");
    await runVerify(options, effects);
  });
}

if (import.meta.main) await runAsProcess(verify);
