import { Command, InvalidArgumentError, Option } from "commander";
import {
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import {
  checkOrder,
  checkWireOption,
  dayOption,
  householdOption,
  parseSource,
  tariffOptions,
  wireOption,
  zoneOption,
} from "./options.ts";
import type { ServeOptions } from "./serve/run_serve.ts";

const NOTES = `
Open the printed address in a browser on this machine; other machines cannot reach it. The page is
read-only and reloads itself after each refresh. Ctrl-C ends the command.

Examples:
  deno task serve                         the last 30 days of your server, and today
  deno task serve --source demo           the page of the demo
  deno task serve --source archive:archive+server --tariff tariff.json
`;

/**
 * Reads the command line of `deno task serve`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
function parseServeOptions(args: readonly string[]): Parsed<ServeOptions> {
  const [tariff, noTariff] = tariffOptions();
  const command = new Command("deno task serve")
    .description(
      "Shows the report as a page in a browser of this machine, and keeps it up to date.",
    )
    .addOption(dayOption("--from", "first day, YYYY-MM-DD (default: as for deno task report)"))
    .addOption(dayOption("--to", "last day (default: today)"))
    .addOption(zoneOption())
    .option(
      "--source <source>",
      "demo, demo:battery, server, archive:DIR, or archive:DIR+server " +
        "(default: a configured server, else demo)",
      parseSource,
    )
    .addOption(wireOption())
    .addOption(householdOption())
    .addOption(tariff)
    .addOption(noTariff)
    .addOption(
      new Option("--port <port>", "port on 127.0.0.1, 0 for a free one").default(8177)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option("--every <minutes>", "time between two refreshes").default(15)
        .argParser(wholeNumber(1, 1440)),
    )
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<ServeOptions>): ServeOptions => {
    checkOrder(given);
    checkWireOption(given);
    return { port: 8177, every: 15, debug: false, ...given };
  });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,5}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/**
 * The command `deno task serve`: serves the page until the person stops it.
 *
 * @returns Exit code: 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function serve(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseServeOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runServe } = await import("./serve/run_serve.ts");
    await runServe(options, effects);
  });
}

if (import.meta.main) await runAsProcess(serve);
