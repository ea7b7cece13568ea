/**
 * Judges Wattbook on thousands of house-months and prints a report in markdown:
 * `deno run -A bench/houses.ts [count] [first] [file for the verdicts]`.
 *
 * @module
 */

import { judgeMany } from "../tests/houses/judge_many.ts";
import { tablesOf } from "../tests/houses/tally.ts";

/** Number of house-months in a full run. */
const COUNT = 2000;

const count = Number(Deno.args[0] ?? COUNT), first = Number(Deno.args[1] ?? 0);
const start = performance.now();
let done = 0;
const verdicts = await judgeMany({
  first,
  count,
  workers: navigator.hardwareConcurrency,
  onVerdict: () => {
    if (++done % 100 === 0) console.error(`${done} of ${count} house-months`);
  },
});
const minutes = (performance.now() - start) / 60_000;
const share = (part: "live" | "product") =>
  verdicts.reduce((sum, { took }) => sum + took[part], 0) / count;
console.log(`# ${count} house-months from house ${first} on, in ${minutes.toFixed(1)} min`);
console.log(
  `\nA month takes ${share("live").toFixed(0)} ms to simulate and ${
    share("product").toFixed(0)
  } ms to analyse.\n`,
);
console.log(tablesOf(verdicts));
const verdictFile = Deno.args[2];
if (verdictFile) await Deno.writeTextFile(verdictFile, JSON.stringify(verdicts));
