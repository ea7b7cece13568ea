import { Command } from "commander";
import { type Effects, parseCommand, type Parsed, runCommand } from "../../terminal/command.ts";
import { checkEnding, checkOrder, pastOptions } from "../options.ts";
import type { WhatIfTariffOptions } from "./tariff_options.ts";

const NOTES = `
The energies are the measured past of the house, and each tariff is simulated on them. Only days
for which every tariff has all prices count. Ranges come from the errors of the meters. They do not
include that people may change their habits under another tariff. Nothing is a forecast.
docs/money.md shows how to write a tariff file; data/tariffs has four examples.

Examples:
  deno task whatif tariff today.json offer.json
  deno task whatif tariff offer.json              beside tariff.json, the tariff of the house
  deno task whatif tariff flat.json dynamic.json --from 2025-01-01 --to 2025-12-31
  deno task whatif tariff a.json b.json c.json --json | jq .tariffs
`;

/** Reads the command line of `deno task whatif tariff`. */
function parseWhatIfTariff(args: readonly string[]): Parsed<WhatIfTariffOptions> {
  const command = pastOptions(new Command("deno task whatif tariff"))
    .description("Compares tariffs on the measured past of a household.")
    .argument(
      "<files...>",
      "tariff files; each is compared with the first. A single file is compared with tariff.json",
    )
    .option("--json", "print everything as JSON")
    .option("--plot <file>", "write the picture of the hours as SVG")
    .option("--quiet", "print nothing but errors")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<WhatIfTariffOptions>) => {
    checkOrder(given);
    checkEnding("--plot", given.plot, [".svg"]);
    const tariffs = command.args;
    const { json = false, quiet = false, debug = false } = given;
    return { ...given, tariffs, json, quiet, debug };
  });
}

/** The command `deno task whatif tariff`. */
export async function whatIfTariff(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseWhatIfTariff(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runWhatIfTariff } = await import("./run_tariff.ts");
    await runWhatIfTariff(options, effects);
  });
}
