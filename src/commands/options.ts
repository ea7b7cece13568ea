/**
 * Options that several commands have.
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import { WIRE_CHOICES } from "../client/wire_choice.ts";
import { WattbookError } from "../errors.ts";
import { DEMO_NAMES } from "../house/demo_folder.ts";
import type { OpenHouseholdOptions } from "../house/open_household.ts";
import { checkedOption } from "../terminal/command.ts";
import { checkDay, checkZone } from "../time.ts";

/** `--from` or `--to`, a local day. */
export function dayOption(name: "--from" | "--to", description: string): Option {
  return new Option(`${name} <day>`, description).argParser(checkedOption(name, checkDay));
}

/** Refuses a range that ends before it begins. */
export function checkOrder({ from, to }: Pick<PastOptions, "from" | "to">): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new WattbookError("BAD_RANGE", `--from ${from} is after --to ${to}`, {
    hint: "Both days are inclusive; give the earlier one first.",
  });
}

/** Endings of file formats that no command writes. */
const FOREIGN = /\.(?:xls[xmb]?|ods|numbers|tsv|pdf|xml|ya?ml|md|html?|json|png|svg|gz|zip)$/i;

/**
 * Refuses a file whose name promises another format than it would get.
 *
 * @param name The option, with its dashes.
 * @param endings The endings that the option knows, each with its dot.
 * @throws {WattbookError} `BAD_SETTING`
 */
export function checkEnding(
  name: string,
  file: string | undefined,
  endings: readonly string[],
): void {
  const [ending] = file?.match(FOREIGN) ?? [];
  if (ending === undefined || endings.includes(ending.toLowerCase())) return;
  throw new WattbookError("BAD_SETTING", `${name} '${file}': no ${ending} files are written`, {
    hint:
      `End the name with ${new Intl.ListFormat("en", { type: "disjunction" }).format(endings)}` +
      `${endings.includes(".csv") ? ". Every spreadsheet opens CSV" : ""}.`,
  });
}

/** `--zone`. */
export function zoneOption(standard = "the household's"): Option {
  return new Option("--zone <zone>", `IANA time zone (default: ${standard})`)
    .argParser(checkedOption("--zone", checkZone));
}

/** `--household`. */
export function householdOption(): Option {
  return new Option(
    "--household <file>",
    "household file (default: household.json, if there is one)",
  );
}

/** `--tariff`, and `--no-tariff`, which must follow it. */
export function tariffOptions(): readonly [Option, Option] {
  return [
    new Option(
      "--tariff <file>",
      "add what the energy cost and earned (default: tariff.json beside household.json)",
    ),
    new Option("--no-tariff", "leave the money out"),
  ];
}

/** `--wire`. */
export function wireOption(): Option {
  return new Option("--wire <wire>", "how raw samples come from a server (default: auto)")
    .choices(WIRE_CHOICES);
}

/**
 * Refuses `--wire` where no samples come from a server.
 *
 * @throws {WattbookError} `BAD_SETTING`
 */
export function checkWireOption(
  { wire, source }: { readonly wire?: string; readonly source?: SourceOption },
): void {
  if (wire === undefined || source === undefined || source.server) return;
  throw new WattbookError(
    "BAD_SETTING",
    `--wire cannot be combined with --source ${formatSource(source)}`,
    { hint: "It says how samples come from a server. Leave it out." },
  );
}

/** Which household a command line asks for, as {@linkcode openHousehold} takes it. */
export type SourceOption = Pick<OpenHouseholdOptions, "demo" | "server" | "archive">;

/**
 * Reads the value of `--source`.
 *
 * @throws {InvalidArgumentError} If it is none of the forms.
 */
export function parseSource(text: string): SourceOption {
  const [isDemo, name] = /^demo(?::(.*))?$/s.exec(text) ?? [];
  if (isDemo !== undefined && name === undefined) return { demo: true };
  const demo = DEMO_NAMES.find((one) => one === name);
  if (demo !== undefined) return { demo };
  if (text === "server") return { server: true };
  const [, folder, joined] = /^archive:(.+?)(\+server)?$/s.exec(text) ?? [];
  if (folder !== undefined) return { archive: folder, ...joined && { server: true } };
  const demos = DEMO_NAMES.map((one) => `demo:${one}, `).join("");
  throw new InvalidArgumentError(
    `Allowed are demo, ${demos}server, archive:DIR and archive:DIR+server.`,
  );
}

/** Adds the options that say which household: `--source`, `--household` and `--zone`. */
export function houseOptions(command: Command): Command {
  return command
    .option(
      "--source <source>",
      "demo, demo:battery, server, archive:DIR or archive:DIR+server (default: a configured server, " +
        "else demo)",
      parseSource,
    )
    .addOption(householdOption())
    .addOption(zoneOption());
}

/** Adds the options that say which days of which household. */
export function pastOptions(command: Command): Command {
  return houseOptions(
    command
      .addOption(
        dayOption(
          "--from",
          "first day, YYYY-MM-DD (default: first day of an archive; 30 days ago on a server)",
        ),
      )
      .addOption(
        dayOption("--to", "last day (default: last day of an archive; yesterday on a server)"),
      ),
  );
}

/** The command line of {@linkcode houseOptions}, checked. */
export interface HouseOptions {
  /** Default: the server if one is configured, else the demo. */
  readonly source?: SourceOption | undefined;
  /** Household file. Default: the one beside the data. */
  readonly household?: string | undefined;
  /** IANA zone. Default: the household's. */
  readonly zone?: string | undefined;
}

/** The command line of {@linkcode pastOptions}, checked. */
export interface PastOptions extends HouseOptions {
  /** First local day. Default: decided by the source. */
  readonly from?: string | undefined;
  /** Last local day. Default: decided by the source. */
  readonly to?: string | undefined;
}

/** `--source` of a command that looks at the present. */
export function presentSourceOption(): Option {
  const choices = ["server", "demo", ...DEMO_NAMES.map((one) => `demo:${one}`)];
  return new Option("--source <source>", `${choices.join(", ")} (default: the configured server)`)
    .argParser((text) => {
      if (choices.includes(text)) return parseSource(text);
      throw new InvalidArgumentError(`Allowed are ${choices.join(", ")}.`);
    });
}

/** The value of `--source`, for messages. */
export function formatSource({ demo, server, archive }: SourceOption): string {
  if (demo) return demo === true ? "demo" : `demo:${demo}`;
  if (archive === undefined) return "server";
  return server ? "archive:…+server" : "archive";
}
