import { Command } from "commander";
import { runCommand } from "../../command/command.ts";
import type { Effects } from "../../command/effects.ts";
import { EXIT } from "../../command/failure.ts";
import { parseCommand } from "../../command/parse_command.ts";
import type { Environment } from "../../config.ts";
import { printResult, printSummary } from "../../doctor/print.ts";
import type { Result } from "../../doctor/run_checks.ts";
import { inCluster } from "../context/kubernetes/in_cluster.ts";
import { loadSettings } from "../settings.ts";
import { checkEdges } from "./check_edges.ts";

const NOTES = `
It reads the same variables as the analyzer, asks the model for one token (a fraction of a cent), and
sends a push only with --send-test.

Exit code: 0 if nothing is broken (there may be warnings), 1 if something is, 2 for wrong usage.
`;

/**
 * The command `deno task analyzer:doctor`.
 *
 * @returns Its exit code.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../command/effects.ts";
 * import { doctor } from "./doctor.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * assert.equal(await doctor([], effects, new Map()), 1); // nothing is set
 * ```
 */
export async function doctor(
  args: readonly string[],
  effects: Effects,
  env: Environment = Deno.env,
): Promise<number> {
  const command = new Command("deno task analyzer:doctor")
    .description("Checks every edge of the cluster analyzer, and says what to do.")
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
    const results: Result[] = [];
    const cluster = inCluster(env);
    for await (const result of checkEdges(loadSettings(env), { cluster, sendsTest, signal })) {
      results.push(result);
      if (!json) await stdout.write(printResult(result, layout));
    }
    const isBroken = results.some(({ status }) => status === "failure");
    if (json) await stdout.write(`${JSON.stringify({ broken: isBroken, results }, null, 2)}\n`);
    else await stdout.write(`\n${printSummary(results, layout)}`);
    return isBroken ? EXIT.failure : EXIT.done;
  });
}
