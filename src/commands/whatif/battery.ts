import { Command, InvalidArgumentError, Option } from "commander";
import { COUPLINGS } from "../../money/battery_model.ts";
import { specsOf } from "../../money/battery_sizes.ts";
import { checkPayback, type PaybackOptions } from "../../money/payback.ts";
import { WattbookError } from "../../errors.ts";
import { type Effects, parseCommand, type Parsed, runCommand } from "../../terminal/command.ts";
import { asFlag } from "../../house/check_options.ts";
import { checkEnding, checkOrder, pastOptions } from "../options.ts";
import type { WhatIfBatteryOptions } from "./battery_options.ts";
import { parseList, parseNumber, parseRange } from "./numbers.ts";

const NOTES = `
The simulation applies each battery to the measured past of the house, in steps as short as the
interval of the meter's samples. It gives two answers, each with a range:
  self-use rule   stores what would have been fed in, gives what would have been drawn
  best use        the most that one could have gained with the whole future known: a bound
A battery that the house has is taken out first. Import, export and prices are history, the battery
is simulated, and nothing is a forecast. docs/battery-whatif.md explains every number.

Lists are 5, 5,10 or 2:20:1; ranges are 600 or 400:900. Payback needs all of --price, --lifetime,
--ageing and --interest: Wattbook assumes no prices.

Examples:
  deno task whatif battery --kwh 2:20:1 --kw 5 --tariff tariff.json
  deno task whatif battery --kwh 10 --kw 2.5,5,10 --tariff flat.json --tariff dynamic.json
  deno task whatif battery --kwh 5:15:5 --kw 5 --tariff tariff.json --price 400:900 \\
    --lifetime 10:15 --ageing 0.02:0.03 --interest 0:0.03
  deno task whatif battery --kwh 10 --kw 5 --tariff tariff.json --converter-w 20 --standby-w 10
  deno task whatif battery --kwh 2:20:1 --kw 5 --tariff tariff.json --out sizes.csv --plots plots
`;

/** What is the same as an option. */
type Flat =
  & WhatIfBatteryOptions["battery"]
  & Pick<
    WhatIfBatteryOptions,
    "zone" | "source" | "household" | "step" | "optimum" | "out" | "plots"
  >;

interface Given extends Partial<Omit<PaybackOptions, "fixedPrice">>, Partial<Flat> {
  readonly tariff?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly fixedPrice?: PaybackOptions["price"];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/**
 * Reads the command line of `deno task whatif battery`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseWhatIfBattery(args: readonly string[]): Parsed<WhatIfBatteryOptions> {
  const number = (flags: string, about: string) =>
    new Option(`${flags} <number>`, about).argParser(parseNumber);
  const range = (flags: string, about: string) =>
    new Option(`${flags} <range>`, about).argParser(parseRange);
  const list = (flags: string, about: string) =>
    new Option(`${flags} <list>`, about).argParser(parseList);
  const own = new Command("deno task whatif battery")
    .description("Simulates batteries of several sizes in the measured past of a household.")
    .addOption(list("--kwh", "usable capacity [kWh]"))
    .addOption(list("--kw", "greatest charging and discharging power [kW]"))
    .option(
      "--tariff <file>",
      "tariff file; repeat the option for more (default: tariff.json)",
      collect,
    );
  const command = pastOptions(own)
    .addOption(number("--discharge-kw", "greatest discharging power, if different [kW]"))
    .addOption(number("--efficiency", "share of the energy that charging keeps (default: 0.95)"))
    .addOption(number("--discharge-efficiency", "the same for discharging, if different"))
    .addOption(number("--converter-w", "loss while it runs, at any power (default: 0) [W]"))
    .addOption(number("--full-load-loss", "further loss at full power, as a share (default: 0)"))
    .addOption(number("--standby-w", "power that it draws all the time (default: 0) [W]"))
    .addOption(
      number(
        "--reaction-s",
        "delay with which it follows the load (default: as the house's own battery, else 3) [s]",
      ),
    )
    .addOption(
      number("--min-charge", "share of the capacity that is never discharged (default: 0)"),
    )
    .addOption(
      new Option("--coupling <kind>", "ac, or dc: behind the PV inverter (default: ac)")
        .choices(COUPLINGS),
    )
    .addOption(number("--inverter-kw", "AC power of the PV inverter of a DC battery [kW]"))
    .addOption(number("--inverter-efficiency", "efficiency of that inverter (default: 0.97)"))
    .option("--no-grid-charging", "the best use does not charge from the grid")
    .option("--no-grid-discharging", "the best use does not feed in from the battery")
    .option("--no-optimum", "leave the best use out")
    .option(
      "--step <step>",
      "length of a step, such as 60s or 15m (default: the interval of the meter's samples)",
    )
    .addOption(range("--price", "price per kWh of capacity, all included"))
    .addOption(range("--fixed-price", "part of the price that does not depend on the capacity"))
    .addOption(range("--lifetime", "lifetime of the battery [years]"))
    .addOption(range("--ageing", "share of the gain lost with each year of age, such as 0.02"))
    .addOption(range("--interest", "what the money would earn per year, such as 0.03"))
    .option("--json", "print everything as JSON")
    .option("--out <file>", "write the rows as CSV")
    .option("--plots <folder>", "write the pictures gain, day and full as SVG", folder)
    .option("--quiet", "print nothing but errors")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, finish);
}

function collect(file: string, before: readonly string[] = []): string[] {
  return [...before, file];
}

function folder(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("Give a folder, such as plots.");
}

/** One error for all options that are needed and not given. */
function missing(needed: { readonly [name in "kwh" | "kw"]: unknown }): WattbookError {
  const names = Object.entries(needed).filter(([, value]) => value === undefined)
    .map(([name]) => `--${name}`);
  const verb = names.length === 1 ? "is" : "are";
  const list = new Intl.ListFormat("en-GB").format(names);
  return new WattbookError(
    "BAD_OPTION",
    `A battery needs a size: ${list} ${verb} missing`,
    {
      hint:
        "For example --kwh 5,10 --kw 5 --tariff tariff.json; docs/money.md shows how to write a " +
        "tariff file.",
    },
  );
}

const PAYBACK = ["price", "fixedPrice", "lifetime", "ageing", "interest"] as const;

function finish(given: Given): WhatIfBatteryOptions {
  checkOrder(given);
  checkEnding("--out", given.out, [".csv"]);
  const { kwh, kw, dischargeKw, efficiency, dischargeEfficiency, converterW, fullLoadLoss } = given;
  const { standbyW, reactionS, minCharge, coupling, inverterKw, inverterEfficiency, tariff } =
    given;
  if (kwh === undefined || kw === undefined) throw missing({ kwh, kw });
  const spec = {
    ...{ kwh, kw, dischargeKw, efficiency, dischargeEfficiency, converterW },
    ...{ fullLoadLoss, standbyW, reactionS, minCharge, coupling, inverterKw, inverterEfficiency },
  };
  specsOf(spec, asFlag);
  const { from, to, zone, source, household, step, out, plots } = given;
  const isPurchase = PAYBACK.some((name) => given[name] !== undefined);
  return {
    battery: {
      ...spec,
      // A DC-coupled battery cannot be charged from the grid anyway.
      gridCharging: given.gridCharging === false && coupling !== "dc" ? false : undefined,
      gridDischarging: given.gridDischarging === false ? false : undefined,
    },
    tariffs: tariff,
    ...{ from, to, zone, source, household, step, out, plots },
    optimum: given.optimum !== false,
    payback: isPurchase ? checkPayback(given, asFlag) : undefined,
    json: given.json ?? false,
    quiet: given.quiet ?? false,
    debug: given.debug ?? false,
  };
}

/**
 * The command `deno task whatif battery`.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function whatIfBattery(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseWhatIfBattery(args), effects, async (options) => {
    // Loaded late, so that help and wrong usage answer at once.
    const { runWhatIfBattery } = await import("./run_battery.ts");
    await runWhatIfBattery(options, effects);
  });
}
