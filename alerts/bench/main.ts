/**
 * Entry point of `deno task bench` of the alert services.
 *
 * @module
 */

import { runBenchmarks } from "../../bench/run_benchmarks.ts";

/** A new benchmark needs a file and a line here. */
await runBenchmarks({
  analyzer: async () => (await import("./analyzer.ts")).analyzer,
  flood: async () => (await import("./flood.ts")).flood,
  redact: async () => (await import("./redact.ts")).redact,
  replay: async () => (await import("./replay.ts")).replay,
}, { page: new URL("README.md", import.meta.url) });
