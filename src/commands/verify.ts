import { Command, InvalidArgumentError } from "commander";
import { WattbookError } from "../errors.ts";
import {
  checkedOption,
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import { checkDay, checkZone } from "../time.ts";
import { parseSource, type SourceOption } from "./source_option.ts";
import type { VerifyOptions } from "./verify/run_verify.ts";

const NOTES = `
Each day is computed twice, from raw samples and by the server, on local days and on the server's own
(UTC). Exit code 1 if a difference is left that no known reason explains. Days are local days, both
inclusive. The settings of the server are read from the environment or from a file .env, see
.env.example; docs/verify.md tells what the numbers mean.

Examples:
  deno task verify                                    the last 30 days
  deno task verify --from 2025-10-20 --to 2025-10-31  a week or so with a clock change
  deno task verify --source archive:archive           an archive against the server it came from
  deno task verify --quiet                            for a cron job: silent while all is explained
`;

/**
 * Reads the command line of `deno task verify`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseVerifyOptions(args: readonly string[]): Parsed<VerifyOptions> {
  const command = new Command("deno task verify")
    .description("Compares Wattbook's daily energies with those that the server itself computes.")
    .option(
      "--from <day>",
      "first day, YYYY-MM-DD (default: 30 days of the server)",
      checkedOption("--from", checkDay),
    )
    .option("--to <day>", "last day (default: yesterday)", checkedOption("--to", checkDay))
    .option(
      "--zone <zone>",
      "IANA time zone (default: the household's)",
      checkedOption("--zone", checkZone),
    )
    .option(
      "--source <source>",
      "where Wattbook's samples come from: server, archive:DIR or archive:DIR+server " +
        "(default: server)",
      parseVerifiable,
    )
    .option("--household <file>", "household file (default: household.json, if there is one)")
    .option("--quiet", "print nothing but what is not explained")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, complete);
}

function complete(
  given: Partial<VerifyOptions>,
): VerifyOptions {
  const { from, to } = given;
  if (from !== undefined && to !== undefined && from > to) {
    throw new WattbookError("BAD_RANGE", `--from ${from} is after --to ${to}`, {
      hint: "Both days are inclusive; give the earlier one first.",
    });
  }
  return { quiet: false, debug: false, ...given };
}

/** The demo has no server that could be asked. */
function parseVerifiable(text: string): SourceOption {
  const choice = parseSource(text);
  if (!choice.demo) return choice;
  throw new InvalidArgumentError("Allowed are server, archive:DIR and archive:DIR+server.");
}

/**
 * The command `deno task verify`: computes each day twice, from raw samples and by the server, and
 * tells why the numbers differ.
 *
 * @returns Exit code: 0 done, 1 a failure or a difference without a reason, 2 wrong usage,
 * 130 interrupted.
 */
export async function verify(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseVerifyOptions(args), effects, async (options) => {
    // Loaded when it is clear that there is work: help and wrong usage answer at once.
    const { runVerify } = await import("./verify/run_verify.ts");
    await runVerify(options, effects);
  });
}

if (import.meta.main) await runAsProcess(verify);
