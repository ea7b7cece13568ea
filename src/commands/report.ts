import { Command, Option } from "commander";
import { resolve } from "node:path";
import { WattbookError } from "../errors.ts";
import {
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import type { PeriodKind } from "../time.ts";
import type { Compute, Format, ReportOptions } from "./report/run_report.ts";
import {
  checkEnding,
  checkOrder,
  checkWireOption,
  dayOption,
  formatSource,
  parseSource,
  tariffOptions,
  wireOption,
  zoneOption,
} from "./options.ts";

const FORMATS: readonly Format[] = ["csv", "json", "parquet", "html"];
const COMPUTES: readonly Compute[] = ["local", "server"];
const PERIODS: readonly PeriodKind[] = ["day", "week", "month", "year"];

const NOTES = `
Days are local days, both inclusive. The settings of a server are read from the environment or
from a file .env, see .env.example.

Examples:
  deno task report                                    your server if configured, else the demo
  deno task report --source demo:battery              a demo with battery, wallbox, heat pump
  deno task report --from 2025-03-01 --to 2025-03-31  one month, a row per day
  deno task report --period month --out months.csv    a row per month
  deno task report --from 2025-01-01 --out 2025.html  a page with plots, for a browser
  deno task report --source archive:archive           from Parquet on disk, see deno task sync
  deno task report --source archive:archive+server    all of it, and today's too
  deno task report --format json --out - | jq .rows   data to another program
  deno task report --tariff tariff.json               and what it cost and earned
  deno task report --gaps gaps.csv                    why samples are missing, with evidence
  deno task report --compute server --from 2025-01-01 a few kilobytes instead of all samples
`;

/**
 * Reads the command line of `deno task report`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseReportOptions(args: readonly string[]): Parsed<ReportOptions> {
  const period = new Option("--period <kind>", "length of a row").choices(PERIODS).default("day");
  const format = new Option("--format <format>", "file format (default: by the ending of --out)")
    .choices(FORMATS);
  const [tariff, noTariff] = tariffOptions();
  const command = new Command("deno task report")
    .description(
      "Reports what a household imported, exported, generated and used, and writes a file.",
    )
    .addOption(
      dayOption(
        "--from",
        "first day, YYYY-MM-DD (default: first day of an archive; 30 days ago on a server)",
      ),
    )
    .addOption(
      dayOption("--to", "last day (default: last day of an archive; yesterday on a server)"),
    )
    .addOption(period)
    .addOption(zoneOption())
    .option(
      "--source <source>",
      "demo, demo:battery, server, archive:DIR, or archive:DIR+server: history from disk, the rest from the " +
        "server (default: a configured server, else demo)",
      parseSource,
    )
    .addOption(wireOption())
    .addOption(format)
    .option("--out <file>", "file, - for standard output (default: report.csv)")
    .option("--gaps <file>", "write the gaps in the samples and their evidence as CSV")
    .option("--household <file>", "household file (default: household.json beside the data)")
    .addOption(tariff)
    .addOption(noTariff)
    .option("--include-today", "include today, although it is not over")
    .option("--detail", "add each energy by every method, and error bands")
    .addOption(
      new Option(
        "--compute <where>",
        "compute from raw samples, or let the server compute (default: local)",
      )
        .choices(COMPUTES),
    )
    .option("--no-repair", "take counters as they are: each fall is a reset, each jump is energy")
    .option("--quiet", "print nothing but errors")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, complete);
}

function complete(given: Partial<ReportOptions>): ReportOptions {
  const { out } = given;
  checkOrder(given);
  checkWireOption(given);
  if (given.compute === "server") refuseRawSamples(given);
  checkEnding("--out", out, FORMATS.map((one) => `.${one}`));
  const ending = FORMATS.find((one) => out?.toLowerCase().endsWith(`.${one}`));
  const format = given.format ?? ending ?? "csv";
  const file = out ?? `report.${format}`;
  if (given.gaps !== undefined && isSameFile(file, given.gaps)) {
    throw new WattbookError("BAD_SETTING", `--out and --gaps are both ${file}`, {
      hint: "The table and its gaps need two files; only one of them can be standard output.",
    });
  }
  checkEnding("--gaps", given.gaps, [".csv"]);
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

function isSameFile(a: string, b: string): boolean {
  return a === b || (a !== "-" && b !== "-" && resolve(a) === resolve(b));
}

/** Refuses options that need raw samples, if the server computes the days. */
function refuseRawSamples(
  { source, wire, detail, gaps, repair, tariff }: Partial<ReportOptions>,
): void {
  const option = source && (source.demo || source.archive !== undefined)
    ? `--source ${formatSource(source)}`
    : wire !== undefined
    ? "--wire"
    : detail
    ? "--detail"
    : gaps !== undefined
    ? "--gaps"
    : repair === false
    ? "--no-repair"
    : typeof tariff === "string"
    ? "--tariff"
    : null;
  if (option === null) return;
  throw new WattbookError("BAD_SETTING", `--compute server cannot be combined with ${option}`, {
    hint: "No raw samples are read if the server computes the days. " +
      "Leave out one of the two options.",
  });
}

/**
 * The command `deno task report`: computes the energy table, writes it to a file and shows it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function report(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseReportOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runReport } = await import("./report/run_report.ts");
    await runReport(options, effects);
  });
}

if (import.meta.main) await runAsProcess(report);
