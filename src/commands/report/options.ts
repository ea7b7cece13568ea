import { Command, Option } from "commander";
import { WattbookError } from "../../errors.ts";
import { checkDay, checkZone, type PeriodKind } from "../../time.ts";
import { parseSource, type SourceOption } from "../source_option.ts";
import { checkedOption, parseCommand, type Parsed } from "../../terminal/command.ts";

/** File formats of a report. */
export type Format = "csv" | "json" | "parquet" | "html";

/** Who computes the days. */
export type Compute = "local" | "server";

/** The command line of `deno task report`, checked. */
export interface ReportOptions {
  /** First local day. Default: decided by the source. */
  readonly from?: string;
  /** Last local day. Default: decided by the source. */
  readonly to?: string;
  /** What a row is. */
  readonly period: PeriodKind;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Default: the server if one is configured, else the demo. */
  readonly source?: SourceOption;
  /** File format. */
  readonly format: Format;
  /** File, or `-` for standard output. */
  readonly out: string;
  /** File for the gaps in the samples as CSV, or `-` for standard output. Default: none. */
  readonly gaps?: string;
  /** Household file. Default: `household.json` beside the data. */
  readonly household?: string;
  /** Whether the running day has a row. */
  readonly includeToday: boolean;
  /** Whether the file has every energy by every way, and the error bands. */
  readonly detail: boolean;
  /** Who computes the days: Wattbook, from raw samples, or the server, with its own expressions. */
  readonly compute: Compute;
  /** Whether faults of counters are repaired. */
  readonly repair: boolean;
  /** Print errors only. */
  readonly quiet: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

const FORMATS: readonly Format[] = ["csv", "json", "parquet", "html"];
const COMPUTES: readonly Compute[] = ["local", "server"];
const PERIODS: readonly PeriodKind[] = ["day", "week", "month", "year"];

const NOTES = `
Days are local days, both inclusive. The settings of a server are read from the environment or
from a file .env, see .env.example.

Examples:
  deno task report                                    your server if configured, else the demo
  deno task report --from 2025-03-01 --to 2025-03-31  one month, a row per day
  deno task report --period month --out months.csv    a row per month
  deno task report --from 2025-01-01 --out 2025.html  a page with plots, for a browser
  deno task report --source archive:archive           from Parquet on disk, see deno task sync
  deno task report --source archive:archive+server    all of it, and today's too
  deno task report --format json --out - | jq .rows   data to another program
  deno task report --gaps gaps.csv                    why samples are missing, and the proof
  deno task report --compute server --from 2025-01-01 some kilobytes instead of all samples
`;

/**
 * Reads the command line of `deno task report`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseReportOptions(args: readonly string[]): Parsed<ReportOptions> {
  const period = new Option("--period <kind>", "what a row is").choices(PERIODS).default("day");
  const format = new Option("--format <format>", "file format (default: by the ending of --out)")
    .choices(FORMATS);
  const command = new Command("deno task report")
    .description(
      "Tells what a household imported, exported, generated and used, and writes a file.",
    )
    .option(
      "--from <day>",
      "first day, YYYY-MM-DD (default: an archive's first, 30 days of a server)",
      checkedOption("--from", checkDay),
    )
    .option(
      "--to <day>",
      "last day (default: an archive's last, a server's yesterday)",
      checkedOption("--to", checkDay),
    )
    .addOption(period)
    .option(
      "--zone <zone>",
      "IANA time zone (default: the household's)",
      checkedOption("--zone", checkZone),
    )
    .option(
      "--source <source>",
      "demo, server, archive:DIR, or archive:DIR+server: history from disk, the rest from the " +
        "server (default: a configured server, else demo)",
      parseSource,
    )
    .addOption(format)
    .option("--out <file>", "file, - for standard output (default: report.csv)")
    .option("--gaps <file>", "write the gaps in the samples too, and what proves them, as CSV")
    .option("--household <file>", "household file (default: household.json beside the data)")
    .option("--include-today", "give the running day a row")
    .option("--detail", "add every energy by every way, and error bands")
    .addOption(
      new Option("--compute <where>", "from raw samples, or by the server (default: local)")
        .choices(COMPUTES),
    )
    .option("--no-repair", "take counters as they are: falls are resets, leaps are energy")
    .option("--quiet", "print nothing but errors")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, complete);
}

function complete(given: Partial<ReportOptions>): ReportOptions {
  const { from, to, out } = given;
  if (from !== undefined && to !== undefined && from > to) {
    throw new WattbookError("BAD_RANGE", `--from ${from} is after --to ${to}`, {
      hint: "Both days are inclusive; give the earlier one first.",
    });
  }
  if (given.compute === "server") refuseRawSamples(given);
  const format = given.format ?? FORMATS.find((one) => out?.endsWith(`.${one}`)) ?? "csv";
  const file = out ?? `report.${format}`;
  if (given.gaps === file) {
    throw new WattbookError("BAD_SETTING", `--out and --gaps are both ${file}`, {
      hint: "The table and its gaps are two files; at most one of them may be standard output.",
    });
  }
  return {
    ...given,
    period: given.period ?? "day",
    format,
    out: file,
    includeToday: given.includeToday ?? false,
    compute: given.compute ?? "local",
    detail: given.detail ?? false,
    repair: given.repair ?? true,
    quiet: given.quiet ?? false,
    debug: given.debug ?? false,
  };
}

/** Refuses what a server that is asked for days alone cannot give. */
function refuseRawSamples({ source, detail, gaps, repair }: Partial<ReportOptions>): void {
  const option = source && (source.demo || source.archive !== undefined)
    ? `--source ${source.demo ? "demo" : source.server ? "archive:…+server" : "archive"}`
    : detail
    ? "--detail"
    : gaps !== undefined
    ? "--gaps"
    : repair === false
    ? "--no-repair"
    : null;
  if (option === null) return;
  throw new WattbookError("BAD_SETTING", `--compute server cannot be combined with ${option}`, {
    hint: "The server itself computes the days then, and no raw samples are read. " +
      "Leave one of the two out.",
  });
}
