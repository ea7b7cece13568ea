import { Command, InvalidArgumentError } from "commander";
import { checkedOption, parseCommand, type Parsed } from "../../terminal/command.ts";
import { checkZone } from "../../time.ts";
import type { WireChoice } from "../../client/wire_choice.ts";
import { dayOption, householdOption, wireOption } from "../options.ts";

/** The command line of `deno task sync`, checked. */
export interface SyncCommandOptions {
  readonly dir: string;
  /** First local day. Default: decided by archive and server. */
  readonly from?: string;
  /** How late samples may arrive. [h] Default: decided by the sync. */
  readonly overlap?: number;
  readonly rewrite: readonly string[];
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Whether different selectors mean the same household. */
  readonly sameHousehold: boolean;
  /** How raw samples come. Default: by remote read if the server speaks it. */
  readonly wire?: WireChoice;
  readonly quiet: boolean;
  readonly debug: boolean;
}

const NOTES = `
Reads the raw samples of the household's roles and of all other metrics of docs/nomenclature.md into
Parquet files, one per metric and UTC month: FOLDER/metric=NAME/month=YYYY-MM/data.parquet. Each run
reads what is new, and the last --overlap hours before it again. Finished months are not read again.
You may stop it at any moment; the next run continues. Prometheus keeps 15 days by default, so run it
daily. docs/archive.md shows how to read the files with Polars, DuckDB or Spark.

Examples:
  deno task sync                               everything the server has, into archive/
  deno task sync --from 2025-01-01             nothing before 2025
  deno task sync --quiet                       for a cron job: silent while all goes well
  deno task sync --dir homes/household=weber   one household among several
  deno task report --source archive:archive+server   history from disk, the rest from the server
`;

/**
 * Reads the command line of `deno task sync`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseSyncOptions(args: readonly string[]): Parsed<SyncCommandOptions> {
  const command = new Command("deno task sync")
    .description("Keeps a household's samples on disk, because servers delete old ones.")
    .option("--dir <folder>", "folder of the archive (default: archive)", parseFolder)
    .addOption(dayOption("--from", "first day, YYYY-MM-DD (default: all that the server has)"))
    .option(
      "--overlap <hours>",
      "how much to read again, for samples that arrived late (default: 3)",
      parseHours,
    )
    .option("--rewrite <month...>", "finished months to read again, YYYY-MM", parseMonth)
    .addOption(householdOption())
    .option(
      "--zone <zone>",
      "IANA time zone of --from (default: the household's)",
      checkedOption("--zone", checkZone),
    )
    .option(
      "--same-household",
      "continue although the archive has other series, such as after a new meter",
    )
    .addOption(wireOption())
    .option("--quiet", "print nothing but errors")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<SyncCommandOptions>) => ({
    dir: "archive",
    rewrite: [],
    sameHousehold: false,
    quiet: false,
    debug: false,
    ...given,
  }));
}

function parseFolder(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Give a folder, such as archive.");
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (text.trim() !== "" && hours >= 0 && hours <= MOST_HOURS) return hours;
  throw new InvalidArgumentError(`Give a number of hours from 0 to ${MOST_HOURS}.`);
}

/** A month; for more, there is --rewrite. [h] */
const MOST_HOURS = 31 * 24;

function parseMonth(text: string, before: readonly string[] = []): string[] {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return [...before, text];
  throw new InvalidArgumentError("Write months as YYYY-MM, for example 2025-03.");
}
