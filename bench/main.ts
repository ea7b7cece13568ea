/**
 * Entry point of `deno task bench`.
 *
 * @module
 */

import { Command } from "commander";
import { type Benchmark, isMet } from "./benchmark.ts";
import { describeMachine, load } from "./machine.ts";
import { record } from "./record.ts";
import { renderText } from "./render.ts";

/** A new benchmark needs a file and a line here. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  decode: async () => (await import("./decode.ts")).decode,
  pull: async () => (await import("./pull.ts")).pull,
  year: async () => (await import("./year.ts")).year,
  "server-year": async () => (await import("./server_year.ts")).serverYear,
  report: async () => (await import("./report.ts")).report,
  households: async () => (await import("./households.ts")).households,
  import: async () => (await import("./import.ts")).importing,
  analyzer: async () => (await import("./analyzer.ts")).analyzer,
  redact: async () => (await import("./redact.ts")).redact,
  replay: async () => (await import("./replay.ts")).replay,
};

await new Command("deno task bench")
  .description("Measures how fast it is, next to what else one would use.")
  .argument("[names...]", `which ones: ${Object.keys(BENCHMARKS).join(", ")}`)
  .option("--record", "write what came out into bench/README.md", false)
  .action(async (names: string[], { record: toRecord }: { record: boolean }) => {
    const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
    if (unknown.length > 0) throw new Error(`There is no benchmark '${unknown.join("', '")}'`);
    console.log(describeMachine());
    let missed = false;
    for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
      const benchmark = await BENCHMARKS[name]!();
      const before = load();
      const report = await benchmark();
      console.log(renderText(report));
      console.log(`Load of the machine before it: ${before.toFixed(1)}`);
      missed ||= !report.goals.every(isMet);
      if (toRecord) await record(name, report, before);
    }
    if (missed) Deno.exitCode = 1;
  })
  .parseAsync(Deno.args, { from: "user" });
