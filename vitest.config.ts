import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { longestFirst } from "./tests/longest_first.ts";

/** Pages are JSX, as `deno.json` says to Deno. */
const oxc = { jsx: { runtime: "automatic", importSource: "preact" } } as const;

export default defineConfig({
  oxc,
  test: {
    // Many tests wait for a server or a process: three workers keep two cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: longestFirst(BaseSequencer) },
    projects: [
      // Without a server, without Jupyter: seconds.
      {
        oxc,
        test: {
          name: "unit",
          // Files of these tests share a process: starting one and loading the packages anew costs more
          // than most of the files. So a test that changes what is global must change it back.
          isolate: false,
          setupFiles: ["tests/random_sizes.ts"],
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [
            "tests/servers/**",
            "tests/notebooks/**",
            "tests/published/**",
            "tests/browser/**",
          ],
          testTimeout: 120_000,
          // Where the tests of a file run at once, they start processes.
          maxConcurrency: 2,
        },
      },
      // Against a real Prometheus and a real VictoriaMetrics, which hold the demo household.
      {
        test: {
          name: "servers",
          include: ["tests/servers/**/*.test.ts"],
          globalSetup: "tests/servers/loaded_servers.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // In a real Chromium.
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // What would be published, installed as strangers install it. These reach a registry.
      {
        test: {
          name: "published",
          include: ["tests/published/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // In the real Deno kernel.
      {
        test: {
          name: "notebooks",
          include: ["tests/notebooks/**/*.test.ts"],
          testTimeout: 300_000,
          // Two kernels at once: each waits for a part of its time.
          maxConcurrency: 2,
        },
      },
    ],
  },
});
