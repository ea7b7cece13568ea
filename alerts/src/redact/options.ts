import { Command, InvalidArgumentError, Option } from "commander";
import { parseCommand, type Parsed } from "../../../src/terminal/command.ts";

/** The command line of `deno task redact`, checked. */
export interface RedactOptions {
  /** List each replacement with its line and column. */
  readonly explain: boolean;
  /** One JSON document on standard output instead of text. */
  readonly json: boolean;
  /** Read JSON, and redact the texts in it. */
  readonly structure: boolean;
  /** Whether only what is known to be harmless stays, as `REDACT=strict` does. */
  readonly strict: boolean;
  /** Keep so much of the end of the redacted text. Default: all of it. [bytes] */
  readonly maxBytes?: number;
  /** Print stack traces. */
  readonly debug: boolean;
}

const NOTES = `
Reads standard input as UTF-8. Writes the text with placeholders to standard output, and the rules
that found something to standard error. Nothing is sent anywhere, and no file is read.
alerts/docs/redaction.md lists what is found and what is not.

Examples:
  kubectl logs deploy/shop | deno task redact > shop.log
  kubectl get pod shop-0 -o json | deno task redact --structure
  kubectl logs deploy/shop | deno task redact --max-bytes 2048
  deno task redact --strict < shop.log
  deno task redact --explain < shop.log > /dev/null
  deno task redact --json < event.json | jq .counts
`;

/**
 * Reads the command line of `deno task redact`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseRedactOptions(args: readonly string[]): Parsed<RedactOptions> {
  const command = new Command("deno task redact")
    .description("Shows a text as redaction changes it.")
    .option("--explain", "list each replacement with line and column")
    .option("--json", "print one JSON document: text or value, counts, findings")
    .option("--structure", "read JSON, and use its keys to find secrets")
    .addOption(
      new Option("--max-bytes <bytes>", "cut the redacted text, and keep its end")
        .argParser(parseBytes).conflicts("structure"),
    )
    .addOption(
      new Option("--strict", "keep only numbers, paths and known words, as REDACT=strict does")
        .conflicts("structure"),
    )
    .option("--debug", "print stack traces of errors")
    .allowExcessArguments(false)
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<RedactOptions>) => ({
    explain: false,
    json: false,
    structure: false,
    strict: false,
    debug: false,
    ...given,
  }));
}

function parseBytes(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number of bytes.");
}
