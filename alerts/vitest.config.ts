import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { longestFirst } from "../tests/longest_first.ts";
import config from "./deno.json" with { type: "json" };

/** Pages are JSX, as `deno.json` says to Deno. */
const oxc = { jsx: { runtime: "automatic", importSource: "preact" } } as const;

/** What the toolkit's files import comes from the packages of this folder too. */
const resolve = { dedupe: Object.keys(config.imports) };

export default defineConfig({
  oxc,
  resolve,
  test: {
    // Many tests wait for a server or a process: three workers keep two cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: longestFirst(BaseSequencer) },
    projects: [
      // Without a server, without Jupyter: seconds.
      {
        oxc,
        resolve,
        test: {
          name: "unit",
          // Files of these tests share a process: starting one and loading the packages anew costs more
          // than most of the files. So a test that changes what is global must change it back.
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/servers/**", "tests/services/**", "tests/notebooks/**"],
          testTimeout: 120_000,
        },
      },
      // Against a real Prometheus.
      {
        resolve,
        test: {
          name: "servers",
          include: ["tests/servers/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // The analyzers as processes: in a sandbox like their image, and behind a real Alertmanager.
      {
        oxc,
        resolve,
        test: {
          name: "services",
          include: ["tests/services/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // In the real Deno kernel.
      {
        resolve,
        test: {
          name: "notebooks",
          include: ["tests/notebooks/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
