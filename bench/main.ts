/**
 * Entry point of `deno task bench`.
 *
 * @module
 */

import { runBenchmarks } from "./run_benchmarks.ts";

/** A new benchmark needs a file and a line here. */
await runBenchmarks({
  decode: async () => (await import("./decode.ts")).decode,
  pull: async () => (await import("./pull.ts")).pull,
  year: async () => (await import("./year.ts")).year,
  "server-year": async () => (await import("./server_year.ts")).serverYear,
  sync: async () => (await import("./sync.ts")).syncing,
  report: async () => (await import("./report.ts")).report,
  mcp: async () => (await import("./mcp.ts")).mcp,
  households: async () => (await import("./households.ts")).households,
  whatif: async () => (await import("./whatif.ts")).whatIf,
  setup: async () => (await import("./setup.ts")).setup,
  import: async () => (await import("./import.ts")).importing,
}, { page: new URL("README.md", import.meta.url) });
