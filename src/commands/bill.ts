import { Command } from "commander";
import {
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import type { BillOptions } from "./bill/options.ts";
import { houseOptions } from "./options.ts";

const NOTES = `
The bill file has the readings, how each was obtained, and the lines; docs/money.md shows one. Verdicts:
  agrees            the energy and every line fit
  explained         an estimate, or a reading on another day, makes the difference
  energy differs    by more than the house's own register allows
  price differs     the energy fits, but a line is not what the tariff says
  arithmetic error  the bill does not add up
  cannot judge      readings, days or prices are missing

Examples:
  deno task bill bill.json
  deno task bill bill.json --source archive:archive --json
`;

/** Reads the command line of `deno task bill`. */
function parseBillOptions(args: readonly string[]): Parsed<BillOptions> {
  const command = houseOptions(new Command("deno task bill"))
    .description(
      "Checks an electricity bill against the house's own meter readings and the tariff.",
    )
    .argument("<file>", "bill file")
    .option("--json", "print everything as JSON")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<BillOptions>) => {
    const [file] = command.args;
    return { ...given, file: file!, json: given.json ?? false, debug: given.debug ?? false };
  });
}

/**
 * The command `deno task bill`.
 *
 * @returns Exit code: 0 for a verdict of any kind, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function bill(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseBillOptions(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runBill } = await import("./bill/run_bill.ts");
    await runBill(options, effects);
  });
}

if (import.meta.main) await runAsProcess(bill);
