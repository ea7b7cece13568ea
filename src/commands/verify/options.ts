import { Command, InvalidArgumentError } from "commander";
import { WattbookError } from "../../errors.ts";
import { checkedOption, parseCommand, type Parsed } from "../../terminal/command.ts";
import { parseSource, type SourceOption } from "../source_option.ts";
import { checkDay, checkZone } from "../../time.ts";

/** The command line of `deno task verify`, checked. */
export interface VerifyOptions {
  /** First local day. Default: the last 30 complete ones. */
  readonly from?: string;
  /** Last local day. Default: yesterday. */
  readonly to?: string;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Where Wattbook's own samples come from. Default: the server that it is compared with. */
  readonly source?: SourceOption;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print only what is not explained. */
  readonly quiet: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

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
