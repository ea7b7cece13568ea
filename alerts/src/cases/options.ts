import { Argument, Command } from "commander";
import { parseCommand, type Parsed } from "../../../src/terminal/command.ts";

/** The command line of `deno task cases`, checked. */
export interface CasesOptions {
  /** File of the store; absent if the environment names it. */
  readonly store?: string;
  /** Print stack traces. */
  readonly debug: boolean;
}

const NOTES = `
Writes every case as one line of JSON, oldest first. You can run it while the analyzer works. It
checks each seal. A changed case is written too, but it is named on standard error and the exit code
is 1.

Examples:
  deno task cases export > cases.jsonl                       the store of STORE_PATH
  deno task cases export --store /data/analyzer.db | head -1
`;

/**
 * Reads the command line of `deno task cases`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseCasesOptions } from "./options.ts";
 *
 * const parsed = parseCasesOptions(["export", "--store", "a.db"]);
 * assert("options" in parsed && parsed.options.store === "a.db");
 *
 * const wrong = parseCasesOptions(["import"]);
 * assert("text" in wrong && wrong.exitCode === 2);
 * ```
 */
export function parseCasesOptions(args: readonly string[]): Parsed<CasesOptions> {
  const command = new Command("deno task cases")
    .description("Writes the analyzer's case files as JSON lines.")
    .addArgument(new Argument("<action>", "what to do").choices(["export"]))
    .option("--store <file>", "file of the store (default: STORE_PATH)")
    .option("--debug", "print stack traces")
    .addHelpText("after", NOTES);
  return parseCommand(
    command,
    args,
    ({ store, debug = false }: { store?: string; debug?: boolean }) => ({
      ...(store !== undefined && { store }),
      debug,
    }),
  );
}
