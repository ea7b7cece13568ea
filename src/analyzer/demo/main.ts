/**
 * `deno task analyzer:demo`: one alert through the analyzer, without anything else.
 *
 * @module
 */

import { printDemo } from "./print_demo.ts";
import { runDemo } from "./run_demo.ts";

if (import.meta.main) {
  const isTerminal = Deno.stdout.isTerminal();
  const width = isTerminal ? Deno.consoleSize().columns : 80;
  const colours = isTerminal && Deno.env.get("NO_COLOR") === undefined;
  console.log(printDemo(await runDemo(), { colours, width }));
  Deno.exit(0);
}
