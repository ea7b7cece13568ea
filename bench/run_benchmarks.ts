/**
 * The command line of a folder of benchmarks.
 *
 * @module
 */

import { Command } from "commander";
import { type Benchmark, isMet } from "./benchmark.ts";
import { describeMachine, load } from "./machine.ts";
import { record } from "./record.ts";
import { renderText } from "./render.ts";

/** What is measured, by its name on the command line. */
export type Benchmarks = Readonly<Record<string, () => Promise<Benchmark>>>;

/** Runs the benchmarks that the command line names, or all of them. */
export async function runBenchmarks(
  benchmarks: Benchmarks,
  { page }: {
    /** The page that keeps what came out. */
    readonly page: URL;
  },
): Promise<void> {
  await new Command("deno task bench")
    .description("Measures how fast it is, next to what else one would use.")
    .argument("[names...]", `which ones: ${Object.keys(benchmarks).join(", ")}`)
    .option("--record", "write what came out into the README.md of the benchmarks", false)
    .action(async (names: string[], { record: toRecord }: { record: boolean }) => {
      const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
      if (unknown.length > 0) throw new Error(`There is no benchmark '${unknown.join("', '")}'`);
      console.log(describeMachine());
      let missed = false;
      for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
        const benchmark = await benchmarks[name]!();
        const before = load();
        const report = await benchmark();
        console.log(renderText(report));
        console.log(`Load of the machine before it: ${before.toFixed(1)}`);
        missed ||= !report.goals.every(isMet);
        if (toRecord) await record(page, name, report, before);
      }
      if (missed) Deno.exitCode = 1;
    })
    .parseAsync(Deno.args, { from: "user" });
}
