import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { parseReportOptions } from "./report/options.ts";

/**
 * The command `deno task report`: computes the energy table, writes it to a file and shows it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function report(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseReportOptions(args), effects, async (options) => {
    // Loaded when it is clear that there is work: help and wrong usage answer at once.
    const { runReport } = await import("./report/run_report.ts");
    await runReport(options, effects);
  });
}

if (import.meta.main) await runAsProcess(report);
