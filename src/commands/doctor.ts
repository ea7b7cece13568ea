import { accessOf } from "../client/route.ts";
import type { Config } from "../config.ts";
import { type Effects, EXIT, runAsProcess, runCommand } from "../terminal/command.ts";
import { CHECKS } from "./doctor/checks.ts";
import { groupResults } from "./doctor/group_results.ts";
import { parseDoctorOptions } from "./doctor/options.ts";
import { printResult, printSummary, type Result } from "../terminal/findings.ts";
import { runChecks } from "./doctor/run_checks.ts";

/**
 * The command `deno task doctor`: checks every edge from the configuration to the data, and prints
 * what to do where one is broken.
 *
 * @returns Exit code: 0 nothing is broken, 1 something is, 2 wrong usage, 130 interrupted.
 */
export async function doctor(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseDoctorOptions(args), effects, async ({ json, ...options }) => {
    const { stdout, now, signal } = effects;
    await using open = new AsyncDisposableStack();
    let redact = (text: string) => text;
    const settings = () => {
      const config = effects.settings();
      redact = redactorOf(config);
      return config;
    };
    const closeLater = (resource: AsyncDisposable) => void open.use(resource);
    const results: Result[] = [];
    let running: Result[] = [];
    // Another program takes a line for a result.
    const layout = { colours: stdout.colours, ...(stdout.isTerminal && { width: stdout.columns }) };
    const show = async () => {
      const lines = groupResults(running).map((one) => printResult(one, layout));
      if (!json && lines.length > 0) await stdout.write(lines.join(""));
      running = [];
    };
    for await (
      const found of runChecks(CHECKS, { ...options, settings, now, closeLater, signal })
    ) {
      const result = withoutSecrets(found, redact);
      if (running.length > 0 && running[0]!.check !== result.check) await show();
      running.push(result);
      results.push(result);
    }
    await show();
    const isBroken = results.some(({ status }) => status === "failure");
    if (json) await stdout.write(`${JSON.stringify({ broken: isBroken, results }, null, 2)}\n`);
    else await stdout.write(`\n${printSummary(results, stdout)}`);
    return isBroken ? EXIT.failure : EXIT.done;
  });
}

/** Errors are free of secrets where they are made; what nobody foresaw may not be. */
function redactorOf({ route }: Config): (text: string) => string {
  return route === null ? (text) => text : accessOf(route).redact;
}

function withoutSecrets(result: Result, redact: (text: string) => string): Result {
  const { found, advice } = result;
  return {
    ...result,
    found: redact(found),
    ...(advice !== undefined && { advice: redact(advice) }),
  };
}

if (import.meta.main) await runAsProcess(doctor);
