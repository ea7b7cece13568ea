/**
 * What the doctors of both analyzers have in common: a command that prints results as they come.
 *
 * @module
 */

import { Command } from "commander";
import { type Effects, EXIT, parseCommand, runCommand } from "../../../src/terminal/command.ts";
import { type CheckResult, printResult, printSummary } from "../../../src/terminal/findings.ts";
import type { CheckOptions } from "./check_cluster_connections.ts";

/** A doctor. */
export interface Doctor {
  /** The task that starts it. */
  readonly task: string;
  /** What it is about. */
  readonly about: string;
  /** Reads the settings and checks every connection. */
  readonly check: (options: CheckOptions) => AsyncIterable<CheckResult>;
}

const NOTES = `
It reads the same variables as the analyzer. It asks the model for one token, which costs a fraction of
a cent. It sends a push only with --send-test.

Exit code: 0 if nothing is broken (there may be warnings), 1 if something is, 2 for wrong usage.
`;

/**
 * Runs a doctor.
 *
 * @param args Of the command line.
 * @returns The exit code.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../../src/terminal/command.ts";
 * import { runDoctor } from "./run_doctor.ts";
 *
 * const doctor = { task: "analyzer:doctor", about: "Checks nothing.", check: async function* () {} };
 * const effects = processEffects(new AbortController().signal);
 * assert.equal(await runDoctor(doctor, [], effects), 0);
 * ```
 */
export async function runDoctor(
  { task, about, check }: Doctor,
  args: readonly string[],
  effects: Effects,
): Promise<number> {
  const command = new Command(`deno task ${task}`)
    .description(about)
    .option("--send-test", "send a test message to the push topic; people will read it")
    .option("--json", "print the results as JSON")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  type Given = { sendTest?: boolean; json?: boolean; debug?: boolean };
  const parsed = parseCommand(command, args, ({ sendTest, json, debug }: Given) => ({
    sendsTest: sendTest ?? false,
    json: json ?? false,
    debug: debug ?? false,
  }));
  return await runCommand(parsed, effects, async ({ sendsTest, json }) => {
    const { stdout, signal } = effects;
    const layout = { colours: stdout.colours, ...(stdout.isTerminal && { width: stdout.columns }) };
    const results: CheckResult[] = [];
    for await (const result of check({ sendsTest, signal })) {
      results.push(result);
      if (!json) await stdout.write(printResult(result, layout));
    }
    const isBroken = results.some(({ status }) => status === "failure");
    if (json) await stdout.write(`${JSON.stringify({ broken: isBroken, results }, null, 2)}\n`);
    else await stdout.write(`\n${printSummary(results, layout)}`);
    return isBroken ? EXIT.failure : EXIT.done;
  });
}
