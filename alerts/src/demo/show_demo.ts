import type { DemoRun } from "./play_demo.ts";
import { printDemo } from "./print_demo.ts";

/**
 * Runs a demo, prints it as the terminal likes it, and ends the process.
 *
 * @param run Runs it.
 */
export async function showDemo(run: () => Promise<DemoRun>): Promise<never> {
  const isTerminal = Deno.stdout.isTerminal();
  const width = isTerminal ? Deno.consoleSize().columns : 80;
  const colours = isTerminal && Deno.env.get("NO_COLOR") === undefined;
  console.log(printDemo(await run(), { colours, width }));
  return Deno.exit(0);
}
