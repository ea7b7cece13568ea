import { standardOutputs, thisProcess } from "../../../src/effects.ts";
import type { DemoRun } from "./play_demo.ts";
import { printDemo } from "./print_demo.ts";

/**
 * Runs a demo, prints it as the terminal likes it, and ends the process.
 *
 * @param run Runs it.
 */
export async function showDemo(run: () => Promise<DemoRun>): Promise<never> {
  const { isTerminal, columns, colours } = standardOutputs().stdout;
  console.log(printDemo(await run(), { colours, width: isTerminal ? columns : 80 }));
  return thisProcess.exit(0);
}
